/** What no file can keep or show: control characters but tab and line feed, byte-order marks turned round, noncharacters, lone surrogates. */
const UNFIT = /[^\P{Cc}\t\n]|[\ufdd0-\ufdef\ufffe\uffff]|\p{Cs}/gu;

/** Longest text of a cell, as in Excel. */
export const CELL_LENGTH = 32_767;

const CUT = '… (текст обрезан)';

/** A text that every file can keep: line ends are line feeds, what cannot be shown is «�», what is too long is cut and says so. */
export function cleanText(text: string, length = CELL_LENGTH): string {
  const clean = text.replace(/\r\n?/g, '\n').replace(UNFIT, '\ufffd');
  return clean.length <= length ? clean : clean.slice(0, length - CUT.length).replace(/[\ud800-\udbff]$/, '') + CUT;
}

/** A number at full precision with a decimal comma: it reads back to the same bits, here and in a Russian Excel. */
export function exactText(value: number): string {
  return String(value).replace('.', ',');
}
