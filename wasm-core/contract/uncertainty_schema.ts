import * as z from 'zod/mini';
import { ABSOLUTE_SHAPES, EVIDENCE, type UncertaintyLaw } from './uncertainty_law.ts';
import { described, type Wire } from './wire.ts';

/** Laws that a person may state; `none`: the number is taken as exact. */
export const LAW_NAMES = ['symmetric', 'factor', 'absolute', 'uniform', 'triangular', 'none'] as const;

/** Longest reason and longest name of a group, characters. */
export const REASON_LENGTH = 500;
export const GROUP_LENGTH = 100;

const lawShape = {
  law: z.enum(LAW_NAMES),
  percent: z.exactOptional(described(z.number(), 'symmetric: ± % значения')),
  factor: z.exactOptional(described(z.number(), 'factor: от значение/factor до значение·factor')),
  half: z.exactOptional(described(z.number(), 'absolute: ± в единице величины')),
  shape: z.exactOptional(z.enum(ABSOLUTE_SHAPES)),
  min: z.exactOptional(z.number()),
  mode: z.exactOptional(z.number()),
  max: z.exactOptional(z.number()),
};

const lawSchema = z.object(lawShape);

/** The uncertainty that a person states for an input instead of the default, and why. */
const overruledSchema = z.object({
  ...lawShape,
  reason: described(z.string(), 'Почему такая'),
  group: z.exactOptional(described(z.string(), 'Общая ошибка: у величин с одним названием она одна')),
});

/** Overruled uncertainties of a calculation by input. */
export const overruledUncertaintiesSchema = z.record(z.string(), overruledSchema);

export type OverruledUncertainty = UncertaintyLaw & { readonly reason: string; readonly group?: string };
export type OverruledUncertainties = Readonly<Record<string, OverruledUncertainty>>;

const tonnes = (text: string) => described(z.number(), `${text}, т CO₂-экв.`);
const percent = (text: string) => described(z.nullable(z.number()), `${text}, %`);

const rangeSchema = z.object({
  low: tonnes('Нижняя граница 95 %'),
  median: tonnes('Медиана'),
  high: tonnes('Верхняя граница 95 %'),
  low_percent: percent('Нижняя граница к итогу'),
  high_percent: percent('Верхняя граница к итогу'),
  low_rank: z.int(),
  median_rank: z.int(),
  high_rank: z.int(),
  low_error: described(z.number(), 'Ошибка нижней границы от конечного числа розыгрышей, доля'),
  high_error: described(z.number(), 'То же верхней'),
});

export type UncertaintyRange = Wire<typeof rangeSchema>;

const quantitySchema = z.object({
  id: described(z.string(), 'Величина; одна и та же во всех расчётах и годах, где её номер один'),
  label: z.string(),
  calculation: described(z.nullable(z.string()), 'Один из расчётов с этой величиной'),
  type: z.nullable(z.string()),
  input: z.string(),
  value: z.number(),
  unit: z.string(),
  law: lawSchema,
  source: z.string(),
  mark: described(z.nullable(z.enum(EVIDENCE)), 'null — задана человеком'),
  share: described(z.number(), 'Доля дисперсии итога'),
  low: tonnes('Итог, если величина у своей нижней границы'),
  high: tonnes('Итог, если у верхней'),
});

export type UncertainQuantity = Wire<typeof quantitySchema>;

const histogramSchema = z.object({
  from: tonnes('Начало первого столбца'),
  to: tonnes('Конец последнего'),
  counts: described(z.array(z.int()), 'Розыгрыши по столбцам; вне столбцов — остальные'),
});

/** The uncertainty of one total. Without an uncertain quantity `range` is null: it is not ± 0. */
export const totalUncertaintySchema = z.object({
  total: tonnes('Итог, как он посчитан'),
  range: z.nullable(rangeSchema),
  note: described(z.nullable(z.string()), 'Почему разброса нет'),
  mean: described(z.nullable(z.number()), 'Среднее, т CO₂-экв.'),
  sd: described(z.nullable(z.number()), 'Стандартное отклонение, т CO₂-экв.'),
  histogram: z.nullable(histogramSchema),
  quantities: described(z.array(quantitySchema), 'По убыванию доли дисперсии'),
  certain: described(z.array(z.string()), 'Расчёты, где неопределённость не задана'),
  n: described(z.int(), 'Розыгрышей'),
  totals_sha256: z.string(),
  plan_sha256: z.string(),
});

export type TotalUncertainty = Wire<typeof totalUncertaintySchema>;

const runShape = {
  engine: z.string(),
  seed: described(z.string(), 'Посев по номеру проекта'),
  centre: described(z.literal('median'), 'Заданное значение — медиана закона'),
  core_sha256: z.string(),
};

/** The uncertainty of one calculation. */
export const calculationUncertaintySchema = z.extend(totalUncertaintySchema, {
  ...runShape,
  stated: described(overruledUncertaintiesSchema, 'Что задано человеком'),
});

export type CalculationUncertainty = Wire<typeof calculationUncertaintySchema>;

const tableRowSchema = z.object({
  name: z.string(),
  base: tonnes('C: базовый год'),
  current: tonnes('D: отчётный год'),
  u_activity: described(z.number(), 'E, %'),
  u_factor: described(z.number(), 'F, %'),
  factor_correlated: z.boolean(),
  u_combined: described(z.number(), 'G, %'),
  contribution: described(z.nullable(z.number()), 'H, %²'),
  sensitivity_a: described(z.nullable(z.number()), 'I, %'),
  sensitivity_b: described(z.nullable(z.number()), 'J, %'),
  trend_factor: described(z.nullable(z.number()), 'K, %'),
  trend_activity: described(z.nullable(z.number()), 'L, %'),
  trend_contribution: described(z.nullable(z.number()), 'M, %²'),
});

export type UncertaintyTableRow = Wire<typeof tableRowSchema>;

const keyCategorySchema = z.object({
  name: z.string(),
  share: z.number(),
  cumulative: z.number(),
  is_key: z.boolean(),
});

export type KeyCategory = Wire<typeof keyCategorySchema>;

const approach1Schema = z.object({
  table: described(z.array(tableRowSchema), 'Таблица 3.2 МГЭИК, 2006, т. 1, гл. 3'),
  total: tonnes('ΣD'),
  base: tonnes('ΣC'),
  u_total: percent('Неопределённость итога ±'),
  trend: percent('Изменение к базовому году'),
  u_trend: described(z.nullable(z.number()), 'Неопределённость изменения ±, процентные пункты'),
  beyond: described(z.array(z.string()), 'Источники, для которых способ 1 не годится'),
});

export type Approach1 = Wire<typeof approach1Schema>;

const trendSchema = z.object({
  base_year: z.int(),
  base: tonnes('Итог базового года'),
  change: described(z.number(), 'Изменение, %'),
  low: described(z.number(), 'Нижняя граница 95 %, %'),
  median: z.number(),
  high: described(z.number(), 'Верхняя граница 95 %, %'),
});

export type UncertaintyTrend = Wire<typeof trendSchema>;

/** The uncertainty of a project's inventory by both approaches. */
export const inventoryUncertaintySchema = z.object({
  ...runShape,
  project: z.string(),
  year: z.int(),
  full: described(totalUncertaintySchema, 'Полная инвентаризация, способ 2'),
  mandatory: described(totalUncertaintySchema, 'Обязательный объём, способ 2'),
  approach_1: approach1Schema,
  trend: described(z.nullable(trendSchema), 'Изменение к прошлому году, способ 2; null — сравнить не с чем'),
  key_categories: z.object({
    level: z.array(keyCategorySchema),
    trend: z.array(keyCategorySchema),
    level_uncertainty: z.array(keyCategorySchema),
    trend_uncertainty: z.array(keyCategorySchema),
  }),
});

export type InventoryUncertainty = Wire<typeof inventoryUncertaintySchema>;

/** A plan of draws: the file that `npm run uncertainty` takes. */
export const uncertaintyPlanSchema = z.object({
  seed: z.string(),
  n: z.int(),
  inputs: z.record(z.string(), z.extend(lawSchema, { law: z.string(), value: z.number() })),
  calculations: z.array(
    z.object({
      id: z.string(),
      formula: z.string(),
      inputs: z.record(z.string(), z.string()),
      divisor: z.number(),
    }),
  ),
});
