import type { CalculationDefinition } from '#core/calculations/definition.ts';
import { readHeaders } from '#core/tables/headers.ts';
import { recognise } from '#core/tables/recognise.ts';
import type { FileHeaders } from './messages.ts';

/** The headers of a file, and which of them are those that the texts of a form name. */
export async function fileHeaders(
  definition: CalculationDefinition,
  bytes: Uint8Array,
  fileName: string,
): Promise<FileHeaders> {
  const headers = await readHeaders(bytes, fileName);
  const { indexes: places, years } = recognise(headers, definition, {}).layout;
  const { columns = {}, series } = definition.table ?? {};
  const named = Object.entries(columns).flatMap(([name, { headerInput }]) =>
    headerInput === undefined ? [] : [[name, headerInput] as const],
  );
  const recognised = named.flatMap(([name, input]) => {
    const header = headers[places[name] ?? -1];
    return header === undefined ? [] : [[input, header.trim()]];
  });
  const free = named.flatMap(([name, input]) => (years.length > 0 && name === series?.wide ? [input] : []));
  return {
    headers: [...new Set(headers.map((header) => header.trim()))].filter((header) => header !== ''),
    recognised: Object.fromEntries(recognised),
    free,
  };
}
