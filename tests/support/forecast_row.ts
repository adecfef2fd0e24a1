import { definitionOf } from '#core/calculations/index.ts';

const COLUMNS = Object.keys(definitionOf('regres_methane').table?.columns ?? {});

/** A row of a forecast in a request: blank except for the columns of `cells`. */
export function forecastRow(cells: Readonly<Record<string, unknown>>) {
  return { ...Object.fromEntries(COLUMNS.map((name) => [name, null])), ...cells };
}
