import type { Fault } from '../contract/errors.ts';
import { isRecord, numberOf } from '../contract/json_value.ts';
import { russianNumber } from '../contract/russian.ts';
import { CoreMemory } from '../core_memory.ts';
import type { Core } from '../load.ts';
import { PlanRefused } from './plan_refused.ts';

/**
 * A source of table 3.2: emissions of both years in one unit, removals negative; uncertainties are
 * 95 % half-widths, %.
 */
export interface PropagationRow {
  readonly name: string;
  readonly base: number;
  readonly current: number;
  readonly u_activity: number;
  readonly u_factor: number;
  /** Whether the factor has the same error in both years, as IPCC assumes by default. */
  readonly factor_correlated: boolean;
}

/** A row of table 3.2 of IPCC 2006, vol. 1, ch. 3: columns C … M. */
export interface PropagatedRow extends PropagationRow {
  /** G, %. */
  readonly u_combined: number;
  /** H, %². */
  readonly contribution: number;
  /** I and J, %. */
  readonly sensitivity_a: number;
  readonly sensitivity_b: number;
  /** K and L, percentage points; M = K² + L². */
  readonly trend_factor: number;
  readonly trend_activity: number;
  readonly trend_contribution: number;
}

/**
 * Results of approach 1: the table, the current total with its U (%), the trend (%) with its U
 * (percentage points).
 */
export interface Propagation {
  readonly table: readonly PropagatedRow[];
  readonly total: number;
  readonly base: number;
  /** Undefined if the total is 0. */
  readonly u_total: number | undefined;
  /** Undefined if the base year's total is 0. */
  readonly trend: number | undefined;
  readonly u_trend: number | undefined;
}

/** Largest U at which approach 1 is valid, %. IPCC 2006, vol. 1, ch. 3, section 3.2.3.1. */
export const APPROACH_1_LIMIT = 30;

const MOST_ROWS = 100_000;
const NUMBERS = ['base', 'current', 'u_activity', 'u_factor'] as const;
const COLUMNS = [
  ...(['u_combined', 'contribution', 'sensitivity_a', 'sensitivity_b'] as const),
  ...(['trend_factor', 'trend_activity', 'trend_contribution'] as const),
];

/** Reads the rows of a file for approach 1. Throws PlanRefused with every fault. */
export function readPropagationRows(content: unknown): PropagationRow[] {
  if (!Array.isArray(content) || content.length === 0) {
    const message = `Укажите список строк: [{name, ${NUMBERS.join(', ')}, factor_correlated}].`;
    throw new PlanRefused([{ message }]);
  }
  if (content.length > MOST_ROWS) {
    throw new PlanRefused([{ message: `Строк больше ${russianNumber(MOST_ROWS)}. Разделите файл на части.` }]);
  }
  const faults: Fault[] = [];
  const rows = content.map((value: unknown, index) =>
    readRow(value, (name, message) => void faults.push({ field: `[${index}]${name && `.${name}`}`, message })),
  );
  if (faults.length > 0) throw new PlanRefused(faults);
  return rows;
}

function readRow(value: unknown, add: (name: string, message: string) => void): PropagationRow {
  if (!isRecord(value)) add('', `Строка — объект {name, ${NUMBERS.join(', ')}, factor_correlated}.`);
  const row = isRecord(value) ? value : {};
  const numbers = Object.fromEntries(NUMBERS.map((name) => [name, numberOf(row[name])]));
  if (isRecord(value)) {
    if (typeof row.name !== 'string' || row.name === '') add('name', 'Укажите название источника текстом.');
    if (typeof row.factor_correlated !== 'boolean') add('factor_correlated', 'Укажите true или false.');
    for (const name of NUMBERS) {
      const number = numbers[name];
      if (number === undefined) add(name, 'Укажите конечное число без кавычек.');
      else if (name.startsWith('u_') && number < 0) add(name, 'Неопределённость в процентах не бывает отрицательной.');
    }
  }
  const { base = 0, current = 0, u_activity = 0, u_factor = 0 } = numbers;
  return {
    name: String(row.name),
    base,
    current,
    u_activity,
    u_factor,
    factor_correlated: row.factor_correlated === true,
  };
}

/** Computes table 3.2 in the core. */
export async function propagate(core: Core, rows: readonly PropagationRow[]): Promise<Propagation> {
  const memory = await CoreMemory.load(core, 'uncertainty');
  const numbers = rows.flatMap(({ factor_correlated, ...row }) => [
    ...NUMBERS.map((name) => row[name]),
    Number(factor_correlated),
  ]);
  const input = memory.place(Float64Array.from(numbers));
  const output = memory.take(8 * COLUMNS.length * rows.length);
  const sums = memory.take(40);
  memory.function('propagation')(input, rows.length, output, sums);
  const columns = new Float64Array(memory.buffer, output, COLUMNS.length * rows.length);
  const table = rows.map((row, index) => ({
    ...row,
    ...(Object.fromEntries(
      COLUMNS.map((name, column) => [name, columns[index * COLUMNS.length + column] ?? Number.NaN]),
    ) as Record<(typeof COLUMNS)[number], number>),
  }));
  const [total = 0, u_total, trend, u_trend, base = 0] = new Float64Array(memory.buffer, sums, 5);
  return { table, total, base, u_total: finite(u_total), trend: finite(trend), u_trend: finite(u_trend) };
}

function finite(value: number | undefined): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

/** Names of the sources whose U is too large for approach 1; they need approach 2. */
export function beyondApproach1({ table }: Propagation): string[] {
  return table.filter(({ u_combined }) => u_combined >= APPROACH_1_LIMIT).map(({ name }) => name);
}
