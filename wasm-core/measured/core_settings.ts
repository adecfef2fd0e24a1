import type { CoreMemory } from '../core_memory.ts';
import type { ColumnName, SeriesMapping, UnitConversion } from './mapping.ts';
import type { CompiledTimeFormat } from './time_format.ts';

/** Numbers of the readings in the core (`assembly/measured/row.ts`). */
export const READING_INDEX = { c: 0, flow: 1, t: 2, p: 3 } as const;

export type ReadingKind = keyof typeof READING_INDEX;

/** Role of the first time column (`assembly/measured/scan.ts`); those of the readings count from 1. */
const TIME_ROLE = 8;

/** Ranges of good readings, and of those that can be at all: °C and kPa of a mine, with a wide margin. */
const TEMPERATURES = [-60, 100, -90, 200] as const;
const PRESSURES = [50, 150, 30, 300] as const;

/** A flow sensor drifts a little below 0 when the fan is off. m/s, m³/min. */
const VELOCITIES = [-0.5, 60, -60, 60] as const;
const FLOWS = [-100, 900_000, -900_000, 900_000] as const;
const CONCENTRATIONS = [-100, 100] as const;

/** A leap of the clock forward is longer than so many usual steps. */
const LEAP_STEPS = 10;

const IDENTITY: UnitConversion = { multiplier: 1, divisor: 1, addend: 0 };

/** Tells the core what a file's columns hold. */
export function setColumns(
  memory: CoreMemory,
  mapping: SeriesMapping,
  delimiter: string,
  columns: ReadonlyMap<ColumnName, number>,
): void {
  const comma = mapping.decimal === ',' || (mapping.decimal === undefined && delimiter !== ',');
  memory.function('measured_signs')(delimiter.charCodeAt(0), comma ? 44 : 0);
  const set = (name: ColumnName, role: number) => memory.function('measured_column')(columns.get(name) ?? 0, role);
  if ('columns' in mapping.time) for (const [part, name] of mapping.time.columns.entries()) set(name, TIME_ROLE + part);
  for (const kind of ['c', 'flow', 't', 'p'] as const) {
    const reading = mapping[kind];
    if (reading && 'column' in reading) set(reading.column, READING_INDEX[kind] + 1);
  }
}

/** Tells the core how times are written; `zoneMs`: ms by which the clock of the mine is ahead of UTC. */
export function setTimeFormat(memory: CoreMemory, { columns, count }: CompiledTimeFormat, zoneMs: number): void {
  for (const [column, steps] of columns.entries()) {
    const address = memory.function('measured_time_format')(column);
    new Int32Array(memory.buffer, address, steps.length + 1).set([...steps, 0]);
  }
  memory.function('measured_zone')(zoneMs, count?.unitMs ?? 1, count?.epochMs ?? 0);
}

/** Tells the core the units, the point, the rules; `stepMs`: the usual step of the file. */
export function setPoint(memory: CoreMemory, mapping: SeriesMapping, stepMs: number): void {
  const { t, p, cleaning, c, flow } = mapping;
  const unit = (kind: ReadingKind, { multiplier, divisor, addend }: UnitConversion) =>
    memory.function('measured_unit')(READING_INDEX[kind], multiplier, divisor, addend);
  const constant = (reading: SeriesMapping['t']) => (reading && 'constant' in reading ? reading.constant : Number.NaN);
  for (const kind of ['c', 'flow', 't', 'p'] as const) {
    const reading = mapping[kind];
    unit(kind, reading && 'unit' in reading ? reading.unit : IDENTITY);
  }
  memory.function('measured_point')(
    ...[Number(flow.isVelocity), mapping.areaM2, mapping.anemometerFactor, Number(t !== undefined)],
    ...[constant(t), constant(p), mapping.waterShare, mapping.densityKgM3 ?? memory.function('measured_density')()],
  );
  const range = (kind: ReadingKind, good: readonly number[], possible: readonly number[]) => {
    const [low = 0, high = 0] = cleaning.range ? good : [-Infinity, Infinity];
    memory.function('measured_range')(READING_INDEX[kind], low, high, possible[0] ?? 0, possible[1] ?? 0);
  };
  range('c', [c.min, c.max], CONCENTRATIONS);
  const flows = flow.isVelocity ? VELOCITIES : FLOWS;
  range('flow', flows, flows.slice(2));
  range('t', TEMPERATURES, TEMPERATURES.slice(2));
  range('p', PRESSURES, PRESSURES.slice(2));
  const gapMs = mapping.gapS === undefined ? 1.5 * stepMs : mapping.gapS * 1000;
  memory.function('measured_rule')(Number(mapping.rule === 'trapezoid'), stepMs, gapMs, cleaning.fanOff ?? -Infinity);
  memory.function('measured_clock')(Number(cleaning.clock), LEAP_STEPS * Math.max(stepMs, gapMs));
  memory.function('measured_stuck')(cleaning.stuck ?? 0);
  const spans = Float64Array.from(cleaning.calendar.flatMap(({ from, to }) => [from, to]));
  memory.function('measured_calibrations')(memory.place(spans), cleaning.calendar.length);
  const { min, max, maxMinutes, rise } = cleaning.pulses ?? { min: 0, max: 0, maxMinutes: 0, rise: 0 };
  memory.function('measured_pulses')(Number(cleaning.pulses !== undefined), min, max, maxMinutes * 60_000, rise);
}
