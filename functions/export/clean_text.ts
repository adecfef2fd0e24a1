/** Control characters except tab and line feed, noncharacters, lone surrogates: no file can hold them. */
const UNFIT = /[^\P{Cc}\t\n]|[\ufdd0-\ufdef\ufffe\uffff]|\p{Cs}/gu;

/** Longest text of a cell, as in Excel. */
export const CELL_LENGTH = 32_767;

const CUT = '… (текст обрезан)';

/** A text for any file: line feeds as line ends, «�» for unfit characters, cut with a note if too long. */
export function cleanText(text: string, length = CELL_LENGTH): string {
  const clean = text.replace(/\r\n?/g, '\n').replace(UNFIT, '\ufffd');
  return clean.length <= length ? clean : clean.slice(0, length - CUT.length).replace(/[\ud800-\udbff]$/, '') + CUT;
}

/** A number at full precision with a decimal comma: the text reads back to the same bits. */
export function exactNumberText(value: number): string {
  return String(value).replace('.', ',');
}
