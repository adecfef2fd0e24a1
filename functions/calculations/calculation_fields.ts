import * as z from 'zod/mini';
import { compute } from '#core/calculations/compute.ts';
import type { CalculationDefinition, NumberInputs } from '#core/calculations/definition.ts';
import { type CalculationType, definitionOf } from '#core/calculations/index.ts';
import { findProvenance } from '#core/calculations/provenance.ts';
import { faults, parseInputs, parseSettings, type SettingValues } from '#core/calculations/schema.ts';
import { actualSchema, calculationNameSchema, projectIdSchema } from '#core/contract/calculation.ts';
import type { Dictionary, Provenance } from '#core/contract/dictionary.ts';
import type { Fault } from '#core/contract/errors.ts';
import type { Core } from '#core/load.ts';
import type { StoredCalculation } from '../store/calculations.ts';
import type { DictionaryReader } from '../store/dictionaries.ts';

/** What a person gives of any calculation but its rows: checked. */
export interface CalculationFields {
  readonly name: string;
  readonly project: string;
  /** Dictionaries in whose place actual values were typed. */
  readonly actual: readonly string[];
  readonly inputs: NumberInputs;
  readonly settings: SettingValues;
}

/** Checked fields, or every fault by field and the settings that have none. */
export type ParsedFields =
  | { readonly ok: true; readonly fields: CalculationFields; readonly settings: SettingValues }
  | { readonly ok: false; readonly errors: readonly Fault[]; readonly settings: SettingValues };

const commonSchema = z.object({ name: calculationNameSchema, project: projectIdSchema, actual: actualSchema });

/** Parses a body. Whatever results the client sent are not looked at. */
export function parseFields(definition: CalculationDefinition, body: unknown, core: Core): ParsedFields {
  const common = z.safeParse(commonSchema, body);
  const numbers = parseInputs(definition, body, core.constant);
  const texts = parseSettings(definition, body);
  const { settings } = texts;
  if (common.success && numbers.ok && texts.ok) {
    return { ok: true, fields: { ...common.data, inputs: numbers.inputs, settings }, settings };
  }
  const errors = [
    ...(common.success ? [] : faults(common.error.issues, body)),
    ...(numbers.ok ? [] : numbers.errors),
    ...(texts.ok ? [] : texts.errors),
  ];
  return { ok: false, errors, settings };
}

/** The dictionary rows behind the inputs, to keep with the result. */
export async function provenanceOf(
  definition: CalculationDefinition,
  { inputs, actual }: CalculationFields,
  read: DictionaryReader,
): Promise<Provenance[]> {
  const entries = (definition.dictionaries ?? []).map(async ({ name }) => [name, await read(name)] as const);
  const dictionaries = new Map<string, Dictionary>(await Promise.all(entries));
  return findProvenance(definition, inputs, (name) => dictionaries.get(name), actual);
}

/** A calculation of typed fields, computed: what its item holds besides its identity. */
export type ComputedFields = Omit<CalculationFields, 'settings'> &
  Pick<StoredCalculation, 'results' | 'provenance' | 'core_sha256'>;

/** Computes checked fields and looks up the dictionary rows behind them. */
export async function computeFields(
  { core, dictionary }: { readonly core: Core; readonly dictionary: DictionaryReader },
  type: CalculationType,
  parsed: CalculationFields,
): Promise<ComputedFields> {
  const definition = definitionOf(type);
  const { settings: _none, ...fields } = parsed;
  return {
    ...fields,
    results: compute(core, type, definition, fields.inputs),
    provenance: await provenanceOf(definition, parsed, dictionary),
    core_sha256: core.sha256,
  };
}
