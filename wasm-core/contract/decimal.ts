/** A number parsed from text, or a Russian message with the cause and a correct example. */
export type ParsedDecimal =
  | { readonly ok: true; readonly value: number }
  | { readonly ok: false; readonly message: string };

/** Decimals of a coefficient on the wire. */
export const COEFFICIENT_DECIMALS = 6;

/** Longest notation of a number, characters, with spaces and exponent. */
const MAX_LENGTH = 64;

/**
 * Separators of thousands in Russian texts and spreadsheets: space, no-break, figure, thin and
 * narrow no-break spaces.
 */
const SPACES = /[\u0020\u00a0\u2007\u2009\u202f]/;
const MINUS_SIGNS = /^[\u2212\u2013]/;
const PLAIN = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d{1,4})?$/;
/** Fast path: most numbers of a large file have this form. The value is that of the slow path. */
const SIMPLE = /^-?\d{1,15}(?:[.,]\d{1,15})?$/;
/** One number with an exponent of any length, and nothing else. */
const EXPONENT = /^[+-]?[\d.,]*[eE][+-]?[\d.,]*$/;
/** A number and the letters after it: «1000 т». */
const BEFORE_LETTERS = /^[+-]?[.,]?\d[\d.,\s]*(\p{L}{1,20})/u;
const ONLY_NUMERIC = /^[+\d., -]*$/;
const GROUPED = /^[+-]?\d{1,3}(?: \d{3})+(?:[.,]\d*)?$/;

const NOT_A_NUMBER = 'Это не число. Запишите его цифрами, например 1234,5.';

const TOO_LONG = `Запись длиннее ${MAX_LENGTH} знаков: число слишком велико, слишком подробно или это не число. Запишите его короче, например 1234,5.`;

/**
 * Parses a number in Russian or English notation: decimal comma or dot, spaces between thousands
 * («1 234 567,89»), exponent («1.5e3»). Ambiguous text is refused: two separators, or spaces that
 * are not between thousands. Forms, pasted cells, files and request bodies all use this parser.
 */
export function parseDecimal(text: string): ParsedDecimal {
  if (SIMPLE.test(text)) return finite(Number(text.replace(',', '.')));
  const input = text.trim();
  if (input === '') return refuse('Укажите число.');
  if (input.length > MAX_LENGTH) return refuse(TOO_LONG);
  const trimmed = input.replace(MINUS_SIGNS, '-');
  const letters = EXPONENT.test(trimmed) ? undefined : BEFORE_LETTERS.exec(trimmed)?.[1];
  if (letters) return refuse(`В числе лишние буквы: «${letters}». Оставьте только число, например 1234,5.`);
  const withSpaces = [...trimmed].map((char) => (SPACES.test(char) ? ' ' : char)).join('');
  if ((withSpaces.match(/[.,]/g)?.length ?? 0) > 1) {
    return refuse('В числе больше одного разделителя. Оставьте одну запятую или точку — перед дробной частью.');
  }
  if (withSpaces.includes(' ') && ONLY_NUMERIC.test(withSpaces) && !GROUPED.test(withSpaces)) {
    return refuse('Пробел стоит не между разрядами тысяч. Запишите число без пробелов, например 1234,5.');
  }
  const compact = withSpaces.replaceAll(' ', '');
  if (!PLAIN.test(compact)) return refuse(NOT_A_NUMBER);
  return finite(Number(compact.replace(',', '.')));
}

/** Checks that a number is finite and turns −0 into 0. */
export function finite(value: number): ParsedDecimal {
  if (Number.isNaN(value)) return refuse(NOT_A_NUMBER);
  if (!Number.isFinite(value)) return refuse('Число слишком велико. Проверьте порядок и единицу измерения.');
  return { ok: true, value: value === 0 ? 0 : value };
}

/**
 * A coefficient on the wire: exactly six decimals, «3.149000», so that clients can compare it as
 * text.
 */
export function formatCoefficient(value: number): string {
  return value.toFixed(COEFFICIENT_DECIMALS);
}

/** Whether `value` has at most six decimals, so that its wire form is exact. */
export function isCoefficient(value: number): boolean {
  return Number(formatCoefficient(value)) === value;
}

function refuse(message: string): ParsedDecimal {
  return { ok: false, message };
}
