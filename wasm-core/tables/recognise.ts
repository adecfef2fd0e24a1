import type { CalculationDefinition, Column, TableUse } from '../calculations/definition.ts';
import type { Fault } from '../contract/errors.ts';
import { quoted } from '../contract/russian.ts';
import { columnLetters } from './cell.ts';
import { headerKey, headerYear, sameKey, splitUnit, unitKey } from './header_key.ts';
import { FIRST_YEAR, LAST_YEAR } from './limits.ts';

/** Where the columns of a definition stand in a file. */
export interface Layout {
  /** Name of a column → place in the row, from 0. */
  readonly places: Readonly<Record<string, number>>;
  /** Of a wide table: the columns of the years; empty otherwise. */
  readonly years: readonly { readonly place: number; readonly year: number }[];
  readonly headers: readonly string[];
  /** Headers that mean no column of the definition. */
  readonly ignored: readonly string[];
}

/**
 * A row taken for the header: its layout, the faults that prevent it, and how much of it was
 * recognised.
 */
export interface Recognised {
  readonly layout: Layout;
  readonly faults: readonly Fault[];
  readonly score: number;
}

/** Headers of row numbers, which nobody misses. */
const NUMBERING = new Set(['id', '№', 'no', '№ п/п', 'n п/п', 'n', '№п/п'].map(headerKey));

interface Candidate {
  readonly place: number;
  /** The unit that the header states, where it is not the column's. */
  readonly otherUnit?: string;
}

/**
 * Recognises a row of headers: by the wire name, the label, the symbol or another header of a
 * column, in any case, Latin or Cyrillic look-alikes, with the unit after a comma or in brackets. A
 * column whose `headerInput` is set is the one named so.
 *
 * A table of series without a column of objects is one series, as long as no other column is left
 * that might name them.
 */
export function recognise(
  headers: readonly string[],
  { table, inputs }: CalculationDefinition,
  settings: Readonly<Record<string, string>>,
): Recognised {
  if (!table) throw new TypeError('This calculation takes no table');
  const faults: Fault[] = [];
  const places: Record<string, number> = {};
  const missing: string[] = [];
  const taken = new Set<number>();
  const parts = headers.map(partsOf);
  const named = (column: Column) => settings[column.headerInput ?? '']?.trim() ?? '';
  // Columns that the person names come first: their headers may be known to other columns.
  const order = Object.entries(table.columns).sort(([, a], [, b]) => Number(named(b) !== '') - Number(named(a) !== ''));
  for (const [name, column] of order) {
    const given = named(column);
    const candidates = (given === '' ? known(parts, name, column) : matching(parts, [given], '')).filter(
      ({ place }) => !taken.has(place),
    );
    const right = candidates.filter(({ otherUnit }) => otherUnit === undefined);
    const [first, second] = right;
    if (first && second) faults.push(doubled(headers, first.place, second.place, column, inputs));
    else if (!first && candidates[0]) faults.push(wrongUnit(headers, candidates[0], column));
    else if (!first) missing.push(name);
    for (const { place } of candidates) taken.add(place);
    if (first) places[name] = first.place;
  }
  const years = yearsOf(headers, table, places, taken, missing);
  for (const { place } of years) taken.add(place);
  const ignored = headers.filter(
    (header, place) => header.trim() !== '' && !taken.has(place) && !NUMBERING.has(headerKey(header)),
  );
  faults.push(...yearFaults(headers, years));
  for (const name of missing) {
    const column = table.columns[name];
    if (!column || isDispensable(name, table, years.length > 0, named(column) !== '', ignored)) continue;
    faults.push(absent(headers, column, named(column), inputs));
  }
  const score = Object.keys(places).length + years.length;
  return { layout: { places, years, headers, ignored: ignored.map((text) => text.trim()) }, faults, score };
}

/** A header and what it may mean, looked at once for all columns. */
interface Parts {
  readonly key: string;
  /** The header without its unit, and the unit. */
  readonly splits: readonly { readonly key: string; readonly unit: string }[];
}

function partsOf(header: string): Parts {
  const splits = splitUnit(header).map(([name, unit]) => ({ key: headerKey(name), unit: unit.trim() }));
  return { key: headerKey(header), splits };
}

/** Headers that mean a column by what the definition says of it. */
function known(parts: readonly Parts[], name: string, column: Column): Candidate[] {
  const { label, symbol, headers = [], unit } = column;
  return matching(parts, [name, label, ...(symbol === undefined ? [] : [symbol]), ...headers], unit);
}

/** Headers that are one of `names`, whole or before a unit; any unit will do where `unit` is ''. */
function matching(parts: readonly Parts[], names: readonly string[], unit: string): Candidate[] {
  const keys = names.map(headerKey);
  const isWanted = (key: string) => keys.some((wanted) => sameKey(key, wanted));
  return parts.flatMap(({ key, splits }, place): Candidate[] => {
    if (key === '') return [];
    if (isWanted(key)) return [{ place }];
    const split = splits.find((one) => isWanted(one.key));
    if (!split) return [];
    const agrees = unit === '' || split.unit === '' || sameKey(unitKey(split.unit), unitKey(unit));
    return [agrees ? { place } : { place, otherUnit: split.unit }];
  });
}

function yearsOf(
  headers: readonly string[],
  { series }: TableUse,
  places: Readonly<Record<string, number>>,
  taken: ReadonlySet<number>,
  missing: readonly string[],
): Layout['years'] {
  if (series?.wide === undefined || !missing.includes(series.year) || places[series.wide] !== undefined) return [];
  return headers.flatMap((header, place) => {
    const year = taken.has(place) ? undefined : headerYear(header);
    return year === undefined ? [] : [{ place, year }];
  });
}

function yearFaults(headers: readonly string[], years: Layout['years']): Fault[] {
  const seen = new Set<number>();
  return years.flatMap(({ place, year }): Fault[] => {
    const column = placeName(headers, place);
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
  const [one, other] = [placeName(headers, first), placeName(headers, second)];
  const setting = column.headerInput && inputs[column.headerInput]?.label;
  const next = setting ? `Оставьте один или назовите нужный в поле ${quoted(setting)}.` : 'Оставьте один.';
  const same = headerKey(headers[first] ?? '') === headerKey(headers[second] ?? '');
  const message = same
    ? `Столбец ${quoted(headers[first] ?? '')} повторяется: ${one} и ${other}. ${next}`
    : `Под ${quoted(column.label)} подходят два столбца: ${one} и ${other}. ${next}`;
  return { column: other, message };
}

function wrongUnit(headers: readonly string[], { place, otherUnit = '' }: Candidate, { unit }: Column): Fault {
  return {
    column: placeName(headers, place),
    value: otherUnit,
    message: `Нужна единица ${quoted(unit)}, а в заголовке — ${quoted(otherUnit)}. Пересчитайте значения и исправьте заголовок.`,
  };
}

function absent(headers: readonly string[], column: Column, given: string, inputs: Inputs): Fault {
  const present = headers.filter((header) => header.trim() !== '').slice(0, 12);
  const there = present.length > 0 ? ` В файле есть: ${present.map(quoted).join(', ')}.` : '';
  const setting = column.headerInput && inputs[column.headerInput]?.label;
  if (given !== '') return { column: given, message: `Столбца ${quoted(given)} нет в файле.${there}` };
  const wanted = column.unit === '' ? column.label : `${column.label}, ${column.unit}`;
  const next = setting
    ? ` Назовите столбец так или укажите его заголовок в поле ${quoted(setting)}.`
    : accepted(column);
  return { column: wanted, message: `Нет столбца ${quoted(wanted)}.${there}${next}` };
}

/** The headers by which a column is recognised, for the person to rename theirs. */
function accepted({ label, symbol, headers = [] }: Column): string {
  const names = [...(symbol === undefined ? [] : [symbol]), label, ...headers];
  return ` Подходят заголовки: ${[...new Set(names)].map(quoted).join(', ')}.`;
}

/** A column as faults name it: its letter and its header. */
export function placeName(headers: readonly string[], place: number): string {
  const header = headers[place]?.replace(/\s+/g, ' ').trim() ?? '';
  const short = header.length > 50 ? `${header.slice(0, 50)}…` : header;
  return short === '' ? columnLetters(place) : `${columnLetters(place)}: ${short}`;
}
