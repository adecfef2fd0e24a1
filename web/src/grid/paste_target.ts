import type { CalculationDefinition } from '#core/calculations/definition.ts';
import { recognise } from '#core/tables/recognise.ts';
import type { GridColumns } from './rows.ts';

/** Where the columns of a pasted block go. */
export interface BlockTarget {
  /** The grid's column for each column of the block; undefined: the grid has no such column. */
  readonly target: readonly (number | undefined)[];
  /** The rows without the headers. */
  readonly body: readonly (readonly string[])[];
  readonly hasHeaders: boolean;
}

/** A block with headers goes to the columns they name; any other goes from the column `at` to the right. */
export function blockTarget(
  definition: CalculationDefinition,
  columns: GridColumns,
  block: readonly (readonly string[])[],
  at: number,
): BlockTarget {
  const [first = [], ...rest] = block;
  const width = Math.max(...block.map(({ length }) => length));
  const { indexes: places } = recognise(first, definition, {}).layout;
  const matches = Object.values(places).length;
  const isHeader = rest.length > 0 && matches > 0 && matches >= first.filter((text) => text.trim() !== '').length / 2;
  if (!isHeader)
    return { target: Array.from({ length: width }, (_, index) => at + index), body: block, hasHeaders: false };
  const target = Array.from({ length: width }, (_, index) => {
    const column = columns.findIndex(([name]) => places[name] === index);
    return column < 0 ? undefined : column;
  });
  return { target, body: rest, hasHeaders: true };
}
