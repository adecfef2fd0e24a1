import * as z from 'zod/mini';
import { GWP_SET_NAMES } from './gwp_sets.ts';
import { columnsSchema } from './inventory_schema.ts';
import { OBJECT_KIND_NAMES } from './object_kinds.ts';
import { count, described, type Wire } from './wire.ts';

const maybe = (text: string) => described(z.nullable(z.number()), text);

/** An object, or the company, in one year. */
const yearFiguresSchema = z.extend(columnsSchema, {
  year: z.int(),
  coal_t: described(z.number(), 'Добыча угля, т'),
  co2e_t_per_t: maybe('Полная инвентаризация на тонну угля, т CO₂-экв./т; null — добычи нет'),
});

const objectYearSchema = z.extend(yearFiguresSchema, {
  way: z.nullable(z.enum(['factor', 'measured'])),
  gross_t: described(z.number(), 'Выделение метана, т'),
  destroyed_t: described(z.number(), 'Уничтожено метана, т'),
  implied_ef_m3_t: maybe('Выделение на тонну угля, м³/т'),
  open_findings: described(count(), 'Замечаний об объекте без пояснения; с прошлым годом не сравнивается'),
  sources: z.array(z.object({ source: z.string(), label: z.string(), co2_t: z.number(), ch4_t: z.number() })),
});

export type ObjectYear = Wire<typeof objectYearSchema>;

const companyYearSchema = z.extend(yearFiguresSchema, {
  owned_co2e_t: described(z.number(), 'Полная инвентаризация с долей владения, т CO₂-экв.'),
  unassigned: described(columnsSchema, 'Не отнесено к объекту'),
  unassigned_count: described(count(), 'Расчётов, не отнесённых к объекту'),
  controls: described(count(), 'Контрольных расчётов: они не складываются'),
  open_findings: described(count(), 'Замечаний без пояснения; с прошлым годом не сравнивается'),
  projects: z.array(z.string()),
});

const partsSchema = z.object({
  method: described(z.number(), 'Сменился способ определения, т CO₂-экв.'),
  factor: described(z.number(), 'Изменились выбросы на тонну угля (выделение или утилизация), т CO₂-экв.'),
  structure: described(z.number(), 'Изменились доли объектов в добыче, т CO₂-экв.'),
  activity: described(z.number(), 'Изменилась добыча, т CO₂-экв.'),
  other: described(z.number(), 'Объекты без добычи и не отнесённое к объекту, т CO₂-экв.'),
});

const changeSchema = z.object({
  from: z.int(),
  to: z.int(),
  difference_t: described(z.number(), 'Изменение полной инвентаризации, т CO₂-экв.; сумма частей parts'),
  difference_percent: maybe('Изменение, % года from'),
  parts: partsSchema,
});

export type YearChange = Wire<typeof changeSchema>;

/** The inventory of a company over years: every figure is the core's. */
export const companyInventorySchema = z.object({
  gwp_set: z.enum(GWP_SET_NAMES),
  gwp: z.number(),
  base_year: described(z.nullable(z.int()), 'Базовый год; null — данных нет'),
  years: z.array(companyYearSchema),
  objects: z.array(
    z.object({
      object: z.string(),
      name: z.string(),
      kind: z.enum(OBJECT_KIND_NAMES),
      ownership_percent: z.number(),
      years: z.array(objectYearSchema),
    }),
  ),
  changes: described(z.array(changeSchema), 'От каждого года к следующему, по частям'),
  since_base: described(
    z.array(
      z.extend(changeSchema, {
        recalculate: described(
          z.boolean(),
          'Способ и выбросы на тонну изменили итог базового года больше порога (5 %, предложение): проверьте, не пересчитать ли базовый год',
        ),
      }),
    ),
    'От базового года к каждому',
  ),
  projects_left_out: described(count(), 'Проектов, которые в ответ не вошли'),
  core_sha256: z.string(),
});

export type CompanyInventory = Wire<typeof companyInventorySchema>;
