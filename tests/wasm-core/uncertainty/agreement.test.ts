import { expect, it } from 'vitest';
import type { PlannedCalculation, Quantity, UncertaintyPlan } from '#core/uncertainty/plan.ts';
import { propagate } from '#core/uncertainty/propagation.ts';
import { assess, calculation, core } from './run_plan.ts';

/** Sources of an inventory with small symmetric uncertainties; drained gas is subtracted. */
const SOURCES = [
  { name: 'добыча', activity: 1000, factor: 12, u_activity: 2, u_factor: 7 },
  { name: 'обращение', activity: 1000, factor: 1.7, u_activity: 2, u_factor: 5 },
  { name: 'топливо', activity: 300, factor: 3.1, u_activity: 5, u_factor: 3 },
  { name: 'каптаж', activity: 500, factor: -4, u_activity: 5, u_factor: 2 },
] as const;

it('approaches 1 and 2 agree within 1 % where uncertainties are small and symmetric', async () => {
  const inputs: Record<string, Quantity> = {};
  const calculations: PlannedCalculation[] = [];
  for (const { name, activity, factor, u_activity, u_factor } of SOURCES) {
    inputs[`${name}/a`] = { value: activity, law: 'symmetric', percent: u_activity };
    inputs[`${name}/f`] = { value: factor, law: 'symmetric', percent: u_factor };
    calculations.push(calculation(name, 'a * f', { a: `${name}/a`, f: `${name}/f` }));
  }
  const plan: UncertaintyPlan = { seed: '17', n: 2 ** 19, inputs, calculations };
  const { percentiles, stated, moments } = await assess(plan);
  const rows = SOURCES.map(({ name, activity, factor, u_activity, u_factor }) => {
    const amount = activity * factor;
    return { name, base: amount, current: amount, u_activity, u_factor, factor_correlated: true };
  });
  const { u_total = Number.NaN, total } = await propagate(core, rows);
  expect(total).toBeCloseTo(stated, 9);
  const half = ((percentiles.p97_5.value - percentiles.p2_5.value) / 2 / stated) * 100;
  expect(Math.abs(half / u_total - 1)).toBeLessThan(0.01);
  expect(Math.abs((moments.halfWidth / stated) * 100 - u_total)).toBeLessThan(1e-9);
});
