import type { CalculationDefinition, Column } from '#core/calculations/definition.ts';
import { ROWS_INSIDE } from '#core/contract/rows.ts';
import { calculationBody, changeBody, resultSchema, settingSchema, VERSION } from './calculation_schema.ts';
import { FILE_FIELD } from './form.ts';
import type { JsonSchema, Route } from './route.ts';

const text = { type: 'string' };

/** Bodies that create or change a dataset calculation: JSON where rows may be typed, a form with a file. */
export function tableBodies(
  definition: CalculationDefinition,
  purpose: 'create' | 'change',
): Pick<Route, 'body' | 'form'> {
  const isNew = purpose === 'create';
  const common = calculationBody(definition);
  const whole = { ...common, properties: { ...(common.properties as object), ...modelProperty(definition) } };
  const fields = isNew ? whole : changeBody(whole);
  const hasGrid = definition.table?.hasGrid === true;
  const file = { type: 'string', format: 'binary', title: 'Файл .xlsx или .csv, не больше 4 МБ' };
  return {
    form: withFields(withoutNull(fields), { [FILE_FIELD]: file }, isNew),
    ...((hasGrid || !isNew) && {
      body: withFields(fields, hasGrid ? rowsProperties(definition, purpose) : {}, isNew),
    }),
  };
}

/** A form has texts only: what JSON may give as null is left out of it. */
function withoutNull(body: JsonSchema): JsonSchema {
  const properties = Object.entries(body.properties as Record<string, JsonSchema>).map(([name, schema]) => {
    const type = Array.isArray(schema.type) ? schema.type.filter((one) => one !== 'null')[0] : schema.type;
    return [name, { ...schema, ...(type !== undefined && { type }) }];
  });
  return { ...body, properties: Object.fromEntries(properties) };
}

/** A body with more fields, asked for or not. */
function withFields(body: JsonSchema, more: Readonly<Record<string, JsonSchema>>, areAsked: boolean): JsonSchema {
  const properties = { ...(body.properties as object), ...more };
  const required = [
    ...((body.required as readonly string[] | undefined) ?? []),
    ...(areAsked ? Object.keys(more) : []),
  ];
  return { ...body, properties, ...(required.length > 0 && { required }) };
}

/** Body of `data_update/`. */
export function rowsUpdateBody(definition: CalculationDefinition): JsonSchema {
  const list = { type: 'array' };
  return {
    type: 'object',
    properties: { ...rowsProperties(definition, 'change'), version: VERSION },
    anyOf: ['data', 'deleted'].map((name) => ({ required: [name], properties: { [name]: list } })),
  };
}

/** Fields of a dataset calculation besides the common ones, its summary and its rows. */
export function tableAnswer(definition: CalculationDefinition): Record<string, JsonSchema> {
  const { table } = definition;
  if (!table) return {};
  const settings = Object.entries(definition.inputs).flatMap(([name, input]) =>
    input.kind === 'number' ? [] : [[name, settingSchema(input)] as const],
  );
  const summary = Object.entries(table.summary).map(([name, result]) => [name, resultSchema(result)] as const);
  const rows = { type: 'array', items: rowSchema(definition) };
  const inside = `Первые ${ROWS_INSIDE} строк; остальные — по адресу …/rows/. В списках их нет`;
  const listed = 'rows' in table.wire ? elementsSchema(definition, table.wire.rows) : rows;
  return {
    ...Object.fromEntries([...settings, ...summary]),
    rows_count: { type: 'integer', title: 'Строк в таблице' },
    rows_sha256: { type: 'string', title: 'SHA-256 строк с результатами' },
    file_name: { type: ['string', 'null'], title: 'Файл, из которого взяты строки; null — введены вручную' },
    model: { anyOf: [{ $ref: '#/components/schemas/ModelReference' }, { type: 'null' }] },
    warnings: { type: 'array', items: text, title: 'На что обратить внимание' },
    warnings_total: { type: 'integer' },
    problems: { type: 'array', items: { $ref: '#/components/schemas/Fault' }, title: 'Что не удалось вычислить' },
    problems_total: { type: 'integer' },
    [table.wire.list]: { ...listed, description: inside },
    rows_left_out: { type: 'integer', minimum: 1, title: 'Сколько строк в ответ не вошло; вошли все — поля нет' },
    rows_next: { type: 'string', title: 'Адрес следующих строк; вошли все — поля нет' },
  };
}

/** A page of rows. */
export function rowsPageSchema(definition: CalculationDefinition): JsonSchema {
  return {
    type: 'object',
    required: ['count', 'head', 'results'],
    properties: {
      count: { type: 'integer', minimum: 0 },
      head: { type: 'object', title: 'Столбцы, тексты, итоги, замечания ко всей таблице' },
      results: { type: 'array', items: rowSchema(definition) },
    },
  };
}

function elementsSchema(definition: CalculationDefinition, rows: string): JsonSchema {
  const properties = { id: { type: 'integer' }, name: text, [rows]: { type: 'array', items: rowSchema(definition) } };
  return { type: 'array', items: { type: 'object', properties } };
}

function rowSchema({ table, results }: CalculationDefinition): JsonSchema {
  const columns = Object.entries(table?.columns ?? {}).map(([name, column]) => [name, columnSchema(column)]);
  const computed = Object.entries(results).map(([name, result]) => [name, blankable(resultSchema(result))]);
  const id = { type: 'integer', title: 'Номер строки' };
  return { type: 'object', properties: { id, ...Object.fromEntries([...columns, ...computed]) } };
}

/** A result of a row: null where it could not be computed. */
function blankable(schema: JsonSchema): JsonSchema {
  return schema.enum
    ? { ...schema, enum: [...(schema.enum as string[]), null] }
    : { ...schema, type: [schema.type, 'null'] };
}

function columnSchema({ kind, label, symbol, unit, min, max, blank }: Column): JsonSchema {
  const types = { number: 'number', year: 'integer', text: 'string', date: 'string' } as const;
  const bounds = min === undefined || max === undefined ? [] : [`от ${min} до ${max}`];
  const missing = blank ? ['пусто — значения нет'] : [];
  const description = [symbol, unit, ...bounds, ...missing]
    .filter((part) => part !== undefined && part !== '')
    .join(', ');
  return {
    type: blank ? [types[kind], 'null'] : types[kind],
    ...(kind === 'date' && { format: 'date' }),
    title: label,
    ...(description !== '' && { description }),
  };
}

function rowsProperties(definition: CalculationDefinition, purpose: 'create' | 'change'): Record<string, JsonSchema> {
  const { results: _computed, ...given } = definition;
  const rows = { type: 'array', items: rowSchema({ ...given, results: {} }) };
  if (purpose === 'create') return { data: { ...rows, title: 'Строки таблицы', minItems: 1 } };
  return {
    data: { ...rows, title: 'Строки: с номером (id) — заменяют прежние, без номера — добавляются' },
    deleted: { type: 'array', items: { type: 'integer' }, title: 'Номера удалённых строк' },
  };
}

function modelProperty({ table }: CalculationDefinition): Record<string, JsonSchema> {
  if (table?.modelInput === undefined) return {};
  const description = 'Модель; без неё — действующая модель метода, при изменении — прежняя';
  return { model: { type: ['string', 'null'], description } };
}
