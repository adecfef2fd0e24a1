import { formatCoefficient } from '../contract/decimal.ts';
import type { DefaultUncertaintyName } from '../contract/default_uncertainties.ts';
import type { CoefficientName, Dictionary, DictionaryEntry, Mark } from '../contract/dictionary.ts';
import { COEFFICIENT_NAMES } from '../contract/dictionary_schema.ts';
import { citationText, type NormId } from '../norms.ts';

/** Numbers of a row by coefficient; a missing coefficient is absent, never zero. */
export type Coefficients = Readonly<Partial<Record<CoefficientName, number>>>;

/**
 * Units by coefficient, and of `volume` if the row fixes the unit of the quantity that it
 * multiplies.
 */
export type CoefficientUnits = Readonly<Partial<Record<CoefficientName | 'volume', string>>>;

/** A dictionary, one file each. Definitions of calculations refer to it by name. */
export interface DictionaryDefinition<Name extends string = string> {
  /** Path segment `dictionary/{name}/` of the API; never changes. */
  readonly name: Name;
  /** Name for administrators, Russian. */
  readonly label: string;
  /** Day of the last change of a row, yyyy-MM-dd. */
  readonly version: string;
  /** The coefficients that rows carry, each with its unit. */
  readonly fields: CoefficientUnits;
  /** Rows in display order; a form preselects the first. */
  readonly rows: readonly DictionaryRow[];
}

/** A row of a dictionary. */
export interface DictionaryRow {
  /** Never changes: clients store it. */
  readonly id: number;
  readonly name: string;
  readonly numbers?: Coefficients;
  /** Units of this row where they differ from the `fields` of the dictionary. */
  readonly units?: CoefficientUnits;
  /** Source of the numbers: a document of NORMS, its table, the row of that table. */
  readonly source: { readonly norm: NormId; readonly table: string; readonly row: string };
  readonly mark: Mark;
  /** «Фактическое значение»: the user types the coefficients that the row lacks. */
  readonly custom?: true;
  readonly note?: string;
  /** Uncertainties of the numbers; the others are not stated. */
  readonly uncertainty?: Readonly<Partial<Record<CoefficientName, DefaultUncertaintyName>>>;
}

/** A dictionary of that name; `version` is the day of the last change of a row, yyyy-MM-dd. */
export function dictionary<const Name extends string>(
  name: Name,
  version: string,
  { label, fields, rows }: Pick<DictionaryDefinition, 'label' | 'fields' | 'rows'>,
): DictionaryDefinition<Name> {
  return { name, version, label, fields, rows };
}

/** The dictionary as the API returns it: all rows on one page. */
export function dictionaryPage({ version, fields, rows }: DictionaryDefinition): Dictionary {
  return { count: rows.length, next: null, previous: null, results: rows.map((row) => entry(row, fields)), version };
}

function entry(row: DictionaryRow, fields: CoefficientUnits): DictionaryEntry {
  const { id, name, numbers = {}, units = fields, source, mark, custom, note } = row;
  return {
    id,
    name,
    ...coefficients(numbers),
    units,
    source: { document: citationText({ norm: source.norm, clause: '' }), table: source.table, row: source.row },
    mark,
    ...(custom && { custom }),
    ...(note !== undefined && { note }),
  };
}

function coefficients(numbers: Coefficients): Partial<Record<CoefficientName, string>> {
  return Object.fromEntries(
    COEFFICIENT_NAMES.flatMap((name) => {
      const value = numbers[name];
      return value === undefined ? [] : [[name, formatCoefficient(value)]];
    }),
  );
}
