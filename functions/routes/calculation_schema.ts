import { type CalculationDefinition, numberInputs, type Result } from '#core/calculations/definition.ts';
import { type CalculationType, definitionOf, FIELDS_TYPES } from '#core/calculations/index.ts';
import { citationText } from '#core/calculations/norms.ts';
import { NAME_LIMIT } from '#core/contract/text.ts';
import type { JsonSchema } from './route.ts';

/** Name of a type's schema in the OpenAPI document: handling_underground_ch4 → HandlingUndergroundCh4. */
export function schemaName(type: string): string {
  return type.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** What a client sends to make or change a calculation of `type`. */
export function calculationBody(type: CalculationType, definition: CalculationDefinition): JsonSchema {
  const inputs = numberInputs(definition);
  return {
    title: definition.title,
    description: `Метод: ${citationText(definition.source)}.`,
    type: 'object',
    required: ['name', 'project', ...inputs.flatMap(([name, { fixed }]) => (fixed ? [] : [name]))],
    properties: {
      name: { type: 'string', minLength: 1, maxLength: NAME_LIMIT },
      project: { type: 'string', description: 'Проект компании' },
      ...Object.fromEntries(inputs.map(([name, input]) => [name, inputSchema(input)])),
      actual: {
        type: 'array',
        items: { type: 'string' },
        description: 'Справочники, вместо которых введены фактические значения',
      },
      version: {
        type: 'integer',
        description: `Версия из ответа; со старой версией изменение ${type} отклоняется (409)`,
      },
    },
  };
}

/** Schemas of all offered types and of their pages, by name. */
export function calculationSchemas(): Record<string, JsonSchema> {
  return Object.fromEntries(
    FIELDS_TYPES.flatMap((type) => {
      const name = schemaName(type);
      return [
        [name, calculationAnswer(definitionOf(type))],
        [`${name}Page`, pageSchema(name)],
      ];
    }),
  );
}

/** A list page of the schema `name`. */
export function pageSchema(name: string): JsonSchema {
  const address = { type: ['string', 'null'] };
  return {
    type: 'object',
    required: ['count', 'next', 'previous', 'results'],
    properties: {
      count: { type: 'integer', minimum: 0 },
      next: address,
      previous: address,
      results: { type: 'array', items: { $ref: `#/components/schemas/${name}` } },
    },
  };
}

function calculationAnswer(definition: CalculationDefinition): JsonSchema {
  const inputs = numberInputs(definition).map(([name, { label, symbol, unit, coefficient }]) => [
    name,
    {
      ...(coefficient ? { type: 'string', pattern: '^\\d+\\.\\d{6}$' } : { type: 'number' }),
      title: label,
      description: `${symbol}, ${unit}`,
    },
  ]);
  const results = Object.entries(definition.results).map(([name, result]) => [name, resultSchema(result)]);
  return {
    title: definition.title,
    description: `Метод: ${citationText(definition.source)}.`,
    allOf: [
      { $ref: '#/components/schemas/CalculationCommon' },
      { type: 'object', properties: { ...Object.fromEntries(inputs), ...Object.fromEntries(results) } },
    ],
  };
}

function inputSchema({ label, symbol, unit, min, max, coefficient }: ReturnType<typeof numberInputs>[number][1]) {
  const text = coefficient ? 'число или строка, не больше 6 знаков после запятой' : 'число или строка';
  return {
    title: label,
    description: `${symbol}, ${unit} (${text}; десятичная запятая или точка)`,
    anyOf: [{ type: 'number', minimum: min, maximum: max }, { type: 'string' }],
  };
}

function resultSchema(result: Result): JsonSchema {
  if (result.kind === 'text') return { type: 'string', title: result.label };
  if (result.kind === 'choice') return { enum: Object.keys(result.options), title: result.label };
  const { label, symbol, unit, formula } = result;
  const described = [symbol, unit, formula].filter((part) => part !== undefined && part !== '').join(', ');
  return { type: 'number', title: label, description: described };
}
