import { CONSTANTS, type ConstantName } from '../constants.ts';
import { type Mark, type Provenance, rowSourceText } from '../contract/dictionary.ts';
import type { Core } from '../load.ts';
import { citationText } from '../norms.ts';
import {
  type CalculationDefinition,
  type NumberInputs,
  type NumberResult,
  numberInputs,
  numberResults,
  type ResultValues,
} from './definition.ts';

/**
 * A token of a formula: an operator or bracket, or a quantity with its symbol, value and unit.
 */
export type FormulaPart =
  | { readonly kind: 'sign'; readonly text: string }
  | { readonly kind: 'quantity'; readonly symbol: string; readonly value: number; readonly unit: string };

/** One computed number: its symbol, its formula and the value that the core returned. */
export interface TraceStep {
  readonly name: string;
  readonly label: string;
  readonly symbol: string;
  readonly parts: readonly FormulaPart[];
  readonly value: number;
  readonly unit: string;
}

/** A coefficient or constant of the calculation and the norm behind it. */
export interface TraceCoefficient {
  readonly symbol: string;
  readonly label: string;
  readonly value: number;
  readonly unit: string;
  /** Document and place; undefined: an actual value typed by the user. */
  readonly source?: string;
  readonly mark?: Mark;
}

/** Everything that a verifier needs to recompute the result. */
export interface Trace {
  readonly method: string;
  readonly steps: readonly TraceStep[];
  readonly coefficients: readonly TraceCoefficient[];
  readonly core_sha256: string;
}

/** Operators of a definition's formula → their printed form. */
const SIGNS: Readonly<Record<string, string>> = { '*': '·', '/': '/', '+': '+', '-': '−', '(': '(', ')': ')' };

/**
 * Explains a calculation: formulas with symbols, numbers and units, and the source of every
 * coefficient. `provenance`: the dictionary rows that preset coefficients. For a type that takes a
 * table it explains one row: `inputs` then also has the row's numbers, by column name.
 */
export function trace(
  core: Core,
  definition: CalculationDefinition,
  inputs: NumberInputs,
  results: ResultValues,
  provenance: readonly Provenance[],
): Trace {
  const steps = numberResults(definition).flatMap(([name, result]) => {
    if (result.formula === undefined) return [];
    const { label, symbol, unit } = result;
    const parts = formulaTokens(result.formula).map((token) =>
      part(token, core, definition, inputs, results, provenance),
    );
    return [{ name, label, symbol, parts, value: Number(results[name]), unit }];
  });
  return {
    method: citationText(definition.source),
    steps,
    coefficients: [...coefficients(definition, inputs, provenance), ...constants(core, definition)],
    core_sha256: core.sha256,
  };
}

/**
 * The printed formula of a result, «M(CH₄) = V · EF · ρ»; undefined if the result has none.
 */
export function formulaText(definition: CalculationDefinition, { symbol, formula }: NumberResult): string | undefined {
  if (formula === undefined) return undefined;
  const symbols: Readonly<Record<string, { readonly symbol?: string }>> = {
    ...CONSTANTS,
    ...definition.results,
    ...definition.inputs,
  };
  const words = formulaTokens(formula).map((token) => SIGNS[token] ?? symbols[token]?.symbol ?? token);
  return `${symbol} = ${words.join(' ')}`;
}

/** Names, numbers and operators of a formula, in order. */
export function formulaTokens(formula: string): string[] {
  return formula.match(/[A-Za-z_][A-Za-z_0-9]*|\d+(?:\.\d+)?|[-+*/()]/g) ?? [];
}

function part(
  token: string,
  core: Core,
  definition: CalculationDefinition,
  inputs: NumberInputs,
  results: ResultValues,
  provenance: readonly Provenance[],
): FormulaPart {
  const sign = SIGNS[token];
  if (sign !== undefined) return { kind: 'sign', text: sign };
  const input = definition.inputs[token];
  if (input?.kind === 'number') {
    return {
      kind: 'quantity',
      symbol: input.symbol,
      value: inputs[token] ?? Number.NaN,
      unit: unitOf(token, input.unit, provenance),
    };
  }
  const column = definition.table?.columns[token];
  if (column) {
    const { symbol = column.label, unit } = column;
    return { kind: 'quantity', symbol, value: inputs[token] ?? Number.NaN, unit };
  }
  const result = definition.results[token];
  if (result?.kind === 'number') {
    return { kind: 'quantity', symbol: result.symbol, value: Number(results[token]), unit: result.unit };
  }
  if (Object.hasOwn(CONSTANTS, token)) {
    const name = token as ConstantName;
    return { kind: 'quantity', symbol: CONSTANTS[name].symbol, value: core.constant(name), unit: CONSTANTS[name].unit };
  }
  return { kind: 'sign', text: token };
}

/** Unit of an input; the chosen dictionary row may narrow it («тыс. т» or «млн м³»). */
export function unitOf(name: string, unit: string, provenance: readonly Pick<Provenance, 'units'>[]): string {
  return provenance.map(({ units }) => units[name]).find((narrowed) => narrowed !== undefined) ?? unit;
}

function coefficients(
  definition: CalculationDefinition,
  inputs: NumberInputs,
  provenance: readonly Provenance[],
): TraceCoefficient[] {
  return numberInputs(definition)
    .filter(([, { coefficient }]) => coefficient)
    .map(([name, { symbol, label, unit, fixed }]) => {
      const common = { symbol, label, value: inputs[name] ?? Number.NaN, unit: unitOf(name, unit, provenance) };
      const row = provenance.find(({ presets }) => presets.includes(name));
      if (row) return { ...common, source: rowSourceText(row.source), mark: row.mark };
      if (fixed) return { ...common, source: citationText(CONSTANTS[fixed].source), mark: 'norm' };
      return common;
    });
}

function constants(core: Core, definition: CalculationDefinition): TraceCoefficient[] {
  const usedNames = new Set(numberResults(definition).flatMap(([, { formula }]) => formulaTokens(formula ?? '')));
  return Object.entries(CONSTANTS)
    .filter(([name]) => usedNames.has(name))
    .map(([name, { symbol, label, unit, source }]) => ({
      symbol,
      label,
      unit,
      value: core.constant(name as ConstantName),
      source: citationText(source),
      mark: 'norm',
    }));
}
