/**
 * One line of a calculation type's case table. The same tables are run by the core (`cases.test.ts`), by the API handler and by
 * the preview of the form, so the three cannot differ.
 */
export interface Case {
  readonly title: string;
  /** Inputs as a request carries them: JSON numbers, or text as people write it («1 234,5»). A fixed coefficient may be absent. */
  readonly inputs: Readonly<Record<string, number | string>>;
  /** Every stored result, to the last bit. */
  readonly results: Readonly<Record<string, number | string>>;
  /** Digits that the source prints, in the unit in which the product shows the result: `{ res_ch4: '1675.00' }`. */
  readonly shown?: Readonly<Record<string, string>>;
  /** Where the expectation comes from: a published example, or the arithmetic behind it. */
  readonly source: string;
}

/**
 * Reads a table of cases. Its head names the inputs and the results; then come cases of three lines, divided by blank lines:
 *
 *     volume ef = res_ch4 res_ch4_to_co2
 *
 *     a million tonnes at 200–400 m
 *       1_000_000  '18.000000'  =  12_060  301_500  shown  12060.00  -
 *       IPCC 2006, vol. 2, ch. 4, eq. 4.1.3
 *
 * the title; inputs, results to the last bit and, where the source prints them, digits; the source. A value in quotes is sent as
 * text, `-` is absent.
 */
export function caseTable(table: string): readonly Case[] {
  const [head = '', ...blocks] = table.trim().split(/\n{2,}/);
  const [inputs = '', results = ''] = head.split(' = ');
  return blocks.map((block) => {
    const [title = '', line = '', source = '', ...rest] = block.split('\n').map((text) => text.trim());
    const [, sent = '', computed = '', printed] = /^(.*?) = (.*?)(?: shown (.*))?$/.exec(line) ?? [];
    if (source === '' || rest.length > 0 || computed === '') throw new Error(`A case has three lines: ${block}`);
    return {
      title,
      inputs: byName(inputs, sent, read),
      results: byName(results, computed, read),
      ...(printed !== undefined && { shown: byName(results, printed, String) }),
      source,
    };
  });
}

function byName<Value>(names: string, row: string, convert: (cell: string) => Value): Record<string, Value> {
  const columns = names.split(' ');
  const cells = row.match(/'[^']*'|\S+/g) ?? [];
  if (cells.length !== columns.length) throw new Error(`${columns.length} columns, but ${cells.length} cells: ${row}`);
  return Object.fromEntries(
    columns.flatMap((name, index) => (cells[index] === '-' ? [] : [[name, convert(cells[index] ?? '')]])),
  );
}

/** The value of a cell: a text in quotes, or a number. */
function read(cell: string): number | string {
  if (cell.startsWith("'")) return cell.slice(1, -1);
  const value = Number(cell.replaceAll('_', ''));
  if (Number.isNaN(value)) throw new Error(`Neither a number nor a text in quotes: ${cell}`);
  return value;
}
