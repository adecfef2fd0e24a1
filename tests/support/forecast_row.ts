import { definitionOf } from '#core/calculations/index.ts';

const COLUMNS = Object.keys(definitionOf('regres_methane').table?.columns ?? {});

/** A row of a forecast as a request has it: blank in all columns but those of `cells`. */
export function forecastRow(cells: Readonly<Record<string, unknown>>) {
  return { ...Object.fromEntries(COLUMNS.map((name) => [name, null])), ...cells };
}
