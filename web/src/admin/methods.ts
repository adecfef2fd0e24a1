import { definitionOf, TABLE_TYPES } from '#core/calculations/index.ts';

const METHODS = new Map(
  TABLE_TYPES.flatMap((type) => {
    const { inputs, table } = definitionOf(type);
    const input = inputs[table?.modelInput ?? ''];
    return input?.kind === 'choice' ? Object.entries(input.options) : [];
  }),
);

/** How people call a method that models compute. */
export function methodLabel(method: string): string {
  return METHODS.get(method) ?? method;
}
