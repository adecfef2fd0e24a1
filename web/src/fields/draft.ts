import {
  type CalculationDefinition,
  type DictionaryUse,
  type NumberInput,
  numberInputs,
} from '#core/calculations/definition.ts';
import { findProvenance } from '#core/calculations/provenance.ts';
import { parseInputs } from '#core/calculations/schema.ts';
import { unitOf } from '#core/calculations/trace.ts';
import type { Calculation } from '#core/contract/calculation.ts';
import type { Dictionary, DictionaryEntry } from '#core/contract/dictionary.ts';
import { inUnit, unitsOf } from '#core/contract/quantity_units.ts';
import type { Core } from '#core/load.ts';
import { exactText } from '../format.ts';

/** What a user has chosen and typed in the form, exactly as typed. */
export interface Draft {
  readonly name: string;
  /** Dictionary → id of the chosen row as text, or `STORED`. */
  readonly choices: Readonly<Record<string, string>>;
  /** Input → its text; of a choice, the option. */
  readonly values: Readonly<Record<string, string>>;
  /** Input → the unit in which it is typed, where that is not the unit of the formula. */
  readonly units?: Readonly<Record<string, string>>;
  /** The question about a magnitude that the user has answered with yes. */
  readonly confirmed?: string;
  /** Version of the calculation that is being changed. */
  readonly version?: number;
  /** Of a table: whether its rows are typed, and the name of the file chosen last. */
  readonly isGrid?: boolean;
  readonly fileName?: string;
}

/**
 * The choice of a stored calculation whose coefficients no row of the dictionary has: all of them
 * are typed.
 */
export const STORED = 'stored';

export type Dictionaries = Readonly<Record<string, Dictionary>>;

/**
 * An input as the form shows it: typed by the user, preset by a dictionary row, or fixed by the
 * method.
 */
export interface FieldState {
  readonly name: string;
  readonly input: NumberInput;
  /** Unit of the formula, in which the number is sent. */
  readonly unit: string;
  readonly mode: 'typed' | 'preset' | 'fixed';
  /** Undefined: the chosen row gives no number, because none is chosen. */
  readonly text: string | undefined;
  /** Unit in which `text` is typed; left out: that of the formula. */
  readonly typedUnit?: string;
}

/** The number of a field in the unit of the formula. */
export function sentText({ text, typedUnit, unit }: FieldState): string | undefined {
  return text === undefined || typedUnit === undefined ? text : inUnit(text, typedUnit, unit);
}

/** Whether `value` is a draft, not what an older release left. */
export function isDraft(value: unknown): value is Draft {
  const draft = value as Draft | null;
  return (
    typeof draft === 'object' &&
    draft !== null &&
    typeof draft.name === 'string' &&
    areTexts(draft.choices) &&
    areTexts(draft.values) &&
    (draft.units === undefined || areTexts(draft.units))
  );
}

function areTexts(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string');
}

/**
 * A new calculation: the first row of every dictionary is chosen (as specified), unless an input's
 * default names another.
 */
export function newDraft(definition: CalculationDefinition, dictionaries: Dictionaries): Draft {
  const choices = (definition.dictionaries ?? []).map((use) => {
    const rows = dictionaries[use.name]?.results ?? [];
    const row = rows.find((entry) => hasDefaults(definition, use, entry)) ?? rows[0];
    return [use.name, String(row?.id ?? '')];
  });
  const options = Object.entries(definition.inputs).flatMap(([name, input]) =>
    input.kind === 'choice' ? [[name, Object.keys(input.options)[0] ?? '']] : [],
  );
  return { name: '', choices: Object.fromEntries(choices), values: Object.fromEntries(options) };
}

/** Whether a row presets an input to its default. */
function hasDefaults(definition: CalculationDefinition, { presets }: DictionaryUse, row: DictionaryEntry): boolean {
  return numberInputs(definition).some(
    ([name, input]) =>
      input.default !== undefined && presets.includes(name) && Number(coefficientOf(row, name)) === input.default,
  );
}

/**
 * A stored calculation in the form: rows are matched by their coefficients, what no row has is
 * typed.
 */
export function storedDraft(
  definition: CalculationDefinition,
  calculation: Calculation,
  dictionaries: Dictionaries,
  core: Core,
): Draft {
  const parsed = parseInputs(definition, calculation, core.constant);
  const inputs = parsed.ok ? parsed.inputs : {};
  const found = findProvenance(definition, inputs, (name) => dictionaries[name], calculation.actual);
  const choices = (definition.dictionaries ?? []).map((use) => {
    // A row that has some of the numbers only is not chosen: the form would put its others over them.
    const row = found.find(
      ({ dictionary, presets }) => dictionary === use.name && use.presets.every((preset) => presets.includes(preset)),
    );
    return [use.name, row ? String(row.id) : customChoice(use, dictionaries[use.name], inputs)];
  });
  const values = Object.entries(definition.inputs).map(([name, { kind }]) => [
    name,
    kind === 'number' ? storedText(calculation[name]) : String(calculation[name] ?? ''),
  ]);
  return {
    name: calculation.name,
    choices: Object.fromEntries(choices),
    values: Object.fromEntries(values),
    version: calculation.version,
  };
}

/**
 * «Фактическое значение», where the numbers that its row presets are the stored ones; else all of
 * them are typed.
 */
function customChoice(
  use: DictionaryUse,
  dictionary: Dictionary | undefined,
  inputs: Readonly<Record<string, number>>,
): string {
  const custom = dictionary?.results.find((entry) => entry.custom);
  const isSame = use.presets.every((preset) => {
    const given = custom && coefficientOf(custom, preset);
    return use.custom?.includes(preset) || given === undefined || Number(given) === inputs[preset];
  });
  return custom && isSame ? String(custom.id) : STORED;
}

/** A value of the server as the form shows it: all its digits, with a decimal comma. */
function storedText(value: unknown): string {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? exactText(number) : '';
}

/** The chosen row of a dictionary. */
export function chosenRow(draft: Draft, dictionary: Dictionary | undefined, name: string): DictionaryEntry | undefined {
  return dictionary?.results.find(({ id }) => String(id) === draft.choices[name]);
}

/** Whether the user types numbers in place of a dictionary's. */
export function isActual(draft: Draft, dictionary: Dictionary | undefined, name: string): boolean {
  return draft.choices[name] === STORED || chosenRow(draft, dictionary, name)?.custom === true;
}

/** Every number input of the form as the draft leaves it. */
export function fieldStates(
  definition: CalculationDefinition,
  draft: Draft,
  dictionaries: Dictionaries,
  core: Core,
): FieldState[] {
  const uses = definition.dictionaries ?? [];
  const rows = uses.flatMap(({ name }) => chosenRow(draft, dictionaries[name], name) ?? []);
  return numberInputs(definition).map(([name, input]) => {
    // A row names the unit of the quantity that it multiplies «volume».
    const common = { name, input, unit: unitOf(name, input.unit, rows) };
    if (input.fixed) return { ...common, mode: 'fixed', text: exactText(core.constant(input.fixed)) };
    const use = uses.find(({ presets }) => presets.includes(name));
    if (!use || isTyped(use, name, draft, dictionaries[use.name])) {
      const typedUnit = draft.units?.[name];
      const isChosen = typedUnit !== undefined && unitsOf(common.unit).includes(typedUnit);
      return { ...common, mode: 'typed', text: draft.values[name] ?? '', ...(isChosen && { typedUnit }) };
    }
    const given = chosenRow(draft, dictionaries[use.name], use.name);
    const coefficient = given && coefficientOf(given, name);
    return { ...common, mode: 'preset', text: coefficient && exactText(Number(coefficient)) };
  });
}

function isTyped(use: DictionaryUse, input: string, draft: Draft, dictionary: Dictionary | undefined): boolean {
  if (draft.choices[use.name] === STORED) return true;
  const row = chosenRow(draft, dictionary, use.name);
  if (!row?.custom) return false;
  return use.custom?.includes(input) === true || coefficientOf(row, input) === undefined;
}

function coefficientOf(row: DictionaryEntry, name: string): string | undefined {
  return (row as unknown as Readonly<Record<string, string | undefined>>)[name];
}
