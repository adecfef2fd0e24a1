import { atom } from 'jotai';
import { RESET } from 'jotai/utils';
import { compute } from '#core/calculations/compute.ts';
import type { CalculationDefinition, NumberInputs, ResultValues } from '#core/calculations/definition.ts';
import { isCalculationType } from '#core/calculations/index.ts';
import { provenance } from '#core/calculations/provenance.ts';
import { parseInputs } from '#core/calculations/schema.ts';
import { type Trace, trace } from '#core/calculations/trace.ts';
import { parseDecimal } from '#core/contract/decimal.ts';
import type { Provenance } from '#core/contract/dictionary.ts';
import { magnitudeText } from '#core/inventory/magnitude.ts';
import type { Core } from '#core/load.ts';
import { keepDraft, storedDraftAtom } from '../browser/drafts.ts';
import { tooManyDecimals } from '../settings/typed_number.ts';
import {
  chosenRow,
  type Dictionaries,
  type Draft,
  type FieldState,
  fieldStates,
  isActual,
  isDraft,
  sentText,
} from './draft.ts';

/** All that a form is made of, known before it opens. */
export interface FormContext {
  readonly core: Core;
  readonly type: string;
  readonly definition: CalculationDefinition;
  readonly dictionaries: Dictionaries;
  /** What the form shows before anything is typed. */
  readonly baseline: Draft;
  readonly decimals: number;
  /** Where the draft outlives a reload. */
  readonly draftKey: string;
}

/** The numbers that the draft gives, or what is missing, by field. */
export type FormInputs =
  | { readonly ok: true; readonly inputs: NumberInputs }
  | { readonly ok: false; readonly faults: Readonly<Record<string, string>> };

/**
 * What the draft gives: the result computed by the same core as on the server, or what is missing,
 * by field.
 */
export type Preview =
  | {
      readonly ok: true;
      readonly inputs: NumberInputs;
      readonly results: ResultValues;
      readonly trace: Trace;
    }
  | { readonly ok: false; readonly faults: Readonly<Record<string, string>> };

/** The state of one open form: draft → fields → preview. */
export function createForm(context: FormContext) {
  const { core, type, definition, dictionaries, baseline } = context;
  const storedAtom = storedDraftAtom<Draft>(context.draftKey, isDraft);
  const draftAtom = atom(
    (get) => get(storedAtom) ?? baseline,
    (get, set, change: Partial<Draft>) => set(storedAtom, { ...(get(storedAtom) ?? baseline), ...change }),
  );
  const fieldsAtom = atom((get) => fieldStates(definition, get(draftAtom), dictionaries, core));
  const inputsAtom = atom((get): FormInputs => {
    const fields = get(fieldsAtom);
    const raw = Object.fromEntries(fields.map((field) => [field.name, sentText(field)]));
    const parsed = parseInputs(definition, raw, core.constant);
    const faults = { ...decimalFaults(fields, context), ...(parsed.ok ? {} : byField(parsed.errors)) };
    if (!parsed.ok || Object.keys(faults).length > 0) return { ok: false, faults };
    return { ok: true, inputs: parsed.inputs };
  });
  const provenanceAtom = atom((get) => chosenRows(definition, get(draftAtom), dictionaries));
  const previewAtom = atom((get): Preview => {
    const given = get(inputsAtom);
    if (!given.ok) return given;
    const { inputs } = given;
    const results = compute(core, type, definition, inputs);
    const rows = get(provenanceAtom);
    return { ok: true, inputs, results, trace: trace(core, definition, inputs, results, rows) };
  });
  /** What an unusual volume would mean; undefined where it is usual, was stored as it is, or the type is unknown. */
  const questionAtom = atom((get): string | undefined => {
    const preview = get(previewAtom);
    if (!preview.ok || !isCalculationType(type)) return undefined;
    const volume = get(fieldsAtom).find(({ name }) => name === 'volume');
    const isStored =
      get(draftAtom).version !== undefined && volume?.text === baseline.values.volume && !volume?.typedUnit;
    return isStored ? undefined : magnitudeText(type, preview.inputs, preview.results, volume?.unit);
  });
  return {
    context,
    draftAtom,
    questionAtom,
    fieldsAtom,
    inputsAtom,
    /** The dictionary rows that preset coefficients. */
    provenanceAtom,
    /** Of a closed-form type; what a table gives is computed by a worker. */
    previewAtom,
    /** Whether there is a draft to keep or to clear. */
    hasDraftAtom: atom((get) => get(storedAtom) !== null),
    clearDraftAtom: atom(null, (_get, set) => set(storedAtom, RESET)),
    /**
     * Removes the draft of a form that was saved; the form shows what was saved until it has
     * closed.
     */
    finishAtom: atom(null, () => void keepDraft(context.draftKey, null)),
  };
}

export type FieldsFormModel = ReturnType<typeof createForm>;

/** Dictionaries in whose place the draft has typed numbers, as the wire names them. */
export function actualOf(definition: CalculationDefinition, draft: Draft, dictionaries: Dictionaries): string[] {
  return (definition.dictionaries ?? [])
    .map(({ name }) => name)
    .filter((name) => isActual(draft, dictionaries[name], name));
}

function chosenRows(definition: CalculationDefinition, draft: Draft, dictionaries: Dictionaries): Provenance[] {
  return (definition.dictionaries ?? []).flatMap((use) => {
    const dictionary = dictionaries[use.name];
    const row = chosenRow(draft, dictionary, use.name);
    return dictionary && row ? provenance(use, dictionary.version, row) : [];
  });
}

function byField(errors: readonly { readonly field?: string; readonly message: string }[]): Record<string, string> {
  return Object.fromEntries(errors.map(({ field = '', message }) => [field, message]));
}

/**
 * Typed numbers with more decimals than the setting allows; a value that came from the server stays
 * as it is.
 */
function decimalFaults(fields: readonly FieldState[], { baseline, decimals }: FormContext): Record<string, string> {
  const typed = fields.filter(({ name, mode, text }) => mode === 'typed' && text !== (baseline.values[name] ?? ''));
  return Object.fromEntries(
    typed.flatMap(({ name, text = '' }) => {
      const message = parseDecimal(text).ok ? tooManyDecimals(text, decimals) : undefined;
      return message === undefined ? [] : [[name, message]];
    }),
  );
}
