import * as z from 'zod/mini';
import { finite, formatCoefficient, isCoefficient, parseDecimal } from '../contract/decimal.ts';
import { type Fault, faultValue } from '../contract/errors.ts';
import { russianNumber, sentence } from '../contract/russian.ts';
import { nameSchema } from '../contract/text.ts';
import {
  type CalculationDefinition,
  type ChoiceInput,
  type NumberInput,
  type NumberInputs,
  numberInputs,
  type TextInput,
} from './definition.ts';

/** Checked inputs of a calculation, or every fault by field. */
export type ParsedInputs =
  | { readonly ok: true; readonly inputs: NumberInputs }
  | { readonly ok: false; readonly errors: readonly Fault[] };

/**
 * Choices and texts of a calculation by the names of its inputs: a choice is the key of its option.
 */
export type SettingValues = Readonly<Record<string, string>>;

/** Checked settings, or every fault by field and the settings that have none. */
export type ParsedSettings =
  | { readonly ok: true; readonly settings: SettingValues }
  | { readonly ok: false; readonly settings: SettingValues; readonly errors: readonly Fault[] };

/** A smaller quantity means nothing in any of our units; DynamoDB stores no number below 1e-130. */
const SMALLEST = 1e-12;

/** Reads the value of a constant that a method fixes from the core. */
export type ConstantValue = (name: NonNullable<NumberInput['fixed']>) => number;

/**
 * The zod schema of a type's number inputs: the parser of forms and request bodies and the source
 * of the OpenAPI document. A number is a JSON number or a text (see `parseDecimal`); a fixed input
 * may be left out.
 */
export function inputsSchema(definition: CalculationDefinition, constant: ConstantValue) {
  const shape = Object.fromEntries(
    numberInputs(definition).map(([name, input]) => [name, numberSchema(input, constant)]),
  );
  const checks = (definition.limits ?? []).map(({ inputs, max, message }) =>
    z.refine<NumberInputs>((values) => inputs.reduce((sum, name) => sum + (values[name] ?? 0), 0) <= max, {
      path: [inputs.at(-1) ?? ''],
      message,
    }),
  );
  return z.object(shape, 'Нужен объект с полями расчёта.').check(...checks);
}

/** Parses the number inputs of a form or a request. Unknown fields and results are ignored. */
export function parseInputs(definition: CalculationDefinition, raw: unknown, constant: ConstantValue): ParsedInputs {
  const parsed = inputsSchema(definition, constant).safeParse(raw);
  if (parsed.success) return { ok: true, inputs: parsed.data };
  return { ok: false, errors: faults(parsed.error.issues, raw) };
}

/** Inputs as the wire has them: coefficients as six-decimal strings, other numbers as they are. */
export function wireInputs(definition: CalculationDefinition, inputs: NumberInputs): Record<string, number | string> {
  const values = numberInputs(definition).map(([name, { coefficient }]) => {
    const value = inputs[name] ?? Number.NaN;
    return [name, coefficient ? formatCoefficient(value) : value] as const;
  });
  return Object.fromEntries(values);
}

/**
 * Parses the choices and texts of a form or a request. A choice is required. A text that is blank
 * or
 * left out is '': the reader then recognises the column by itself. Unknown fields are ignored.
 */
export function parseSettings(definition: CalculationDefinition, raw: unknown): ParsedSettings {
  const settings: Record<string, string> = {};
  const errors: Fault[] = [];
  for (const [name, input] of Object.entries(definition.inputs)) {
    if (input.kind === 'number') continue;
    const value = valueAt(raw, [name]);
    const isBlank = value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
    if (input.kind === 'text' && isBlank) {
      settings[name] = '';
      continue;
    }
    const parsed = z.safeParse(settingSchema(input), value);
    if (parsed.success) settings[name] = parsed.data;
    else errors.push(...faults(parsed.error.issues, value).map((fault) => ({ ...fault, field: name })));
  }
  return errors.length === 0 ? { ok: true, settings } : { ok: false, settings, errors };
}

function settingSchema(input: ChoiceInput | TextInput): z.ZodMiniType<string> {
  if (input.kind === 'text') return nameSchema(`Укажите: ${input.label}.`, input.maxLength);
  const options = Object.entries(input.options).map(([key, label]) => `${key} (${label})`);
  return z.enum(Object.keys(input.options), { error: `Укажите: ${input.label} — ${options.join(' или ')}.` });
}

/** Issues of a zod parse as faults with the refused value. */
export function faults(issues: readonly z.core.$ZodIssue[], raw: unknown): Fault[] {
  return issues.map(({ path, message }) => {
    const field = path.map(String).join('.');
    const value = faultValue(valueAt(raw, path));
    return { ...(field !== '' && { field }), ...(value !== undefined && { value }), message };
  });
}

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<PropertyKey, unknown>)[key]
        : undefined,
    raw,
  );
}

function numberSchema(input: NumberInput, constant: ConstantValue) {
  const fixed = input.fixed === undefined ? undefined : constant(input.fixed);
  const { label, symbol, unit, min, max } = input;
  const written = z
    .union([z.number(), z.string()], { error: ({ input: raw }) => notANumber(raw, label) })
    .register(z.globalRegistry, { title: label, description: `${symbol}, ${unit}`, minimum: min, maximum: max });
  const given = fixed ?? input.default;
  return z.pipe(
    given === undefined ? written : z._default(written, given),
    z.transform((raw: number | string, context) => {
      const parsed = typeof raw === 'string' ? parseDecimal(raw) : finite(raw);
      const message = parsed.ok ? outOfPlace(parsed.value, input, fixed) : parsed.message;
      if (parsed.ok && message === undefined) return parsed.value;
      context.issues.push({ code: 'custom', message, input: raw });
      return z.NEVER;
    }),
  );
}

function notANumber(raw: unknown, label: string): string {
  if (raw === undefined || raw === null) return `Укажите: ${label}.`;
  const parsed = finite(typeof raw === 'number' ? raw : Number.NaN);
  return parsed.ok ? '' : parsed.message;
}

function outOfPlace(value: number, input: NumberInput, fixed: number | undefined): string | undefined {
  const { min, max, unit } = input;
  if (fixed !== undefined && value !== fixed)
    return sentence(`Коэффициент закреплён методикой: ${russianNumber(fixed)} ${unit}`);
  if (value !== 0 && Math.abs(value) < SMALLEST)
    return 'Слишком малое число. Укажите 0 или проверьте единицу измерения.';
  if (value < min || value > max)
    return `${sentence(`Допустимо от ${russianNumber(min)} до ${russianNumber(max)} ${unit}`)} Проверьте значение и единицу.`;
  if (input.coefficient && !isCoefficient(value))
    return 'У коэффициента не больше 6 знаков после запятой. Округлите его.';
  return undefined;
}
