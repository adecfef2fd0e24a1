import { citationText, type NormId } from '#core/calculations/norms.ts';
import { formatCoefficient } from '#core/contract/decimal.ts';
import type { CoefficientName, Dictionary, DictionaryEntry, Mark } from '#core/contract/dictionary.ts';
import { COEFFICIENT_NAMES } from '#core/contract/dictionary_schema.ts';

/** Numbers of a row, by the name of the coefficient; what a row does not carry is absent, never zero. */
export type Numbers = Readonly<Partial<Record<CoefficientName, number>>>;

/** Units of a row's numbers; of `volume` too where the row fixes the unit of the quantity it multiplies. */
export type Units = Readonly<Partial<Record<CoefficientName | 'volume', string>>>;

/** A dictionary row as the repository keeps it. */
export interface Row {
  /** Stays the same for ever: clients keep it. */
  readonly id: number;
  readonly name: string;
  readonly numbers?: Numbers;
  readonly units?: Units;
  /** Where the numbers are printed: a document of NORMS, the table in it, the row of the table. */
  readonly source: { readonly norm: NormId; readonly table: string; readonly row: string };
  readonly mark: Mark;
  /** «Фактическое значение»: units are given for what the user types, numbers only for what stays fixed. */
  readonly custom?: true;
  readonly note?: string;
}

/** Name of the row in whose place the user types numbers of their own. */
export const ACTUAL_VALUE = 'Фактическое значение';

/** Rows in the order of the list (the first is preselected) as a dictionary on the wire; `version`: day of the last change, yyyy-MM-dd. */
export function dictionary(version: string, rows: readonly Row[]): Dictionary {
  return { count: rows.length, next: null, previous: null, results: rows.map(entry), version };
}

function entry({ id, name, numbers = {}, units = {}, source, mark, custom, note }: Row): DictionaryEntry {
  return {
    id,
    name,
    ...coefficients(numbers),
    units,
    source: { document: citationText({ norm: source.norm, place: '' }), table: source.table, row: source.row },
    mark,
    ...(custom && { custom }),
    ...(note !== undefined && { note }),
  };
}

function coefficients(numbers: Numbers): Partial<Record<CoefficientName, string>> {
  return Object.fromEntries(
    COEFFICIENT_NAMES.flatMap((name) => {
      const value = numbers[name];
      return value === undefined ? [] : [[name, formatCoefficient(value)]];
    }),
  );
}
