import { type CalculationDefinition, numberInputs } from '#core/calculations/definition.ts';
import { CALCULATION_TYPES, type CalculationType, definitionOf, TABLE_TYPES } from '#core/calculations/index.ts';
import { citationText } from '#core/norms.ts';
import { answerObject, calculationPageSchema, resultSchema, schemaName } from './calculation_schema.ts';
import { componentRef } from './components.ts';
import { rowsPageSchema, tableAnswer } from './dataset_schema.ts';
import type { JsonSchema } from './route.ts';

/** Schemas of the calculations of all types, of their pages and of pages of rows, by name. */
export function calculationSchemas(): Record<string, JsonSchema> {
  return Object.fromEntries([
    ...CALCULATION_TYPES.flatMap((type) => {
      const name = schemaName(type);
      return [
        [name, calculationAnswer(definitionOf(type))],
        [`${name}Page`, calculationPageSchema(name)],
      ];
    }),
    ['ListedCalculation', { anyOf: CALCULATION_TYPES.map(listedCalculation) }],
    ['ProjectCalculations', projectCalculationsSchema()],
    ...TABLE_TYPES.map((type) => [`${schemaName(type)}Rows`, rowsPageSchema(definitionOf(type))]),
  ]);
}

/** A calculation of `type` in the list of its project. */
function listedCalculation(type: CalculationType): JsonSchema {
  return {
    title: definitionOf(type).title,
    allOf: [componentRef(schemaName(type)), answerObject({ type: { const: type, description: 'Вид расчёта' } })],
  };
}

function projectCalculationsSchema(): JsonSchema {
  const count = { type: 'integer', minimum: 0 };
  const types = {
    type: 'object',
    description: 'Сколько расчётов каждого вида; видов без расчётов нет',
    additionalProperties: count,
  };
  return { allOf: [calculationPageSchema('ListedCalculation'), answerObject({ types })] };
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
  const own = definition.table ? tableAnswer(definition) : Object.fromEntries(results);
  // Lists give calculations without their rows.
  const inWhole = definition.table ? [definition.table.wire.list, 'rows_left_out', 'rows_next'] : [];
  return {
    title: definition.title,
    description: `Метод: ${citationText(definition.source)}.`,
    allOf: [
      { $ref: '#/components/schemas/CalculationCommon' },
      answerObject({ ...Object.fromEntries(inputs), ...own }, inWhole),
    ],
  };
}
