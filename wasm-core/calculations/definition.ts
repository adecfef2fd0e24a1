import type { ConstantName } from '../constants.ts';
import type { DefaultUncertaintyName } from '../contract/default_uncertainties.ts';
import type { PartStatements } from '../contract/parts.ts';
import type { DictionaryName } from '../dictionaries/index.ts';
import type { Citation } from '../norms.ts';
import type { ComputeTable } from './table.ts';
import type { TableChart } from './table_chart.ts';

/** A number that the user types, a dictionary presets or the method fixes. */
export interface NumberInput {
  readonly kind: 'number';
  /** Russian name on the form, in table headers and in the export. */
  readonly label: string;
  /** Symbol in the printed formula: «V», «EF». */
  readonly symbol: string;
  readonly unit: string;
  /** Inclusive physical bounds, in `unit`. */
  readonly min: number;
  readonly max: number;
  /**
   * A coefficient is a six-decimal string on the wire: clients compare it as text («3.149000»).
   */
  readonly coefficient?: true;
  /** The method sets the value: the form does not offer it, and another value is refused. */
  readonly fixed?: ConstantName;
  /** Used when the input is left out; a form preselects the dictionary row that has it. */
  readonly default?: number;
  /** Help text below the field on the form. */
  readonly hint?: string;
  /** Uncertainty of a typed value; that of a dictionary row comes first. Without it: not stated. */
  readonly uncertainty?: DefaultUncertaintyName;
}

/** One of a few named options. */
export interface ChoiceInput {
  readonly kind: 'choice';
  readonly label: string;
  readonly options: Readonly<Record<string, string>>;
}

export interface TextInput {
  readonly kind: 'text';
  readonly label: string;
  readonly maxLength: number;
}

export type Input = NumberInput | ChoiceInput | TextInput;

/** A number that the core computes. */
export interface NumberResult {
  readonly kind: 'number';
  readonly label: string;
  readonly symbol: string;
  /** Unit of the stored value. */
  readonly unit: string;
  /** Unit of the screen: stored value / `divisor`, in `unit`. */
  readonly display?: { readonly unit: string; readonly divisor: number };
  /** Decimals on the screen; the value is stored and exported at full precision. */
  readonly decimals: number;
  /**
   * The formula over names of inputs, earlier results and constants, for the screen and the trace:
   * `volume * ef / 100`. The core computes the value;
   * `tests/wasm-core/calculations/formula.test.ts` checks that both give the same bits.
   */
  readonly formula?: string;
  /** How the result is computed and interpreted, in Russian, where it has no `formula`. */
  readonly note?: string;
  /** A bound set by a norm, in `unit`: values above it are flagged, charts draw it as a line. */
  readonly limit?: { readonly value: number; readonly label: string; readonly source: Citation };
}

export interface TextResult {
  readonly kind: 'text';
  readonly label: string;
}

/** One of a few named outcomes per row; the core writes its index in `options`, from 0. */
export interface ChoiceResult {
  readonly kind: 'choice';
  readonly label: string;
  readonly options: Readonly<Record<string, string>>;
}

export type Result = NumberResult | TextResult | ChoiceResult;

/** A column of the table that a calculation takes. */
export interface Column {
  /** A year is a whole number 1900…2200; a date is a calendar day. */
  readonly kind: 'number' | 'text' | 'year' | 'date';
  /** Russian name: header of tables and templates. */
  readonly label: string;
  /** Symbol in formulas, where there is one. */
  readonly symbol?: string;
  /** Empty where the column has none. */
  readonly unit: string;
  /** Other headers that mean this column, besides its wire name and its label. */
  readonly headers?: readonly string[];
  /** Text input in which the user names the column's header. */
  readonly headerInput?: string;
  /** Inclusive physical bounds of a number, in `unit`. */
  readonly min?: number;
  readonly max?: number;
  /** The table may lack this column. */
  readonly optional?: true;
  /** A blank cell is a missing value; otherwise it is a fault. */
  readonly blank?: true;
  /** Decimals on the screen. */
  readonly decimals?: number;
}

/** Tables of yearly series: rows of one object, ascending by year. */
export interface SeriesLayout {
  /** Column that names the object. */
  readonly object: string;
  readonly year: string;
  /**
   * Column of the values in a wide table (object | 2019 | 2020 …); without it only the long form is
   * accepted.
   */
  readonly wide?: string;
  /**
   * Missing years of an object, between its first and its last, become rows with blank values.
   */
  readonly fillsYears?: true;
}

/** The table of a calculation type: its columns, its form on the wire, its computation. */
export interface TableUse {
  readonly columns: Readonly<Record<string, Column>>;
  readonly series?: SeriesLayout;
  /** Name of the list of rows on the wire; series travel as elements {id, name, <rows>}. */
  readonly wire: { readonly list: 'data' } | { readonly list: 'elements'; readonly rows: string };
  /** Users may type, paste and edit rows, not only send a file. */
  readonly hasGrid: boolean;
  /** Choice input that selects the model which computes the rows. */
  readonly modelInput?: string;
  /** Metrics of the whole table, for lists and the head of the results. */
  readonly summary: Readonly<Record<string, NumberResult>>;
  readonly compute: ComputeTable;
  readonly charts: readonly TableChart[];
  /**
   * Rows of the template that users download, as cells of a spreadsheet in the order of `columns`.
   */
  readonly example: readonly (readonly (string | number | null)[])[];
}

/**
 * A dictionary that presets some inputs. `custom`: inputs that the user types after choosing
 * «Фактическое значение».
 */
export interface DictionaryUse {
  readonly name: DictionaryName;
  readonly label: string;
  readonly presets: readonly string[];
  readonly custom?: readonly string[];
}

/** Inputs whose sum must not exceed `max` (parts of a mixture). */
export interface SumLimit {
  readonly inputs: readonly string[];
  readonly max: number;
  readonly message: string;
}

/** Everything specific to one calculation type, as data. */
export interface CalculationDefinition {
  readonly title: string;
  /** The methodology: document and equation. */
  readonly source: Citation;
  /** In the order in which the core's function takes them. */
  readonly inputs: Readonly<Record<string, Input>>;
  /** Number results come first, in the order in which the core writes them. */
  readonly results: Readonly<Record<string, Result>>;
  /**
   * The table, for types that take one: its columns and how they are computed. `results` are then
   * columns too.
   */
  readonly table?: TableUse;
  readonly dictionaries?: readonly DictionaryUse[];
  readonly limits?: readonly SumLimit[];
  /**
   * The number result that the emissions of a project include, shown in t CO2 or t CO2-eq.
   */
  readonly total?: string;
  /** Parts of an object that a calculation of this type may state, the usual one first. */
  readonly parts?: PartStatements;
  /** Whether a stored calculation may be edited. */
  readonly editable: boolean;
  /**
   * Turns the numbers that the core wrote into results, for results that are not only numbers (a
   * recommended technology has a text).
   */
  readonly present?: (written: Float64Array) => Readonly<Record<string, number | string>>;
  /** Count of the numbers that the core writes, for types with `present`. */
  readonly written?: number;
}

export type NumberInputs = Readonly<Record<string, number>>;
export type ResultValues = Readonly<Record<string, number | string>>;

/**
 * Inputs that a closed-form calculation takes as numbers, in the order of the core's parameters.
 */
export function numberInputs(definition: CalculationDefinition): [string, NumberInput][] {
  return Object.entries(definition.inputs).filter(
    (entry): entry is [string, NumberInput] => entry[1].kind === 'number',
  );
}

/** Results that are numbers, in the order in which the core writes them. */
export function numberResults(definition: CalculationDefinition): [string, NumberResult][] {
  return Object.entries(definition.results).filter(
    (entry): entry is [string, NumberResult] => entry[1].kind === 'number',
  );
}
