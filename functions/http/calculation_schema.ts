import type {
  CalculationDefinition,
  ChoiceInput,
  Input,
  NumberInput,
  Result,
  TextInput,
} from '#core/calculations/definition.ts';
import { calculationNameSchema } from '#core/contract/calculation.ts';
import { ASSIGNED_ROLES } from '#core/contract/inventory_settings.ts';
import { ABSOLUTE_SHAPES } from '#core/contract/uncertainty_law.ts';
import { GROUP_LENGTH, LAW_NAMES, REASON_LENGTH } from '#core/contract/uncertainty_schema.ts';
import { citationText } from '#core/norms.ts';
import { bodySchema } from './json_schema.ts';
import type { JsonSchema } from './route.ts';

const NAME = bodySchema(calculationNameSchema);

/** Name of a type's schema in the OpenAPI document: handling_underground_ch4 → HandlingUndergroundCh4. */
export function schemaName(type: string): string {
  return type.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** What a client sends to make a calculation. */
export function calculationBody(definition: CalculationDefinition): JsonSchema {
  const inputs = Object.entries(definition.inputs);
  return {
    title: definition.title,
    description: `Метод: ${citationText(definition.source)}.`,
    type: 'object',
    required: ['name', 'project', ...inputs.flatMap(([name, input]) => (isAsked(input) ? [name] : []))],
    properties: {
      name: NAME,
      project: { type: 'string', minLength: 1, description: 'Проект компании' },
      ...Object.fromEntries(inputs.map(([name, input]) => [name, inputSchema(input)])),
      actual: {
        type: 'array',
        maxItems: 8,
        items: { type: 'string', maxLength: 64 },
        description: 'Справочники, вместо которых введены фактические значения',
      },
      ...placementProperties(definition),
      ...uncertaintyProperty(definition),
    },
  };
}

/** Where a calculation stands in the inventory; types that state no part of an object have none of it. */
function placementProperties({ parts }: CalculationDefinition): Record<string, JsonSchema> {
  if (!parts) return {};
  return {
    object: { type: ['string', 'null'], description: 'Объект, к которому относится расчёт; null — не относится' },
    part: { enum: [...Object.keys(parts), null], description: 'Что расчёт описывает; если часть одна, поле не нужно' },
    role: {
      enum: [...ASSIGNED_ROLES, null],
      description: 'main — основной, added — слагаемое, control — контрольный; без поля второй метод — контрольный',
    },
    placement_version: {
      type: ['integer', 'null'],
      description:
        'Из ответа сервера, вместе с object, part и role. Если с тех пор расчёты распределили иначе, ответ — 409; без неё роль меняется безусловно',
    },
  };
}

/** Uncertainties that a person states for inputs instead of the defaults; types without a total have none. */
function uncertaintyProperty({ total }: CalculationDefinition): Record<string, JsonSchema> {
  if (total === undefined) return {};
  const parameters = Object.fromEntries(
    ['percent', 'factor', 'half', 'min', 'mode', 'max'].map((name) => [name, { type: 'number' }]),
  );
  return {
    uncertainty: {
      type: ['object', 'null'],
      description: 'Неопределённость полей вместо обычной, с причиной; null — обычная',
      additionalProperties: {
        type: 'object',
        required: ['law', 'reason'],
        properties: {
          law: { enum: [...LAW_NAMES], description: 'none — величина точна' },
          ...parameters,
          shape: { enum: [...ABSOLUTE_SHAPES] },
          reason: { type: 'string', minLength: 1, maxLength: REASON_LENGTH, description: 'Почему такая' },
          group: {
            type: 'string',
            maxLength: GROUP_LENGTH,
            description: 'Общая ошибка нескольких расчётов: «один датчик»',
          },
        },
      },
    },
  };
}

/** The version that a change echoes. */
export const VERSION: JsonSchema = {
  type: ['integer', 'null'],
  minimum: 1,
  description: 'Версия из ответа; со старой версией изменение отклоняется (409), без неё выполняется над действующей',
};

/** Body of a PATCH of what `body` makes: what it leaves out stays as it is. */
export function changeBody(body: JsonSchema): JsonSchema {
  const { required: _asked, properties, ...rest } = body;
  const flag = (description: string) => ({ type: ['boolean', 'null'], description });
  return {
    ...rest,
    properties: {
      ...(properties as object),
      is_active: flag('true — действует; противоположно is_deleted'),
      is_deleted: flag('true — в архив, false — обратно'),
      version: VERSION,
    },
  };
}

/** An object of an answer: it has all of these fields but for those that may be missing. */
export function answerObject(
  properties: Readonly<Record<string, JsonSchema>>,
  mayBeMissing: readonly string[] = [],
): JsonSchema {
  return {
    type: 'object',
    required: Object.keys(properties).filter((name) => !mayBeMissing.includes(name)),
    properties,
  };
}

/** A list page of the schema `name`. */
export function calculationPageSchema(name: string): JsonSchema {
  const address = { type: ['string', 'null'] };
  return answerObject({
    count: { type: 'integer', minimum: 0 },
    next: address,
    previous: address,
    results: { type: 'array', items: { $ref: `#/components/schemas/${name}` } },
  });
}

/** Whether a request must have the input: the method may fix it, or it may have a default. */
function isAsked(input: Input): boolean {
  if (input.kind === 'number') return input.fixed === undefined && input.default === undefined;
  return input.kind === 'choice';
}

function inputSchema(input: Input): JsonSchema {
  return input.kind === 'number' ? numberSchema(input) : settingSchema(input);
}

/** The schema of a choice or a text. */
export function settingSchema(input: ChoiceInput | TextInput): JsonSchema {
  const title = input.label;
  if (input.kind === 'text') return { type: 'string', title, maxLength: input.maxLength };
  const options = Object.entries(input.options).map(([key, label]) => `${key} — ${label}`);
  return { enum: Object.keys(input.options), title, description: options.join(', ') };
}

function numberSchema({ label, symbol, unit, min, max, coefficient, default: given }: NumberInput): JsonSchema {
  const text = coefficient ? 'число или строка, не больше 6 знаков после запятой' : 'число или строка';
  return {
    title: label,
    description: `${symbol}, ${unit} (${text}; десятичная запятая или точка)`,
    anyOf: [{ type: 'number', minimum: min, maximum: max }, { type: 'string' }],
    ...(given !== undefined && { default: given }),
  };
}

/** The schema of a result: its unit, and its formula or what it means. */
export function resultSchema(result: Result): JsonSchema {
  const title = result.label;
  if (result.kind === 'text') return { type: 'string', title };
  if (result.kind === 'choice') {
    const options = Object.entries(result.options).map(([key, label]) => `${key} — ${label}`);
    return { enum: Object.keys(result.options), title, description: options.join(', ') };
  }
  const { symbol, unit, formula, note } = result;
  const described = [symbol, unit, formula, note].filter((part) => part !== undefined && part !== '').join(', ');
  return { type: 'number', title, description: described };
}
