import type { CalculationDefinition, Column, TableUse } from '../calculations/definition.ts';
import type { Fault } from '../contract/errors.ts';
import { quoted } from '../contract/russian.ts';
import { columnLetters } from './cell.ts';
import { headerKey, headerYear, sameKey, splitUnit, unitKey } from './header_key.ts';
import { FIRST_YEAR, LAST_YEAR } from './limits.ts';

/** Positions of a definition's columns in a file. */
export interface Layout {
  /** Name of a column → its index in the row, from 0. */
  readonly indexes: Readonly<Record<string, number>>;
  /** Columns of the years of a wide table; empty for a long table. */
  readonly years: readonly { readonly index: number; readonly year: number }[];
  readonly headers: readonly string[];
  /** Headers that match no column of the definition. */
  readonly ignored: readonly string[];
}

/**
 * A row interpreted as the header: its layout or the faults that prevent it, and the count of
 * recognised columns.
 */
export interface Recognised {
  readonly layout: Layout;
  readonly faults: readonly Fault[];
  readonly score: number;
}

/** Headers of row numbers, which are ignored without a note. */
const NUMBERING = new Set(['id', '№', 'no', '№ п/п', 'n п/п', 'n', '№п/п'].map(headerKey));

interface Candidate {
  readonly index: number;
  /** The unit of the header, if it differs from the column's. */
  readonly otherUnit?: string;
}

/**
 * Recognises a row of headers. A header matches the wire name, the label, the symbol or another
 * header of a column, in any case, with Latin or Cyrillic look-alikes, with the unit after a comma
 * or in brackets. A header that the user typed in `headerInput` takes precedence.
 *
 * A table of series without a column of objects is one series, unless an unrecognised column may
 * name the objects.
 */
export function recognise(
  headers: readonly string[],
  { table, inputs }: CalculationDefinition,
  settings: Readonly<Record<string, string>>,
): Recognised {
  if (!table) throw new TypeError('This calculation takes no table');
  const faults: Fault[] = [];
  const indexes: Record<string, number> = {};
  const missing: string[] = [];
  const taken = new Set<number>();
  const parts = headers.map(partsOf);
  const named = (column: Column) => settings[column.headerInput ?? '']?.trim() ?? '';
  // Columns named by the user come first: their headers may also match other columns.
  const order = Object.entries(table.columns).sort(([, a], [, b]) => Number(named(b) !== '') - Number(named(a) !== ''));
  for (const [name, column] of order) {
    const given = named(column);
    const candidates = (given === '' ? candidatesOf(parts, name, column) : matching(parts, [given], '')).filter(
      ({ index }) => !taken.has(index),
    );
    const right = candidates.filter(({ otherUnit }) => otherUnit === undefined);
    const [first, second] = right;
    if (first && second) faults.push(doubled(headers, first.index, second.index, column, inputs));
    else if (!first && candidates[0]) faults.push(wrongUnit(headers, candidates[0], column));
    else if (!first) missing.push(name);
    for (const { index } of candidates) taken.add(index);
    if (first) indexes[name] = first.index;
  }
  const years = yearsOf(headers, table, indexes, taken, missing);
  for (const { index } of years) taken.add(index);
  const ignored = headers.filter(
    (header, index) => header.trim() !== '' && !taken.has(index) && !NUMBERING.has(headerKey(header)),
  );
  faults.push(...yearFaults(headers, years));
  for (const name of missing) {
    const column = table.columns[name];
    if (!column || isDispensable(name, table, years.length > 0, named(column) !== '', ignored)) continue;
    faults.push(missingColumn(headers, column, named(column), inputs));
  }
  const score = Object.keys(indexes).length + years.length;
  return { layout: { indexes, years, headers, ignored: ignored.map((text) => text.trim()) }, faults, score };
}

/** A header with its possible splits, computed once for all columns. */
interface Parts {
  readonly key: string;
  /** Keys of the header without its unit, each with the unit. */
  readonly splits: readonly { readonly key: string; readonly unit: string }[];
}

function partsOf(header: string): Parts {
  const splits = splitUnit(header).map(([name, unit]) => ({ key: headerKey(name), unit: unit.trim() }));
  return { key: headerKey(header), splits };
}

/** Headers that match a column by its definition. */
function candidatesOf(parts: readonly Parts[], name: string, column: Column): Candidate[] {
  const { label, symbol, headers = [], unit } = column;
  return matching(parts, [name, label, ...(symbol === undefined ? [] : [symbol]), ...headers], unit);
}

/** Headers that equal one of `names`, with or without a unit; '' as `unit` accepts any unit. */
function matching(parts: readonly Parts[], names: readonly string[], unit: string): Candidate[] {
  const keys = names.map(headerKey);
  const isWanted = (key: string) => keys.some((wanted) => sameKey(key, wanted));
  return parts.flatMap(({ key, splits }, index): Candidate[] => {
    if (key === '') return [];
    if (isWanted(key)) return [{ index }];
    const split = splits.find((one) => isWanted(one.key));
    if (!split) return [];
    const agrees = unit === '' || split.unit === '' || sameKey(unitKey(split.unit), unitKey(unit));
    return [agrees ? { index } : { index, otherUnit: split.unit }];
  });
}

function yearsOf(
  headers: readonly string[],
  { series }: TableUse,
  indexes: Readonly<Record<string, number>>,
  taken: ReadonlySet<number>,
  missing: readonly string[],
): Layout['years'] {
  if (series?.wide === undefined || !missing.includes(series.year) || indexes[series.wide] !== undefined) return [];
  return headers.flatMap((header, index) => {
    const year = taken.has(index) ? undefined : headerYear(header);
    return year === undefined ? [] : [{ index, year }];
  });
}

function yearFaults(headers: readonly string[], years: Layout['years']): Fault[] {
  const seen = new Set<number>();
  return years.flatMap(({ index, year }): Fault[] => {
    const column = headerName(headers, index);
    if (year < FIRST_YEAR || year > LAST_YEAR)
      return [{ column, message: `Нужен год от ${FIRST_YEAR} до ${LAST_YEAR}, например 2024.` }];
    if (seen.has(year)) return [{ column, message: `Столбец ${year} года повторяется. Оставьте один.` }];
    seen.add(year);
    return [];
  });
}

function isDispensable(
  name: string,
  { columns, series }: TableUse,
  isWide: boolean,
  isNamed: boolean,
  ignored: readonly string[],
): boolean {
  if (columns[name]?.optional) return true;
  if (isWide && (name === series?.year || name === series?.wide)) return true;
  return name === series?.object && !isNamed && ignored.length === 0;
}

type Inputs = CalculationDefinition['inputs'];

function doubled(headers: readonly string[], first: number, second: number, column: Column, inputs: Inputs): Fault {
  const [one, other] = [headerName(headers, first), headerName(headers, second)];
  const setting = column.headerInput && inputs[column.headerInput]?.label;
  const next = setting ? `Оставьте один или назовите нужный в поле ${quoted(setting)}.` : 'Оставьте один.';
  const same = headerKey(headers[first] ?? '') === headerKey(headers[second] ?? '');
  const message = same
    ? `Столбец ${quoted(headers[first] ?? '')} повторяется: ${one} и ${other}. ${next}`
    : `Под ${quoted(column.label)} подходят два столбца: ${one} и ${other}. ${next}`;
  return { column: other, message };
}

function wrongUnit(headers: readonly string[], { index, otherUnit = '' }: Candidate, { unit }: Column): Fault {
  return {
    column: headerName(headers, index),
    value: otherUnit,
    message: `Нужна единица ${quoted(unit)}, а в заголовке — ${quoted(otherUnit)}. Пересчитайте значения и исправьте заголовок.`,
  };
}

function missingColumn(headers: readonly string[], column: Column, given: string, inputs: Inputs): Fault {
  const present = headers.filter((header) => header.trim() !== '').slice(0, 12);
  const there = present.length > 0 ? ` В файле есть: ${present.map(quoted).join(', ')}.` : '';
  const setting = column.headerInput && inputs[column.headerInput]?.label;
  if (given !== '') return { column: given, message: `Столбца ${quoted(given)} нет в файле.${there}` };
  const wanted = column.unit === '' ? column.label : `${column.label}, ${column.unit}`;
  const next = setting
    ? ` Назовите столбец так или укажите его заголовок в поле ${quoted(setting)}.`
    : acceptedHeaders(column);
  return { column: wanted, message: `Нет столбца ${quoted(wanted)}.${there}${next}` };
}

/** The accepted headers of a column, for the message that asks the user to rename theirs. */
function acceptedHeaders({ label, symbol, headers = [] }: Column): string {
  const names = [...(symbol === undefined ? [] : [symbol]), label, ...headers];
  return ` Подходят заголовки: ${[...new Set(names)].map(quoted).join(', ')}.`;
}

/** A column as faults name it: letter and header. */
export function headerName(headers: readonly string[], index: number): string {
  const header = headers[index]?.replace(/\s+/g, ' ').trim() ?? '';
  const short = header.length > 50 ? `${header.slice(0, 50)}…` : header;
  return short === '' ? columnLetters(index) : `${columnLetters(index)}: ${short}`;
}
