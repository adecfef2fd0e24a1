/** Steps of a format as the core reads them (`assembly/measured/clock.ts`); a literal is its own byte. */
const STEPS = {
  year: 256,
  shortYear: 257,
  month: 258,
  day: 259,
  hour: 260,
  minute: 261,
  second: 262,
  fraction: 263,
  offset: 264,
  halfDay: 265,
  count: 266,
} as const;

type Step = keyof typeof STEPS;

/** Steps that a format may have, the end included. */
const MOST_STEPS = 63;

/** A count of units since an epoch, ms. */
interface CountedTime {
  readonly unitMs: number;
  readonly epochMs: number;
}

/** A time format, ready for the core: steps of each column; `count` where the time is a number. */
export interface CompiledTimeFormat {
  readonly columns: readonly (readonly number[])[];
  readonly count?: CountedTime;
}

/** Excel counts days from 1899-12-30, its 1900 having a leap day that never was. */
const EXCEL_EPOCH_MS = Date.UTC(1899, 11, 30);

const COUNTS: Readonly<Record<string, CountedTime>> = {
  epoch: { unitMs: 1000, epochMs: 0 },
  unix: { unitMs: 1000, epochMs: 0 },
  epoch_s: { unitMs: 1000, epochMs: 0 },
  unix_s: { unitMs: 1000, epochMs: 0 },
  epoch_ms: { unitMs: 1, epochMs: 0 },
  unix_ms: { unitMs: 1, epochMs: 0 },
  epoch_us: { unitMs: 0.001, epochMs: 0 },
  excel: { unitMs: 86_400_000, epochMs: EXCEL_EPOCH_MS },
};

/** Formats as texts, by name. */
const NAMED: Readonly<Record<string, string>> = {
  iso: 'YYYY-MM-DD HH:mm:ss',
  iso8601: 'YYYY-MM-DD HH:mm:ss',
  'iso-8601': 'YYYY-MM-DD HH:mm:ss',
  'iso 8601': 'YYYY-MM-DD HH:mm:ss',
};

/** Directives of strftime as letters. */
const DIRECTIVES: Readonly<Record<string, string>> = {
  ...{
    Y: 'YYYY',
    y: 'YY',
    m: 'MM',
    d: 'DD',
    H: 'HH',
    I: 'hh',
    M: 'mm',
    S: 'ss',
    f: 'SSS',
    z: 'Z',
    p: 'A',
    T: 'HH:mm:ss',
  },
  F: 'YYYY-MM-DD',
};

/** What people call a format: for messages. */
export const TIME_FORMATS =
  '«YYYY-MM-DD HH:mm:ss», «DD.MM.YYYY HH:mm:ss», «%Y-%m-%d %H:%M:%S», «iso», «epoch_s», «epoch_ms», «excel»';

/**
 * Compiles a format of `columns` columns, which spaces divide where there are several. Letters are those of Java, of moment or of
 * strftime. Undefined where it is no format.
 */
export function compileTimeFormat(format: string, columns: number): CompiledTimeFormat | undefined {
  const name = format.trim().toLowerCase();
  const count = Object.hasOwn(COUNTS, name) ? COUNTS[name] : undefined;
  if (count) return columns === 1 ? { columns: [[STEPS.count]], count } : undefined;
  const text = (Object.hasOwn(NAMED, name) ? NAMED[name] : undefined) ?? format.trim();
  const letters = text.replace(/%([A-Za-z])/g, (whole, letter: string) => DIRECTIVES[letter] ?? whole);
  const parts = columns === 1 ? [letters] : letters.split(/ +/);
  if (parts.length !== columns) return undefined;
  const seen = new Set<Step>();
  const compiled = parts.map((part) => compilePart(part, seen));
  const isDate = seen.has('day') && seen.has('month') && (seen.has('year') || seen.has('shortYear'));
  if (!isDate || compiled.some((steps) => steps === undefined || steps.length > MOST_STEPS)) return undefined;
  return { columns: compiled.filter((steps) => steps !== undefined) };
}

/** Steps of one column; `seen`: what the columns before have, by which a month is told from minutes. */
function compilePart(format: string, seen: Set<Step>): number[] | undefined {
  const steps: number[] = [];
  for (const [token, quotedText] of format.matchAll(/'([^']*)'|([A-Za-z])\2*|[\s\S]/g)) {
    if (quotedText !== undefined && quotedText !== 'Z') {
      steps.push(...bytesOf(quotedText));
      continue;
    }
    const step = stepOf(token.replaceAll("'", ''), seen);
    if (step) {
      if (seen.has(step)) return undefined;
      seen.add(step);
      steps.push(STEPS[step]);
    } else if (/^[A-Za-z]/.test(token) && token !== 'T') return undefined;
    else steps.push(...bytesOf(token));
  }
  return steps.length > 0 ? steps : undefined;
}

function stepOf(token: string, seen: ReadonlySet<Step>): Step | undefined {
  const letter = token[0];
  if (letter === 'y' || letter === 'Y') return token.length > 2 ? 'year' : 'shortYear';
  if (letter === 'd' || letter === 'D') return 'day';
  if (letter === 'h' || letter === 'H') return 'hour';
  // People write minutes and months in either case: minutes follow hours.
  if (letter === 'm' || letter === 'M') {
    const isMinute = seen.has('month') || (seen.has('hour') && !seen.has('minute'));
    return isMinute ? 'minute' : 'month';
  }
  if (letter === 's') return seen.has('second') ? 'fraction' : 'second';
  if (letter === 'S') return seen.has('second') || token.length > 2 ? 'fraction' : 'second';
  if (letter === 'f') return 'fraction';
  if (letter === 'a' || letter === 'A') return 'halfDay';
  return letter === 'Z' || letter === 'z' || letter === 'X' ? 'offset' : undefined;
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The format that a time is written in, where no other reads the same text; undefined: ask. */
export function timeFormatOf(text: string): string | undefined {
  const cell = text.trim();
  if (/^\d{4}-\d{1,2}-\d{1,2}/.test(cell)) return 'YYYY-MM-DD HH:mm:ss';
  if (/^\d{4}\/\d{1,2}\/\d{1,2}/.test(cell)) return 'YYYY/MM/DD HH:mm:ss';
  if (/^\d{1,2}\.\d{1,2}\.\d{4}/.test(cell)) return 'DD.MM.YYYY HH:mm:ss';
  if (/^\d{1,2}\.\d{1,2}\.\d{2}\b/.test(cell)) return 'DD.MM.YY HH:mm:ss';
  if (/^\d{10}(\.\d+)?$/.test(cell)) return 'epoch_s';
  return /^\d{13}$/.test(cell) ? 'epoch_ms' : undefined;
}

/** Time of the clock, ms, of a text `YYYY-MM-DD[ HH:mm[:ss]]`; undefined where it is none. */
export function clockTime(text: string): number | undefined {
  const match = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?))?$/.exec(text.trim());
  const time = match ? Date.parse(`${match[1]}T${match[2] ?? '00:00'}Z`) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
