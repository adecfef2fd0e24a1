import { createHash } from 'node:crypto';
import { type Assessment, type AssessmentOptions, assessUncertainty } from '#core/uncertainty/assess.ts';
import { constantsOf } from '#core/uncertainty/constants_of.ts';
import type { PlannedCalculation, Quantity, UncertaintyPlan } from '#core/uncertainty/plan.ts';
import { PlanRefused } from '#core/uncertainty/plan_refused.ts';
import { readPlan } from '#core/uncertainty/read_plan.ts';
import { UncertaintyRun } from '#core/uncertainty/uncertainty_run.ts';
import { loadServerCore } from '#functions/core.ts';

export const core = await loadServerCore();

export const constantNames = new Set(constantsOf(core).keys());

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A plan of one calculation that adds up all of `inputs`. */
export function sumPlan(inputs: Readonly<Record<string, Quantity>>, n = 1024, seed = '2026'): UncertaintyPlan {
  const names = Object.keys(inputs).map((id, index) => [`x${index}`, id] as const);
  const formula = names.map(([name]) => name).join(' + ');
  return { seed, n, inputs, calculations: [calculation('sum', formula, Object.fromEntries(names))] };
}

export function calculation(id: string, formula: string, inputs: PlannedCalculation['inputs'], divisor = 1) {
  return { id, formula, inputs, divisor } satisfies PlannedCalculation;
}

export function assess(plan: UncertaintyPlan, options: Partial<AssessmentOptions> = {}): Promise<Assessment> {
  return assessUncertainty(core, plan, { digest: sha256, ...options });
}

/** Totals of a plan's first draws. */
export async function drawn(plan: UncertaintyPlan, count = plan.n ?? 1024): Promise<Float64Array> {
  const [totals = new Float64Array()] = (await UncertaintyRun.open(core, plan)).draw(0, count);
  return totals;
}

/** Bits of numbers as hexadecimal text. */
export function bits(numbers: ArrayLike<number>): string[] {
  const view = new DataView(new ArrayBuffer(8));
  return Array.from(numbers, (number) => {
    view.setFloat64(0, number);
    return view.getBigUint64(0).toString(16).padStart(16, '0');
  });
}

/** The faults of a plan as «field: message» lines, or nothing where it is accepted. */
export async function refusalOf(content: unknown): Promise<string> {
  try {
    await UncertaintyRun.open(core, readPlan(content, constantNames));
    return '';
  } catch (error) {
    if (error instanceof PlanRefused) return error.message;
    throw error;
  }
}
