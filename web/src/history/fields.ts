import type { CalculationDefinition, Input, Result } from '#core/calculations/definition.ts';
import type { Provenance } from '#core/contract/dictionary.ts';
import { GWP_SETS, type GwpSet } from '#core/contract/gwp_sets.ts';
import type { FieldChange } from '#core/contract/history.ts';
import type { Acknowledgement, Scenario } from '#core/contract/inventory_settings.ts';
import type { ModelReference } from '#core/contract/model.ts';
import { objectKindName } from '#core/contract/object_kinds.ts';
import type { OverruledUncertainties } from '#core/contract/uncertainty_schema.ts';
import { lawText } from '#core/uncertainty/law_text.ts';
import { displayed, formatNumber, shortHash } from '../format.ts';

/** How a field of a version is called, and how its value reads. */
export interface ShownField {
  readonly label: string;
  readonly text: (value: unknown) => string;
}

export type FieldsByName = Readonly<Record<string, ShownField>>;

/** Stands where a value is missing or empty. */
const NOTHING = '—';

const asText: ShownField['text'] = (value) =>
  value === null || value === undefined || value === '' ? NOTHING : String(value);

const COMMON: FieldsByName = {
  name: { label: 'Название', text: asText },
  is_deleted: { label: 'Состояние', text: (value) => (value ? 'в архиве' : 'действует') },
};

export const PROJECT_FIELDS: FieldsByName = {
  ...COMMON,
  start_date: { label: 'Дата начала', text: asText },
  end_date: { label: 'Дата окончания', text: asText },
};

export const OBJECT_FIELDS: FieldsByName = {
  ...COMMON,
  kind: {
    label: 'Вид объекта',
    text: (value) => objectKindName(asText(value)),
  },
  nvos_code: { label: 'Код объекта НВОС', text: asText },
  region: { label: 'Регион', text: asText },
  ownership_percent: { label: 'Доля владения, %', text: (value) => asText(value).replace('.', ',') },
  closing_date: { label: 'Дата закрытия', text: asText },
};

export const INVENTORY_FIELDS: FieldsByName = {
  gwp_set: {
    label: 'ПГП метана',
    text: (value) => GWP_SETS[value as GwpSet]?.label ?? asText(value),
  },
  assigned: {
    label: 'Расчётов отнесено к объектам',
    text: (value) => (Array.isArray(value) ? `${value.length}` : '0'),
  },
  acknowledgements: { label: 'Пояснения к замечаниям', text: listed(({ text }: Acknowledgement) => `«${text}»`) },
  scenarios: { label: 'Сценарии', text: listed(({ name }: Scenario) => `«${name}»`) },
};

/**
 * Fields of a calculation: those that every type has, then inputs and results with label and unit
 * of the definition.
 */
export function historyFields(definition: CalculationDefinition): FieldsByName {
  const dictionaries = new Map((definition.dictionaries ?? []).map(({ name, label }) => [name as string, label]));
  const results = Object.entries({ ...definition.results, ...definition.table?.summary });
  return {
    ...COMMON,
    ...Object.fromEntries(Object.entries(definition.inputs).map(([name, input]) => [name, inputField(input)])),
    actual: { label: 'Фактические значения', text: listed((name: string) => dictionaries.get(name) ?? name) },
    provenance: {
      label: 'Строки справочников',
      text: listed((row: Provenance) => `${row.name} (версия ${row.version})`),
    },
    uncertainty: { label: 'Неопределённость, заданная человеком', text: overruled(definition) },
    file_name: { label: 'Файл', text: asText },
    rows_count: { label: 'Строк в таблице', text: count },
    rows_sha256: { label: 'Строки (SHA-256)', text: hash },
    model: { label: 'Модель', text: (value) => asText((value as ModelReference | null)?.name) },
    ...Object.fromEntries(results.map(([name, result]) => [name, resultField(result)])),
    warnings_total: { label: 'Замечаний', text: count },
    problems_total: { label: 'Не вычислено объектов', text: count },
    core_sha256: { label: 'Расчётное ядро (SHA-256)', text: hash },
  };
}

/**
 * A change as a row of a comparison: what, before, after. Changes come in the order of `fields`,
 * unknown ones last.
 */
export function comparisonRows(
  changes: readonly FieldChange[],
  fields: FieldsByName,
): (readonly [what: string, before: string, after: string])[] {
  const order = Object.keys(fields);
  const place = (field: string) => (order.indexOf(field) + 1 || order.length + 1) - 1;
  return changes
    .toSorted((one, other) => place(one.field) - place(other.field))
    .map(({ field, old, new: now }) => {
      const { label, text } = fields[field] ?? { label: field, text: plain };
      return [label, text(old), text(now)] as const;
    });
}

/** Writes a list item by item. */
function listed<Item>(one: (item: Item) => string): ShownField['text'] {
  return (value) =>
    Array.isArray(value) && value.length > 0 ? value.map((item) => one(item as Item)).join('; ') : NOTHING;
}

function inputField(input: Input): ShownField {
  if (input.kind === 'choice') {
    return { label: input.label, text: (value) => input.options[String(value)] ?? asText(value) };
  }
  if (input.kind === 'text') return { label: input.label, text: asText };
  return { label: `${input.label}, ${input.symbol}, ${input.unit}`, text: (value) => figure(value, formatNumber) };
}

function resultField(result: Result): ShownField {
  if (result.kind !== 'number') return { label: result.label, text: asText };
  const unit = result.display?.unit ?? result.unit;
  const label = unit === '' ? result.label : `${result.label}, ${unit}`;
  return { label, text: (value) => figure(value, (stored) => displayed(result, stored).text) };
}

function figure(value: unknown, format: (value: number) => string): string {
  if (value === null || value === undefined || value === '') return NOTHING;
  const number = Number(value);
  return Number.isFinite(number) ? format(number) : String(value);
}

function overruled({ inputs }: CalculationDefinition): ShownField['text'] {
  return (value) => {
    const stated = Object.entries((value ?? {}) as OverruledUncertainties);
    if (stated.length === 0) return NOTHING;
    return stated
      .map(([name, { reason, ...law }]) => `${inputs[name]?.label ?? name}: ${lawText(law)} (${reason})`)
      .join('; ');
  };
}

function count(value: unknown): string {
  return figure(value, formatNumber);
}

function hash(value: unknown): string {
  return typeof value === 'string' && value !== '' ? `${shortHash(value)}…` : NOTHING;
}

function plain(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : asText(value);
}
