import * as z from 'zod/mini';
import { GWP_SET_NAMES } from './gwp_sets.ts';
import { ASSIGNED_ROLES, scenarioSchema } from './inventory_settings.ts';
import { OBJECT_KIND_NAMES } from './object_kinds.ts';
import { PART_NAMES } from './parts.ts';
import { day, described, instant, type Wire } from './wire.ts';

const tonnes = (text: string) => described(z.number(), `${text}, т`);
const maybe = (text: string) => described(z.nullable(z.number()), text);

/** Gases of a column: CO2 and CH4 in tonnes, their sum in t CO2-eq. */
const gasTotalsSchema = z.object({
  co2_t: tonnes('CO₂'),
  ch4_t: tonnes('CH₄'),
  co2e_t: described(z.number(), 'CO₂ + ПГП·CH₄, т CO₂-экв.'),
});

export type GasTotals = Wire<typeof gasTotalsSchema>;

/** Two columns: what order 371 makes mandatory, and the full inventory by IPCC. */
export const columnsSchema = z.object({
  mandatory: described(gasTotalsSchema, 'Обязательный объём по приказу № 371: категории 1, 2, 3, 18'),
  full: described(gasTotalsSchema, 'Полная инвентаризация по МГЭИК'),
});

export type InventoryColumns = Wire<typeof columnsSchema>;

const lineSchema = z.object({
  calculation: z.string(),
  type: z.string(),
  name: z.string(),
  role: z.enum(ASSIGNED_ROLES),
  ch4_t: tonnes('Метан, о котором говорит расчёт'),
  destroyed_t: tonnes('Из него уничтожено'),
  co2_t: tonnes('CO₂ расчёта'),
  co2e_t: described(z.number(), 'Вклад в полную инвентаризацию, т CO₂-экв.; 0 у контрольного'),
  is_mandatory: described(z.boolean(), 'Расчёт входит в обязательный отчёт по приказу № 371'),
});

export type InventoryLine = Wire<typeof lineSchema>;

/** A control beside the main method of its source. */
const controlSchema = z.extend(lineSchema, {
  part: z.enum(PART_NAMES),
  main_t: tonnes('Тот же источник основным методом'),
  difference_t: tonnes('Контрольный минус основной'),
  difference_percent: maybe('Разность, % основного; null — основной равен 0'),
});

const sourceSchema = z.object({
  source: z.string(),
  label: z.string(),
  part: z.enum(PART_NAMES),
  lines: described(z.array(lineSchema), 'Основной расчёт и слагаемые: они входят в баланс'),
  controls: described(z.array(controlSchema), 'Контрольные расчёты: показаны рядом, не складываются'),
});

export type InventorySource = Wire<typeof sourceSchema>;

const balanceSchema = z.object({
  way: described(
    z.nullable(z.enum(['factor', 'measured'])),
    'Чем задано выделение: коэффициентом или замером; null — ничем',
  ),
  gross_t: tonnes('Выделение метана'),
  post_mining_t: tonnes('Последующее обращение с углём'),
  drained_t: tonnes('Извлечено дегазацией'),
  destined_t: tonnes('Распределено по назначениям'),
  destroyed_t: tonnes('Уничтожено'),
  ch4_t: tonnes('Выброшено CH₄'),
  co2_t: tonnes('CO₂ факелов, вентиляции и выпущенного газа'),
  combustion_co2_t: tonnes('CO₂ сжигания топлива и метана на энергию'),
  co2e_t: described(z.number(), 'Баланс метана: co2_t + ПГП·ch4_t, т CO₂-экв.'),
  coal_t: tonnes('Добыча угля'),
  implied_ef_m3_t: maybe('Выделение на тонну угля, м³/т; null — добычи нет'),
  recovery: maybe('Доля дегазации в выделении; null — выделения нет'),
  measured_share: maybe('Доля измеренного в выделении; null — выделения нет'),
  ch4_t_per_kt: maybe('Выброшено CH₄ на тысячу тонн угля, т; null — добычи нет'),
});

export type ObjectBalance = Wire<typeof balanceSchema>;

const formulaPartSchema = z.union([
  z.object({ kind: z.literal('sign'), text: z.string() }),
  z.object({ kind: z.literal('quantity'), symbol: z.string(), value: z.number(), unit: z.string() }),
]);

const stepSchema = z.object({
  name: z.string(),
  label: z.string(),
  symbol: z.string(),
  parts: z.array(formulaPartSchema),
  value: z.number(),
  unit: z.string(),
});

const objectInventorySchema = z.extend(columnsSchema, {
  object: z.string(),
  name: z.string(),
  kind: z.enum(OBJECT_KIND_NAMES),
  is_deleted: described(z.boolean(), 'Объект в архиве; его расчёты считаются по-прежнему'),
  ownership_percent: z.number(),
  sources: z.array(sourceSchema),
  balance: balanceSchema,
  steps: described(z.array(stepSchema), 'Баланс по шагам: формула, числа, единицы'),
});

export type ObjectInventory = Wire<typeof objectInventorySchema>;

const unassignedSchema = z.extend(columnsSchema, {
  calculations: z.array(z.object({ calculation: z.string(), type: z.string(), name: z.string(), co2e_t: z.number() })),
});

const acknowledgementSchema = z.object({ text: z.string(), author: z.string(), at: instant() });

const findingSchema = z.object({
  id: described(z.string(), 'Номер замечания: правило и место'),
  rule: z.string(),
  severity: described(z.enum(['error', 'warning', 'notice']), 'ошибка, предупреждение, сведение'),
  object: z.nullable(z.string()),
  calculation: z.nullable(z.string()),
  type: described(z.nullable(z.string()), 'Вид расчёта, если замечание о расчёте'),
  message: z.string(),
  acknowledgement: z.nullable(acknowledgementSchema),
});

export type Finding = Wire<typeof findingSchema>;

/** The inventory of a project: every figure is the core's. */
export const inventorySchema = z.extend(columnsSchema, {
  project: z.string(),
  version: described(z.nullable(z.int()), 'Версия распределения для PATCH; null — ничего ещё не распределено'),
  start_date: day(),
  end_date: day(),
  year: described(z.int(), 'Год, к которому относится период: год его начала'),
  gwp_set: z.enum(GWP_SET_NAMES),
  gwp: described(z.number(), 'ПГП метана, т CO₂-экв./т CH₄'),
  other_gwp: described(
    z.array(z.extend(columnsSchema, { gwp_set: z.enum(GWP_SET_NAMES), gwp: z.number() })),
    'Те же тонны при других ПГП: справочно',
  ),
  objects: z.array(objectInventorySchema),
  unassigned: described(unassignedSchema, 'Не отнесено к объекту: складывается, как прежде'),
  findings: z.array(findingSchema),
  scenarios: z.exactOptional(described(z.array(scenarioSchema), 'Сохранённые сценарии «что если»')),
  core_sha256: z.string(),
});

export type ProjectInventory = Wire<typeof inventorySchema>;
