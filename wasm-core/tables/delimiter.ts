/** The likelier first: headers of a `;` file often have commas («Добыча угля, т»), not the other way round. */
const DELIMITERS = [';', '\t', ','] as const;

/** Lines of a text that show its delimiter. */
const LINES = 20;

/** Excel's first line `sep=;`, which names the delimiter and is not shown to people. */
export function separatorLine(text: string): { delimiter: string; length: number } | undefined {
  const found = /^"?sep=([;,\t|])"?(?:\n|$)/i.exec(text);
  return found?.[1] === undefined ? undefined : { delimiter: found[1], length: found[0].length };
}

/** The delimiter of a text whose lines end with \n: the likeliest that stands, outside quotes, in the first or in most lines. */
export function delimiterOf(text: string): string {
  const lines = text
    .replace(/"[^"]*(?:"|$)/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, LINES);
  const shows = (delimiter: string) =>
    lines[0]?.includes(delimiter) || lines.filter((line) => line.includes(delimiter)).length > lines.length / 2;
  return DELIMITERS.find(shows) ?? ',';
}
