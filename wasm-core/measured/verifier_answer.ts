import { counted, russianNumber } from '../contract/russian.ts';
import type { SeriesMapping } from './mapping.ts';
import { type MeasuredPeriod, type MeasuredSeries, SUBSTITUTION_REASONS } from './measured_series.ts';

/** Coverage below which a year is no level 3: chosen, no norm. */
const LEVEL_3_COVERAGE = 0.9;

/** Mean C that air of a mine hardly has: the lower explosive limit is near. % vol. */
const UNUSUAL_C = 4;

/** Methane of the open air, 1.9 ppm (NOAA Global Monitoring Laboratory): air of a mine has more. % vol. */
const ATMOSPHERIC_C = 0.00019;

const REASON_NAMES = {
  no_rows: 'нет строк',
  blank: 'нет значения',
  out_of_range: 'вне диапазона',
  stuck: 'датчик застыл',
  calibration: 'калибровка',
} as const satisfies Record<(typeof SUBSTITUTION_REASONS)[number], string>;

/** The object that a verifier gets. */
export function measuredJson({ rows, total, months }: MeasuredSeries, sha256: string) {
  return {
    rows,
    ...sums(total),
    by_month: months.map(({ month, period }) => ({ month, ...sums(period) })),
    sha256,
  };
}

function sums({ tonnes, hoursMeasured, hoursSubstituted, hoursFanOff, coverage }: MeasuredPeriod) {
  return {
    tonnes,
    hours_measured: hoursMeasured,
    hours_substituted: hoursSubstituted,
    hours_fan_off: hoursFanOff,
    coverage: coverage ?? null,
  };
}

/** What the object does not say: means, substitutions by hour and reason, uncertainty. */
export function measuredDetails({ total, months, substitutedHours, uncertainty, ...series }: MeasuredSeries) {
  return {
    step_s: series.stepMs / 1000,
    duplicates: series.duplicates,
    clock_leaps: series.leaps,
    total: details(total),
    months: months.map(({ month, period }) => ({ month, ...details(period) })),
    substituted_hours: substitutedHours.map(({ start, hours, tonnes }) => ({
      hour: new Date(start).toISOString().slice(0, 16).replace('T', ' '),
      tonnes,
      ...Object.fromEntries(Object.entries(hours).filter(([, value]) => value > 0)),
    })),
    uncertainty_percent: uncertainty ?? null,
  };
}

function details(period: MeasuredPeriod) {
  const { tonnesSubstituted, meanC = null, meanFlow = null, minC = null, maxC = null, substituted } = period;
  return {
    ...sums(period),
    tonnes_substituted: tonnesSubstituted,
    mean_c_percent: meanC,
    mean_flow_20c_m3_min: meanFlow,
    min_c_percent: minC,
    max_c_percent: maxC,
    substituted_by_reason: substituted,
  };
}

/** Sentences about a series that a verifier must know, in Russian. */
export function measuredNotes(series: MeasuredSeries, mapping: SeriesMapping): string[] {
  const { total, duplicates, leaps, uncertainty } = series;
  const notes: string[] = [];
  const hours = (value: number) => `${russianNumber(value)} ч`;
  if (total.hoursSubstituted > 0) {
    const reasons = SUBSTITUTION_REASONS.filter((reason) => total.substituted[reason] > 0);
    const list = reasons.map((reason) => `${REASON_NAMES[reason]} — ${hours(total.substituted[reason])}`).join(', ');
    notes.push(`Замещено ${hours(total.hoursSubstituted)} (40 CFR 98.325(b)): ${list}.`);
  }
  if (total.coverage !== undefined && total.coverage < LEVEL_3_COVERAGE) {
    notes.push(
      `Измерено ${russianNumber(100 * total.coverage)} % времени работы вентилятора, меньше 90 %: не уровень 3.`,
    );
  }
  if (duplicates > 0) {
    notes.push(
      `Пропущено: ${counted(duplicates, 'строка', 'строки', 'строк')} с тем же временем, что в строке до неё.`,
    );
  }
  if (leaps > 0) {
    notes.push(
      `Пропущено: ${counted(leaps, 'строка', 'строки', 'строк')} со сбоем часов (время раньше уже прочитанного).`,
    );
  }
  if (total.meanC !== undefined && total.meanC > UNUSUAL_C) {
    notes.push(
      `Средняя концентрация ${russianNumber(total.meanC)} % об. необычна для шахтного воздуха. Проверьте единицу c.unit.`,
    );
  }
  if (total.meanC !== undefined && total.meanC > 0 && total.meanC < ATMOSPHERIC_C) {
    notes.push(
      `Средняя концентрация ${russianNumber(total.meanC)} % об. меньше, чем в атмосфере. Проверьте единицу c.unit.`,
    );
  }
  notes.push(...constantNotes(mapping), ...uncertaintyNotes(uncertainty));
  return notes;
}

function constantNotes({ t, p }: SeriesMapping): string[] {
  const constants = [
    t && 'constant' in t ? `температура ${russianNumber(t.constant)} °C` : '',
    p && 'constant' in p ? `давление ${russianNumber(p.constant)} кПа` : '',
  ].filter((text) => text !== '');
  return constants.length > 0 ? [`Принято постоянным: ${constants.join(', ')}.`] : [];
}

function uncertaintyNotes(uncertainty: MeasuredSeries['uncertainty']): string[] {
  if (!uncertainty) return [];
  const { random, concentration, flow, total } = uncertainty;
  const percent = (value: number) => `${russianNumber(Math.round(value * 100) / 100)} %`;
  const parts = `датчик ${percent(concentration)}, расход ${percent(flow)}, случайная ${percent(random)}`;
  const largest = concentration > flow ? 'более точный датчик C' : 'более точный замер расхода и сечения';
  const advice = Math.max(concentration, flow) > random ? ` Больше показаний её не уменьшит, поможет ${largest}.` : '';
  return [`Неопределённость ± ${percent(total)} (95 %): ${parts}.${advice}`];
}
