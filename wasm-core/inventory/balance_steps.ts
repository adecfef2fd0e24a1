import type { FormulaPart, TraceStep } from '../calculations/trace.ts';
import type { InventoryLine, ObjectBalance } from '../contract/inventory_schema.ts';
import { type BalanceRole, partOf } from '../contract/parts.ts';
import type { PlacedStatement } from './statements.ts';

interface StepLine extends PlacedStatement {
  readonly line: Pick<InventoryLine, 'ch4_t' | 'destroyed_t'>;
}

/** The balance of an object step by step, as a trace: each figure, the formula it came from, the numbers in it. */
export function balanceSteps(
  lines: readonly StepLine[],
  balance: ObjectBalance,
  full_co2e_t: number,
  gwp: number,
): TraceStep[] {
  const { gross_t, post_mining_t, drained_t, destroyed_t, ch4_t, co2_t, combustion_co2_t, co2e_t } = balance;
  const of = (...roles: BalanceRole[]) =>
    lines.filter(({ part, role }) => role !== 'control' && roles.includes(partOf(part).balance));
  const masses = (symbol: string, ...roles: BalanceRole[]) =>
    of(...roles).map(({ line }, index) => tonnes(`${symbol}${subscript(index + 1)}`, line.ch4_t));
  const gone = of('flare', 'energy', 'sold').map(({ line }, index) =>
    tonnes(`D${subscript(index + 1)}`, line.destroyed_t),
  );
  const measured = [...masses('В', 'ventilation'), tonnes('M(дег.)', drained_t)];
  const equivalent = { unit: 'т CO₂-экв.' };
  return [
    step('gross', 'Выделение метана', 'G', plus(balance.way === 'measured' ? measured : masses('G', 'gross')), gross_t),
    step('destroyed', 'Уничтожено', 'D', plus(gone), destroyed_t),
    step(
      ...(['ch4', 'Выброшено CH₄', 'M(CH₄)'] as const),
      [tonnes('G', gross_t), sign('+'), tonnes('P', post_mining_t), sign('−'), tonnes('D', destroyed_t)],
      ch4_t,
    ),
    step(
      ...(['co2e', 'Баланс метана', 'E'] as const),
      [
        ...[tonnes('M(CO₂)', co2_t), sign('+')],
        { kind: 'quantity', symbol: 'ПГП', value: gwp, unit: 'т CO₂-экв./т CH₄' },
        ...[sign('·'), tonnes('M(CH₄)', ch4_t)],
      ],
      ...([co2e_t, equivalent.unit] as const),
    ),
    step(
      ...(['full', 'Полная инвентаризация объекта', 'ΣE'] as const),
      [
        { kind: 'quantity', symbol: 'E', value: co2e_t, ...equivalent },
        sign('+'),
        tonnes('M(CO₂, сжиг.)', combustion_co2_t),
      ],
      ...([full_co2e_t, equivalent.unit] as const),
    ),
  ];
}

function step(
  name: string,
  label: string,
  symbol: string,
  parts: readonly FormulaPart[],
  value: number,
  unit = 'т',
): TraceStep {
  return { name, label, symbol, parts, value, unit };
}

function plus(quantities: readonly FormulaPart[]): FormulaPart[] {
  return quantities.flatMap((quantity, index) => (index === 0 ? [quantity] : [sign('+'), quantity]));
}

function sign(text: string): FormulaPart {
  return { kind: 'sign', text };
}

function tonnes(symbol: string, value: number): FormulaPart {
  return { kind: 'quantity', symbol, value, unit: 'т' };
}

/** A number in subscript digits. */
function subscript(number: number): string {
  return String(number).replace(/\d/g, (digit) => '₀₁₂₃₄₅₆₇₈₉'[Number(digit)] ?? '');
}
