import type { DestinationKind } from '../contract/destinations.ts';
import type { Fault } from '../contract/errors.ts';
import { russianNumber } from '../contract/russian.ts';
import type { CoreMemory } from '../core_memory.ts';

export { DESTINATION_KINDS, type DestinationKind } from '../contract/destinations.ts';

/**
 * A part of the drained methane: volume in m³ of pure CH4, and the share that the mine does not
 * release to the air, 0…1.
 */
export interface Destination {
  readonly kind: DestinationKind;
  readonly volume_m3: number;
  readonly efficiency: number;
}

/**
 * The methane data of a mine for one period. Gross emissions have one source: a factor (`ef_m3_t`)
 * or a measurement (`ventilation_t`).
 */
export interface MethaneBalanceCase {
  /** Coal mined, t. */
  readonly coal_t: number;
  /** Methane released per tonne of coal, m³/t; includes drained gas. */
  readonly ef_m3_t?: number | undefined;
  /** Methane of the ventilation air, t; excludes drained gas. */
  readonly ventilation_t?: number | undefined;
  readonly post_mining_ef_m3_t: number;
  /** Drained methane, m³ of pure CH4: the sum of the destinations' volumes. */
  readonly drained_m3: number;
  readonly density_kg_m3: number;
  /** t CO2-eq per t CH4. */
  readonly gwp: number;
  readonly destinations: readonly Destination[];
}

/** The methane balance: t, t CO2-eq, m³/t and share of gross. */
export interface MethaneBalance {
  readonly gross_t: number;
  readonly post_mining_t: number;
  /** Methane burnt, oxidised and sold, t, over all destinations. */
  readonly destroyed_t: number;
  /** Methane released to the air, t: gross + post-mining − destroyed. */
  readonly ch4_t: number;
  /** CO2 of flares, t; CO2 of energy use is reported under combustion. */
  readonly co2_t: number;
  readonly co2e_t: number;
  /** Implied emission factor, m³/t; undefined if no coal is mined. */
  readonly implied_ef_m3_t: number | undefined;
  /** Drained share of gross; undefined if gross is 0. */
  readonly recovery: number | undefined;
}

/**
 * The case cannot be computed. Each fault names its field, the cause and the next step, in Russian.
 */
export class BalanceRefused extends Error {
  override readonly name = 'BalanceRefused';
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(faults.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join('\n'));
    this.faults = faults;
  }
}

/**
 * Relative difference between drained gas and the sum of its destinations that counts as rounding.
 */
const ROUNDING = 1e-9;

/** Count of the numbers that the core writes. */
const WRITTEN = 9;

/**
 * Computes the balance in the core. `memory` is cleared first; one memory serves many balances.
 * Throws BalanceRefused if the destinations do not add up to the drained gas or destroy more than
 * is released.
 */
export function methaneBalance(memory: CoreMemory, balance: MethaneBalanceCase): MethaneBalance {
  const { coal_t, ef_m3_t = Number.NaN, ventilation_t = Number.NaN, destinations, drained_m3 } = balance;
  memory.clear();
  const column = (value: (destination: Destination) => number) => memory.place(Float64Array.from(destinations, value));
  memory.function('methane_balance')(
    ...[coal_t, ef_m3_t, ventilation_t, balance.post_mining_ef_m3_t, drained_m3, balance.density_kg_m3, balance.gwp],
    ...[destinations.length, column(({ volume_m3 }) => volume_m3), column(({ efficiency }) => efficiency)],
    column(({ kind }) => Number(kind === 'flare')),
  );
  const written = new Float64Array(memory.buffer, memory.function('written_ptr')(), WRITTEN);
  const [
    gross_t = 0,
    post_mining_t = 0,
    destroyed_t = 0,
    ch4_t = 0,
    co2_t = 0,
    co2e_t = 0,
    ef,
    recovery,
    destined = 0,
  ] = written;
  refuseLostGas(drained_m3, destined);
  if (ch4_t < 0) throw new BalanceRefused([{ field: 'destinations', message: destroysTooMuch(-ch4_t) }]);
  return {
    ...{ gross_t, post_mining_t, destroyed_t, ch4_t, co2_t, co2e_t },
    ...{ implied_ef_m3_t: numberOrNothing(ef), recovery: numberOrNothing(recovery) },
  };
}

/** Throws BalanceRefused where drained gas and its destinations, m³, differ by more than rounding. */
export function refuseLostGas(drained: number, destined: number): void {
  const difference = destined - drained;
  if (Math.abs(difference) <= ROUNDING * Math.max(drained, destined)) return;
  const gap = `${russianNumber(Math.abs(difference))} м³`;
  const sums = `Извлечено дегазацией ${russianNumber(drained)} м³, по назначениям ${russianNumber(destined)} м³`;
  const step =
    difference < 0
      ? `не хватает ${gap}. Добавьте назначение; выпущенный в атмосферу газ — «vented».`
      : `лишние ${gap}. Исправьте объёмы назначений или drained_m3.`;
  throw new BalanceRefused([{ field: 'destinations', message: `${sums}: ${step}` }]);
}

function destroysTooMuch(excess: number): string {
  return `Уничтожено на ${russianNumber(excess)} т CH₄ больше, чем выделилось. Проверьте коэффициент, добычу и объём дегазации.`;
}

function numberOrNothing(value: number | undefined): number | undefined {
  return Number.isNaN(value) ? undefined : value;
}
