import { expect, it } from 'vitest';
import { definitionOf, FIELDS_TYPES } from '#core/calculations/index.ts';

it.each(FIELDS_TYPES)('%s names a total in tonnes of CO2 or has no emissions', (type) => {
  const { total, results } = definitionOf(type);
  const masses = Object.values(results).filter((result) => result.kind === 'number' && result.unit !== '');
  if (total === undefined) return expect(masses).toEqual([]);
  const result = results[total];
  if (result?.kind !== 'number') return expect.fail(`${total} is no number result of ${type}`);
  const unit = result.display?.unit ?? result.unit;
  expect(unit === 'т CO₂-экв.' || (unit === 'т' && result.label === 'Выбросы CO₂')).toBe(true);
});
