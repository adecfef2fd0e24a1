import type { DictionaryName } from '../contract/dictionary.ts';
import type { Citation } from './norms.ts';

/** Names of the physical and normative constants that the core exports; their values live in `assembly/constants.ts` alone. */
export type ConstantName = 'GWP_CH4' | 'CH4_DENSITY' | 'FLARE_EFFICIENCY' | 'FLARE_UNBURNT';

/** A number that a person types, a dictionary presets or the method fixes. */
export interface NumberInput {
  readonly kind: 'number';
  /** Russian name on the form, in table headers and in the export. */
  readonly label: string;
  /** Symbol in the formula as people write it: «V», «EF». */
  readonly symbol: string;
  readonly unit: string;
  /** Inclusive physical bounds, in `unit`. */
  readonly min: number;
  readonly max: number;
  /** A coefficient travels as a six-decimal string, because clients compare it as text («3.149000»). */
  readonly coefficient?: true;
  /** Given by the method: not asked for, and another value is refused. */
  readonly fixed?: ConstantName;
  /** Explains the field below it on the form. */
  readonly hint?: string;
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
  /** Shown in another unit: stored value / `divisor`, in `unit`. */
  readonly display?: { readonly unit: string; readonly divisor: number };
  /** Decimals on the screen; stored and exported at full precision. */
  readonly decimals: number;
  /**
   * The formula over names of inputs, earlier results and constants, for people and the trace: `volume * ef / 100`.
   * The core computes; `tests/wasm-core/calculations/formula.test.ts` holds both to the same bits.
   */
  readonly formula?: string;
}

export interface TextResult {
  readonly kind: 'text';
  readonly label: string;
}

export type Result = NumberResult | TextResult;

/** A column of a row-based calculation's table. */
export interface Column {
  readonly label: string;
  readonly unit: string;
}

/** A dictionary that presets some inputs; `custom` offers «Фактическое значение» with these inputs free to type. */
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

/** How a type is entered: typed fields, a table of rows, or a file. */
export type CalculationKind = 'fields' | 'rows' | 'file';

/** All that is particular to one calculation type, as data. */
export interface CalculationDefinition {
  readonly title: string;
  readonly kind: CalculationKind;
  /** The methodology: document and equation. */
  readonly source: Citation;
  /** In the order in which the core's function takes them. */
  readonly inputs: Readonly<Record<string, Input>>;
  /** Number results come first, in the order in which the core writes them. */
  readonly results: Readonly<Record<string, Result>>;
  readonly rows?: Readonly<Record<string, Column>>;
  readonly dictionaries?: readonly DictionaryUse[];
  readonly limits?: readonly SumLimit[];
  /** Whether a stored calculation may be edited. */
  readonly editable: boolean;
  /** What the core wrote → results, where they are more than those numbers (a chosen technology has a text). */
  readonly present?: (written: Float64Array) => Readonly<Record<string, number | string>>;
  /** How many numbers the core writes, where `present` is given. */
  readonly written?: number;
}

export type NumberInputs = Readonly<Record<string, number>>;
export type ResultValues = Readonly<Record<string, number | string>>;

/** Inputs that a closed-form calculation takes as numbers, in the order of the core's parameters. */
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
