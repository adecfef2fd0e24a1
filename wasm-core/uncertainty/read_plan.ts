import type { Fault } from '../contract/errors.ts';
import { isRecord, numberOf } from '../contract/json_value.ts';
import { quoted, russianNumber } from '../contract/russian.ts';
import { FormulaRefused, namesOf, readFormula } from './formula.ts';
import { PLAN_LIMITS, type PlannedCalculation, type Quantity, type UncertaintyPlan } from './plan.ts';
import { PlanRefused } from './plan_refused.ts';
import { readQuantity } from './read_quantity.ts';

const LARGEST_SEED = 2n ** 64n - 1n;

/** The quantity without uncertainty: the potential is agreed, not measured. */
const POTENTIAL = 'GWP_CH4';

/**
 * Reads the content of a plan file. `constants`: names that formulas may use without a binding.
 * Throws PlanRefused with every fault.
 */
export function readPlan(content: unknown, constants: ReadonlySet<string>): UncertaintyPlan {
  const faults: Fault[] = [];
  const add = (field: string, message: string) => void faults.push({ field, message });
  if (!isRecord(content))
    throw new PlanRefused([{ message: 'План — объект JSON с полями seed, n, inputs, calculations.' }]);
  const seed = readSeed(content.seed, add);
  const n = content.n === undefined ? undefined : readDraws(content.n, add);
  if (content.centre !== undefined && content.centre !== 'median') {
    add('centre', 'Значение множителя (factor) считается медианой: поддерживается только «median».');
  }
  const inputs = readInputs(content.inputs, add);
  const calculations = readCalculations(content.calculations, inputs, constants, add);
  if (faults.length > 0) throw new PlanRefused(faults);
  return { seed, ...(n === undefined ? {} : { n }), inputs: Object.fromEntries(inputs), calculations };
}

type AddFault = (field: string, message: string) => void;

function readSeed(seed: unknown, add: AddFault): string {
  const text = typeof seed === 'number' && Number.isSafeInteger(seed) ? String(seed) : seed;
  if (typeof text === 'string' && /^\d{1,20}$/.test(text) && BigInt(text) <= LARGEST_SEED) return String(BigInt(text));
  const next = 'целое от 0 до 18446744073709551615; больше 9007199254740991 — текстом в кавычках.';
  add('seed', seed === undefined ? `Укажите посев: ${next}` : `Посев — ${next}`);
  return '0';
}

function readDraws(n: unknown, add: AddFault): number {
  if (typeof n === 'number' && Number.isInteger(n) && n >= 1 && n <= PLAN_LIMITS.draws) return n;
  add('n', `Число розыгрышей — целое от 1 до ${russianNumber(PLAN_LIMITS.draws)}.`);
  return 1;
}

function readInputs(content: unknown, add: AddFault): Map<string, Quantity> {
  if (!isRecord(content)) {
    add('inputs', 'Укажите величины: объект «идентификатор: {value, law, …}».');
    return new Map();
  }
  const entries = Object.entries(content);
  if (entries.length > PLAN_LIMITS.inputs) {
    add('inputs', `Величин больше ${russianNumber(PLAN_LIMITS.inputs)}. Разделите план на части.`);
    return new Map();
  }
  const inputs = new Map<string, Quantity>();
  for (const [id, value] of entries) {
    const field = `inputs.${id}`;
    if (id === '') add('inputs', 'Идентификатор величины пуст. Дайте ей имя.');
    else if (!id.isWellFormed()) add(field, 'Идентификатор содержит половину символа Юникода. Исправьте его.');
    inputs.set(
      id,
      readQuantity(value, (name, message) => add(name ? `${field}.${name}` : field, message)),
    );
  }
  return inputs;
}

function readCalculations(
  content: unknown,
  inputs: ReadonlyMap<string, Quantity>,
  constants: ReadonlySet<string>,
  add: AddFault,
): PlannedCalculation[] {
  if (!Array.isArray(content) || content.length === 0) {
    add('calculations', 'Укажите список расчётов: [{id, formula, inputs, divisor}].');
    return [];
  }
  if (content.length > PLAN_LIMITS.calculations) {
    add('calculations', `Расчётов больше ${russianNumber(PLAN_LIMITS.calculations)}. Разделите план на части.`);
    return [];
  }
  const ids = new Set<string>();
  return content.map((value, index) => {
    const field = `calculations[${index}]`;
    const calculation = readCalculation(value, inputs, constants, (name, message) =>
      add(name ? `${field}.${name}` : field, message),
    );
    if (ids.has(calculation.id))
      add(`${field}.id`, `Расчёт ${quoted(calculation.id)} уже есть. Дайте другой идентификатор.`);
    ids.add(calculation.id);
    return calculation;
  });
}

function readCalculation(
  value: unknown,
  inputs: ReadonlyMap<string, Quantity>,
  constants: ReadonlySet<string>,
  add: AddFault,
): PlannedCalculation {
  if (!isRecord(value)) {
    add('', 'Расчёт — объект {id, formula, inputs, divisor}.');
    return { id: '', formula: '', inputs: {}, divisor: 1 };
  }
  const { id, formula } = value;
  const divisor = value.divisor === undefined ? 1 : numberOf(value.divisor);
  if (divisor === undefined || divisor <= 0)
    add('divisor', 'Делитель — число больше 0, например 1000 для перевода кг в т.');
  if (typeof id !== 'string' || id === '') add('id', 'Укажите идентификатор расчёта текстом.');
  const names = readNames(value.inputs, inputs, add);
  const message = formulaFault(formula, names, constants);
  if (message) add('formula', message);
  return {
    id: typeof id === 'string' ? id : '',
    formula: typeof formula === 'string' ? formula : '',
    inputs: Object.fromEntries(names),
    divisor: divisor ?? 1,
  };
}

function readNames(content: unknown, inputs: ReadonlyMap<string, Quantity>, add: AddFault): Map<string, string> {
  const names = new Map<string, string>();
  if (content !== undefined && !isRecord(content))
    add('inputs', 'Укажите объект «имя в формуле: идентификатор величины».');
  for (const [name, id] of isRecord(content) ? Object.entries(content) : []) {
    const quantity = typeof id === 'string' ? inputs.get(id) : undefined;
    if (typeof id !== 'string') add(`inputs.${name}`, 'Укажите идентификатор величины текстом.');
    else if (!quantity)
      add(`inputs.${name}`, `Величины ${quoted(id)} в inputs плана нет. Добавьте её или исправьте имя.`);
    else names.set(name, id);
    if (name === POTENTIAL && quantity && quantity.law !== 'fixed') {
      add(`inputs.${name}`, 'Потенциал глобального потепления не разыгрывается. Задайте ему закон «fixed».');
    }
  }
  return names;
}

/** The fault of a formula; undefined for a valid one. */
function formulaFault(
  formula: unknown,
  names: ReadonlyMap<string, string>,
  constants: ReadonlySet<string>,
): string | undefined {
  if (typeof formula !== 'string' || formula.trim() === '') return 'Укажите формулу текстом.';
  if (formula.length > PLAN_LIMITS.formulaLength) {
    return `Формула длиннее ${russianNumber(PLAN_LIMITS.formulaLength)} знаков. Разделите расчёт на части.`;
  }
  try {
    const unbound = namesOf(readFormula(formula)).find((name) => !names.has(name) && !constants.has(name));
    if (unbound === undefined) return undefined;
    return `Имя ${quoted(unbound)} не связано с величиной. Добавьте его в inputs расчёта.`;
  } catch (cause) {
    if (!(cause instanceof FormulaRefused)) throw cause;
    return `Формула не читается: ${cause.message}`;
  }
}
