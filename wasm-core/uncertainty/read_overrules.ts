import { type CalculationDefinition, type NumberInputs, numberInputs } from '../calculations/definition.ts';
import type { Fault } from '../contract/errors.ts';
import { isRecord } from '../contract/json_value.ts';
import { russianNumber } from '../contract/russian.ts';
import type { UncertaintyLaw } from '../contract/uncertainty_law.ts';
import {
  GROUP_LENGTH,
  type OverruledUncertainties,
  type OverruledUncertainty,
  REASON_LENGTH,
} from '../contract/uncertainty_schema.ts';
import type { Core } from '../load.ts';
import { boundedQuantity } from './plan_of.ts';
import { PlanRefused } from './plan_refused.ts';
import { readQuantity } from './read_quantity.ts';
import { UncertaintyRun } from './uncertainty_run.ts';

/** Checked uncertainties of a calculation, or every fault by field. */
export type ReadOverrules =
  | { readonly ok: true; readonly uncertainty: OverruledUncertainties | undefined }
  | { readonly ok: false; readonly errors: readonly Fault[] };

type AddFault = (field: string, message: string) => void;

/**
 * Reads the uncertainties that a person states for inputs of a calculation: the law with its
 * parameters, the reason, the name of a shared error. The core checks that the physical bounds of
 * the input leave enough of the law.
 */
export async function readOverrules(
  core: Core,
  definition: CalculationDefinition,
  inputs: NumberInputs,
  content: unknown,
): Promise<ReadOverrules> {
  if (content === undefined || content === null) return { ok: true, uncertainty: undefined };
  const errors: Fault[] = [];
  const add: AddFault = (field, message) => void errors.push({ field: `uncertainty${field}`, message });
  if (!isRecord(content)) {
    add('', 'Укажите объект «поле расчёта: {law, …, reason}» или null.');
    return { ok: false, errors };
  }
  const uncertain = new Map(numberInputs(definition).filter(([, { fixed }]) => fixed === undefined));
  const uncertainty: Record<string, OverruledUncertainty> = {};
  for (const [name, stated] of Object.entries(content)) {
    const input = uncertain.get(name);
    if (!input) {
      add(`.${name}`, `Такого поля нет. Неопределённость задают для: ${[...uncertain.keys()].join(', ')}.`);
      continue;
    }
    const before = errors.length;
    const value = inputs[name] ?? Number.NaN;
    const read = readOne(stated, value, (field, message) => add(`.${name}${field && `.${field}`}`, message));
    if (errors.length === before && read) {
      const fault = await faultOfBounds(core, boundedQuantity(value, read, input));
      if (fault) add(`.${name}`, fault);
      uncertainty[name] = read;
    }
  }
  if (errors.length > 0) return { ok: false, errors };
  return { ok: true, uncertainty: Object.keys(uncertainty).length > 0 ? uncertainty : undefined };
}

function readOne(stated: unknown, value: number, add: AddFault): OverruledUncertainty | undefined {
  if (!isRecord(stated)) {
    add('', 'Неопределённость — объект {law, …, reason}.');
    return undefined;
  }
  const { reason, group, ...law } = stated;
  const why = textOf(reason, REASON_LENGTH);
  if (!why) add('reason', `Напишите, почему неопределённость такая: до ${REASON_LENGTH} знаков.`);
  const shared = group === undefined || group === null ? undefined : textOf(group, GROUP_LENGTH);
  if (group !== undefined && group !== null && !shared) {
    add('group', `Название общей ошибки — текст до ${GROUP_LENGTH} знаков; без него у величины своя ошибка.`);
  }
  const read = law.law === 'none' ? ({ law: 'none' } as const) : lawOf(law, value, add);
  return read && why ? { ...read, reason: why, ...(shared && { group: shared }) } : undefined;
}

function textOf(text: unknown, longest: number): string | undefined {
  if (typeof text !== 'string' || !text.isWellFormed()) return undefined;
  const trimmed = text.trim();
  return trimmed !== '' && trimmed.length <= longest ? trimmed : undefined;
}

/** The law of a person's statement; its stated value is that of the calculation. */
function lawOf(law: Readonly<Record<string, unknown>>, value: number, add: AddFault): UncertaintyLaw | undefined {
  let isRefused = false;
  const {
    value: _stated,
    law: kind,
    ...read
  } = readQuantity({ ...law, value }, (name, message) => {
    isRefused = true;
    add(name === 'value' ? '' : name, message);
  });
  if (kind === 'fixed') {
    if (!isRefused) add('law', 'Точную величину задаёт закон «none».');
    return undefined;
  }
  const { min = -Infinity, max = Infinity } = read as { readonly min?: number; readonly max?: number };
  const isRange = kind === 'uniform' || kind === 'triangular';
  if (!isRefused && !isRange && (min !== -Infinity || max !== Infinity)) {
    add('', 'Границы min и max есть только у законов «uniform» и «triangular».');
    return undefined;
  }
  if (!isRefused && isRange && (value < min || value > max)) {
    const range = `${russianNumber(min)}…${russianNumber(max)}`;
    add('', `Значение ${russianNumber(value)} вне границ закона ${range}. Исправьте границы или значение.`);
    return undefined;
  }
  return isRefused ? undefined : ({ law: kind, ...read } as UncertaintyLaw);
}

/** The fault of a law that the physical bounds of its input leave nothing of, found by the core. */
async function faultOfBounds(core: Core, quantity: ReturnType<typeof boundedQuantity>): Promise<string | undefined> {
  if (quantity.law === 'fixed') return undefined;
  const calculations = [{ id: 'x', formula: 'x', inputs: { x: 'x' }, divisor: 1 }];
  try {
    await UncertaintyRun.open(core, { seed: '0', n: 1, inputs: { x: quantity }, calculations });
    return undefined;
  } catch (error) {
    if (!(error instanceof PlanRefused)) throw error;
    return error.faults.map(({ message }) => message).join(' ');
  }
}
