import type { Fault } from '../contract/errors.ts';
import type { Scenario } from '../contract/inventory_settings.ts';
import { technologyDestinations } from '../dictionaries/technologies.ts';
import type { Core } from '../load.ts';
import type { CoreSums } from './core_sums.ts';
import { BalanceRefused, type Destination, type MethaneBalanceCase, refuseLostGas } from './methane_balance.ts';
import { usualEfficiency } from './read_methane_balance.ts';

/** Kinds of destinations among which a person shares out drained gas; what is left over is vented. */
export const USES = ['flare', 'engine', 'boiler', 'oxidiser', 'sold'] as const;

export type Use = (typeof USES)[number];

/** A scenario as it is set by sliders. */
export interface ScenarioShares {
  /** m³ of CH4. */
  readonly drained_m3: number;
  /** % of drained gas. */
  readonly percents: Readonly<Record<Use, number>>;
  /** Destroyed share, 0…1; undefined where no source gives one and nobody has typed one. */
  readonly efficiencies: Readonly<Record<Use, number | undefined>>;
}

/** Minutes of a day. */
const DAY_MINUTES = 1440;

/** Methane that an object releases before anything is destroyed, m³: the most that drainage can take. */
export function grossVolume(sums: CoreSums, present: MethaneBalanceCase): number {
  const { coal_t, ef_m3_t, ventilation_t = 0, drained_m3, density_kg_m3 } = present;
  if (ef_m3_t !== undefined) return sums.ratio(coal_t, 1, ef_m3_t) ?? 0;
  return sums.sum([sums.ratio(ventilation_t, density_kg_m3, 1000) ?? 0, drained_m3]);
}

/** The shares of a case: where it has several destinations of a kind, their sum and mean efficiency. */
export function sharesOf(core: Core, sums: CoreSums, { drained_m3, destinations }: ScenarioCase): ScenarioShares {
  const byUse = USES.map((use) => {
    const own = destinations.filter(({ kind }) => kind === use);
    const volume = sums.sum(own.map(({ volume_m3 }) => volume_m3));
    const [only, second] = own;
    const destroyed = sums.sum(own.map(({ volume_m3, efficiency }) => sums.ratio(volume_m3, 1, efficiency) ?? 0));
    const efficiency = second ? sums.ratio(destroyed, volume) : only?.efficiency;
    return [use, sums.ratio(volume, drained_m3, 100) ?? 0, efficiency ?? usualEfficiency(core, use)] as const;
  });
  return {
    drained_m3,
    percents: Object.fromEntries(byUse.map(([use, percent]) => [use, percent])) as ScenarioShares['percents'],
    efficiencies: Object.fromEntries(byUse.map(([use, , share]) => [use, share])) as ScenarioShares['efficiencies'],
  };
}

/** What a scenario changes of an object's balance. */
export type ScenarioCase = Pick<MethaneBalanceCase, 'drained_m3' | 'destinations'>;

/** Drained gas and its destinations by shares; what is not shared out is vented. Uses without gas are left out. */
export function destinationsOf(sums: CoreSums, { drained_m3, percents, efficiencies }: ScenarioShares): ScenarioCase {
  const used = USES.filter((use) => percents[use] > 0).map((kind): Destination => {
    const efficiency = efficiencies[kind];
    if (efficiency === undefined) throw new BalanceRefused([{ field: kind, message: NO_EFFICIENCY }]);
    return { kind, volume_m3: sums.share(drained_m3, percents[kind]), efficiency };
  });
  const destined = sums.sum(used.map(({ volume_m3 }) => volume_m3));
  // More than is drained is refused; less is vented.
  if (destined > drained_m3) refuseLostGas(drained_m3, destined);
  const left = sums.difference(destined, drained_m3).difference;
  const vented: Destination[] = left > 0 ? [{ kind: 'vented', volume_m3: left, efficiency: 0 }] : [];
  return { drained_m3, destinations: [...used, ...vented] };
}

const NO_EFFICIENCY = 'Укажите долю уничтожения от 0 до 1 по паспорту или замеру: норматива для этой установки нет.';

/**
 * The balance of an object under a scenario. What the coal releases stays: where gross emissions are measured, gas that is drained
 * besides leaves the ventilation air.
 */
export function underScenario(sums: CoreSums, present: MethaneBalanceCase, scenario: ScenarioCase): MethaneBalanceCase {
  const { drained_m3, destinations } = scenario;
  const { ventilation_t, density_kg_m3 } = present;
  if (ventilation_t === undefined) return { ...present, drained_m3, destinations };
  const more = sums.difference(present.drained_m3, drained_m3).difference;
  const left = sums.difference(sums.ratio(more, 1000, density_kg_m3) ?? 0, ventilation_t).difference;
  return { ...present, ventilation_t: left, drained_m3, destinations };
}

/** Faults of a scenario that a person sends: its destinations hold what is drained, no more and no less, and vented gas is not destroyed. */
export function scenarioFaults(sums: CoreSums, { drained_m3, destinations }: Scenario): readonly Fault[] {
  const lively = destinations.findIndex(({ kind, efficiency }) => kind === 'vented' && efficiency !== 0);
  if (lively >= 0) {
    return [
      { field: `destinations.${lively}.efficiency`, message: 'Газ, выпущенный в атмосферу, не уничтожен: укажите 0.' },
    ];
  }
  try {
    refuseLostGas(drained_m3, sums.sum(destinations.map(({ volume_m3 }) => volume_m3)));
    return [];
  } catch (error) {
    if (error instanceof BalanceRefused) return error.faults;
    throw error;
  }
}

/** What the decision table of utilisation says of drained gas. */
export interface ProposedUses {
  /** Row of the table. */
  readonly rule: number;
  /** Number of the technology, from 1. */
  readonly technology: number;
  readonly uses: readonly Use[];
  /** m³ of pure CH4 a minute. */
  readonly flow: number;
}

/** Uses that the decision table proposes for gas of `percent` % CH4, drained in `days` days; undefined outside of the table. */
export function proposedUses(
  core: Core,
  sums: CoreSums,
  { percent, drained_m3, days }: { readonly percent: number; readonly drained_m3: number; readonly days: number },
): ProposedUses | undefined {
  const flow = sums.ratio(drained_m3, days * DAY_MINUTES);
  if (flow === undefined) return undefined;
  const [rule = 0, technology = 0] = core.run('recycle_technology', [percent, flow], 2);
  if (rule === 0) return undefined;
  const proposed: readonly string[] = technologyDestinations(technology);
  return { rule, technology, flow, uses: USES.filter((use) => proposed.includes(use)) };
}
