import { parseDecimal } from '#core/contract/decimal.ts';
import type { Scenario } from '#core/contract/inventory_settings.ts';
import type { CoreMemory } from '#core/core_memory.ts';
import { CoreSums } from '#core/inventory/core_sums.ts';
import { BalanceRefused, type MethaneBalanceCase } from '#core/inventory/methane_balance.ts';
import {
  destinationsOf,
  grossVolume,
  type ProposedUses,
  proposedUses,
  type ScenarioShares,
  sharesOf,
  USES,
  type Use,
} from '#core/inventory/scenario.ts';
import { type ScenarioResult, scenarioCost, scenarioResult } from '#core/inventory/scenario_result.ts';
import type { Core } from '#core/load.ts';

type Cost = NonNullable<Scenario['cost']>;

/** Figures of a measure that a person types. Nothing of it is shipped. */
export const COST_FIELDS = ['investment', 'operation', 'revenue', 'rate', 'years'] as const satisfies (keyof Cost)[];

/** What is set on the screen, beside the shares. */
interface Settings {
  readonly shares: ScenarioShares;
  readonly methane_percent: number | undefined;
  /** Rate in %; a field that is empty is left out. */
  readonly cost: Readonly<Partial<Cost>>;
}

/** A field that is typed wrongly, and why. */
export type LiveFaults = Readonly<Record<string, string>>;

/** What the screen shows of the settings at one moment. */
export interface LiveState extends Settings {
  readonly faults: LiveFaults;
  /** Drained gas, % of what is released. */
  readonly drainedPercent: number;
  readonly gross_m3: number;
  /** m³, by destination; what is left over is vented. */
  readonly volumes: Readonly<Record<Use | 'vented', number>>;
  /** Undefined where `refused` says why nothing can be computed. */
  readonly result: ScenarioResult | undefined;
  readonly refused: string | undefined;
  readonly annual_cost: number | undefined;
  readonly cost_per_t: number | undefined;
  /** Undefined without a concentration. */
  readonly proposed: ProposedUses | undefined;
}

interface LiveContext {
  readonly core: Core;
  readonly memory: CoreMemory;
  readonly present: MethaneBalanceCase;
  /** Days of the project's period. */
  readonly days: number;
}

const PERCENT = { max: 100, message: 'Укажите число от 0 до 100.' };
const SHARE = { max: 1, message: 'Укажите долю от 0 до 1.' };
const YEARS = { max: 100, message: 'Срок — целое число лет от 1 до 100.' };
const AMOUNT = { max: Number.MAX_VALUE, message: 'Укажите число не меньше 0.' };

/**
 * A scenario while it is set: plain values that a slider changes at every frame, without React. The core computes; every change keeps
 * Σ destinations ≤ drained ≤ released.
 */
export class LiveScenario {
  readonly #context: LiveContext;
  readonly #sums: CoreSums;
  readonly #gross: number;
  #settings: Settings;
  #faults: LiveFaults = {};

  constructor(context: LiveContext, stored: Scenario | undefined) {
    this.#context = context;
    this.#sums = new CoreSums(context.memory);
    this.#gross = grossVolume(this.#sums, context.present);
    const { rate, ...cost } = stored?.cost ?? {};
    this.#settings = {
      shares: sharesOf(context.core, this.#sums, stored ?? context.present),
      methane_percent: stored?.methane_percent ?? undefined,
      cost: { ...cost, ...(rate !== undefined && { rate: this.#sums.ratio(rate, 1, 100) ?? 0 }) },
    };
  }

  /** Takes the value of a slider or a text field by its name. */
  set(name: string, text: string): void {
    const { [name]: _mended, ...faults } = this.#faults;
    this.#faults = faults;
    const [group, field = ''] = name.split('.');
    const typed = text.trim() === '' ? undefined : parseDecimal(text);
    if (group === 'slide') this.#slide(field, Number(text));
    else if (typed && !typed.ok) this.#fault(name, typed.message);
    else this.#setTyped(name, typed?.value);
  }

  /** Everything that the screen shows now. */
  state(): LiveState {
    const { shares, methane_percent } = this.#settings;
    const { core, days, memory } = this.#context;
    const volume = (use: Use) => this.#sums.share(shares.drained_m3, shares.percents[use]);
    const used = USES.map((use) => [use, volume(use)] as const);
    const destined = this.#sums.sum(used.map(([, volume_m3]) => volume_m3));
    const vented = Math.max(0, this.#sums.difference(destined, shares.drained_m3).difference);
    const { result, refused } = this.#result();
    const cost = this.#cost();
    const costed = cost && result && scenarioCost(memory, { name: '', cost }, result.saved_t);
    return {
      ...{ ...this.#settings, faults: this.#faults, gross_m3: this.#gross, result, refused },
      drainedPercent: this.#sums.ratio(shares.drained_m3, this.#gross, 100) ?? 0,
      volumes: { ...(Object.fromEntries(used) as Record<Use, number>), vented },
      ...{ annual_cost: costed?.annual_cost, cost_per_t: costed?.cost_per_t },
      proposed:
        methane_percent === undefined
          ? undefined
          : proposedUses(core, this.#sums, { percent: methane_percent, drained_m3: shares.drained_m3, days }),
    };
  }

  /** The scenario to save: undefined where something is typed wrongly or cannot be computed. */
  toScenario(name: string, object: string): Scenario | undefined {
    if (Object.keys(this.#faults).length > 0 || this.#result().refused !== undefined) return undefined;
    const { drained_m3, destinations } = destinationsOf(this.#sums, this.#settings.shares);
    const { methane_percent = null } = this.#settings;
    return { name, object, drained_m3, methane_percent, destinations: [...destinations], cost: this.#cost() ?? null };
  }

  #result(): Pick<LiveState, 'result' | 'refused'> {
    try {
      const chosen = destinationsOf(this.#sums, this.#settings.shares);
      const result = scenarioResult(this.#context.memory, this.#context.present, chosen);
      return { result, refused: undefined };
    } catch (error) {
      if (!(error instanceof BalanceRefused)) throw error;
      return { result: undefined, refused: error.faults.map(({ message }) => message).join(' ') };
    }
  }

  /** The cost once years are typed; amounts that are left out are 0. */
  #cost(): Cost | undefined {
    const { years, rate = 0, investment = 0, operation = 0, revenue = 0 } = this.#settings.cost;
    if (years === undefined) return undefined;
    return { investment, operation, revenue, years, rate: this.#sums.ratio(rate, 100) ?? 0 };
  }

  #slide(field: string, percent: number): void {
    if (field === 'drained') this.#changeShares({ drained_m3: this.#sums.share(this.#gross, percent) });
    else this.#setPercent(field as Use, percent);
  }

  #setTyped(name: string, value: number | undefined): void {
    const [group, field = ''] = name.split('.');
    const { efficiencies } = this.#settings.shares;
    const most = { max: this.#gross, message: 'Больше, чем выделяется на объекте: уменьшите объём.' };
    if (name === 'methane') this.#bounded(name, value, PERCENT, () => this.#change({ methane_percent: value }));
    else if (name === 'drained') this.#bounded(name, value, most, () => this.#changeShares({ drained_m3: value ?? 0 }));
    else if (group === 'cost') this.#setCost(name, field as keyof Cost, value);
    else if (group === 'percent') this.#bounded(name, value, PERCENT, () => this.#setPercent(field as Use, value ?? 0));
    else
      this.#bounded(name, value, SHARE, () =>
        this.#changeShares({ efficiencies: { ...efficiencies, [field]: value } }),
      );
  }

  /** A share ends where the others leave nothing. */
  #setPercent(use: Use, percent: number): void {
    const { percents } = this.#settings.shares;
    const others = this.#sums.sum(USES.filter((one) => one !== use).map((one) => percents[one]));
    const left = Math.max(0, this.#sums.difference(others, 100).difference);
    this.#changeShares({ percents: { ...percents, [use]: Math.min(percent, left) } });
  }

  #setCost(name: string, field: keyof Cost, value: number | undefined): void {
    const isWhole = value === undefined || (Number.isInteger(value) && value >= 1);
    const bounds = field === 'years' ? YEARS : field === 'rate' ? PERCENT : AMOUNT;
    const change = () => {
      const { [field]: _before, ...others } = this.#settings.cost;
      this.#change({ cost: value === undefined ? others : { ...others, [field]: value } });
    };
    if (field === 'years' && !isWhole) this.#fault(name, YEARS.message);
    else this.#bounded(name, value, bounds, change);
  }

  #bounded(
    name: string,
    value: number | undefined,
    { max, message }: { readonly max: number; readonly message: string },
    apply: () => void,
  ): void {
    if (value !== undefined && (value < 0 || value > max)) this.#fault(name, message);
    else apply();
  }

  #fault(name: string, message: string): void {
    this.#faults = { ...this.#faults, [name]: message };
  }

  #changeShares(changes: Partial<ScenarioShares>): void {
    this.#change({ shares: { ...this.#settings.shares, ...changes } });
  }

  #change(changes: Partial<Settings>): void {
    this.#settings = { ...this.#settings, ...changes };
  }
}
