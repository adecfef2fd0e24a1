import { MeasureRefused, type SeriesMapping } from './mapping.ts';
import type { SeriesReader } from './series_reader.ts';
import { clockChange, zoneOffset } from './zone.ts';

/** Sums of a period. Tonnes of CH4, hours; % vol; m³/min at 20 °C. */
export interface MeasuredPeriod {
  readonly tonnes: number;
  /** The part of `tonnes` that stands for readings which are not there. */
  readonly tonnesSubstituted: number;
  readonly hoursMeasured: number;
  readonly hoursSubstituted: number;
  readonly hoursFanOff: number;
  /** Measured share of the hours in which the fan ran; undefined where it never did. */
  readonly coverage: number | undefined;
  readonly meanC: number | undefined;
  readonly meanFlow: number | undefined;
  readonly minC: number | undefined;
  readonly maxC: number | undefined;
  readonly substituted: Readonly<Record<SubstitutionReason, number>>;
}

/** Why time is substituted, in the order of the core (`assembly/measured/row.ts`). */
export const SUBSTITUTION_REASONS = ['no_rows', 'blank', 'out_of_range', 'stuck', 'calibration'] as const;

export type SubstitutionReason = (typeof SUBSTITUTION_REASONS)[number];

/** An hour with substituted time: its start by the clock of the mine, and hours by reason. */
export interface SubstitutedHour {
  readonly start: number;
  readonly hours: Readonly<Record<SubstitutionReason, number>>;
  readonly tonnes: number;
}

/** Uncertainty of the tonnes, % at 95 %: what averages out, what does not, both; undefined where errors are not stated. */
export interface SeriesUncertainty {
  readonly random: number;
  readonly concentration: number;
  readonly flow: number;
  readonly total: number;
  /** Effective number of independent hours. */
  readonly effectiveHours: number;
}

/** What a file of readings comes to. */
export interface MeasuredSeries {
  /** Rows of the file that hold something. */
  readonly rows: number;
  /** Rows dropped: of a time that was already there, and after a leap of the clock. */
  readonly duplicates: number;
  readonly leaps: number;
  readonly stepMs: number;
  readonly total: MeasuredPeriod;
  /** Month as `YYYY-MM`, or as its number from 1 where rows have no dates. */
  readonly months: readonly { readonly month: string; readonly period: MeasuredPeriod }[];
  readonly substitutedHours: readonly SubstitutedHour[];
  readonly uncertainty: SeriesUncertainty | undefined;
}

/** Numbers that the core writes of a period, and where the hours by reason begin. */
const WRITTEN = 15;
const REASONS_AT = 10;

/** Columns of the counts of a reading: five reasons, then good ones. */
const COUNTS = 6;
const READINGS = [
  ['c', 'концентрации'],
  ['flow', 'скорости или расхода'],
  ['t', 'температуры'],
  ['p', 'давления'],
] as const;

/** The result of a reader that has ended. Throws MeasureRefused where no figure can be made of the file. */
export function measuredSeries({ memory, stepMs }: SeriesReader, mapping: SeriesMapping): MeasuredSeries {
  const call = (name: string, ...args: number[]) => memory.function(name)(...args);
  const rows = call('measured_rows');
  const [duplicates, leaps] = [call('measured_duplicates'), call('measured_leaps')];
  if (rows === 0) throw new MeasureRefused('В файле нет ни одной строки показаний.');
  refuseUseless(new Float64Array(memory.buffer, call('measured_counts', rows), READINGS.length * COUNTS), mapping);
  if (leaps > rows / 2) {
    throw new MeasureRefused(
      `Строк, время которых раньше предыдущих: ${leaps} из ${rows}. Расположите строки файла по времени, от ранних к поздним.`,
    );
  }
  const buckets = call('measured_buckets');
  const first = call('measured_bucket_time', 0);
  refuseClockChange(mapping, first, call('measured_bucket_time', buckets - 1));
  const period = (from: number, to: number): MeasuredPeriod => {
    call('measured_sum', from, to);
    return periodOf(new Float64Array(memory.buffer, call('measured_written'), WRITTEN));
  };
  const months: { month: string; period: MeasuredPeriod }[] = [];
  const isDated = !('stepS' in mapping.time) || mapping.time.start !== undefined;
  for (let from = 0, to = 0; from < buckets; from = to) {
    const month = call('measured_bucket_month', from);
    while (to < buckets && (!isDated || call('measured_bucket_month', to) === month)) to++;
    months.push({ month: isDated ? monthName(month) : '1', period: period(from, to) });
  }
  const substitutedHours = Array.from({ length: buckets }, (_, index) => index).flatMap((index) => {
    const { hoursSubstituted, substituted, tonnesSubstituted } = period(index, index + 1);
    if (hoursSubstituted === 0) return [];
    return [{ start: call('measured_bucket_time', index), hours: substituted, tonnes: tonnesSubstituted }];
  });
  const total = period(0, buckets);
  const { uncertainty: errors } = mapping;
  if (errors) call('measured_uncertainty', errors.c, total.meanC ?? Number.NaN, errors.velocity, errors.section);
  const uncertainty = errors && uncertaintyOf(new Float64Array(memory.buffer, call('measured_uncertainty_written'), 5));
  return { rows, duplicates, leaps, stepMs, total, months, substitutedHours, uncertainty };
}

function periodOf(written: Float64Array): MeasuredPeriod {
  const [tonnes = 0, tonnesSubstituted = 0, hoursMeasured = 0, hoursSubstituted = 0, hoursFanOff = 0] = written;
  const [coverage, meanC, meanFlow, minC, maxC] = written.subarray(5);
  const hours = (reason: number) => written[REASONS_AT + reason] ?? 0;
  return {
    ...{ tonnes, tonnesSubstituted, hoursMeasured, hoursSubstituted, hoursFanOff },
    ...{ coverage: finite(coverage), meanC: finite(meanC), meanFlow: finite(meanFlow) },
    ...{ minC: finite(minC), maxC: finite(maxC) },
    substituted: { no_rows: hours(0), blank: hours(1), out_of_range: hours(2), stuck: hours(3), calibration: hours(4) },
  };
}

function uncertaintyOf(written: Float64Array): SeriesUncertainty {
  const [random = 0, concentration = 0, flow = 0, total = 0, effectiveHours = 0] = written;
  return { random, concentration, flow, total, effectiveHours };
}

function finite(value: number | undefined): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

function monthName(month: number): string {
  return `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`;
}

/** A reading of which no value is good, or of which most are out of range, makes no figure: its unit or its column is wrong. */
function refuseUseless(counts: Float64Array, mapping: SeriesMapping): void {
  for (const [index, [kind, name]] of READINGS.entries()) {
    const reading = mapping[kind];
    if (!reading || !('column' in reading)) continue;
    const [, , outOfRange = 0, , , good = 0] = counts.subarray(index * COUNTS, (index + 1) * COUNTS);
    if (outOfRange > good) {
      throw new MeasureRefused(
        `${kind}: значения ${name} вне диапазона в ${outOfRange} строках, в диапазоне — в ${good}. Проверьте единицу (unit) и столбец.`,
      );
    }
    if (good === 0) {
      throw new MeasureRefused(
        `${kind}: в файле нет ни одного годного значения ${name}. Проверьте столбец, decimal и правила очистки.`,
      );
    }
  }
}

/** A clock that is set twice a year makes an hour of no rows and an hour of two. */
function refuseClockChange({ time }: SeriesMapping, from: number, to: number): void {
  if (!('columns' in time) || time.zone === undefined) return;
  const change = clockChange(time.zone, from, to);
  if (!change) return;
  const offset = (zoneOffset(time.zone, from) ?? 0) / HOUR;
  const fixed = `${offset < 0 ? '-' : '+'}${String(Math.abs(offset)).padStart(2, '0')}:00`;
  throw new MeasureRefused(
    `time.zone: часы пояса «${time.zone}» переводят ${change.toISOString().slice(0, 10)}, внутри ряда. ` +
      `Выгрузите ряд в поясе без перевода (UTC или ${fixed}) и укажите его.`,
  );
}

const HOUR = 3_600_000;
