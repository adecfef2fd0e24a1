import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UncertaintyPlan } from '#core/uncertainty/plan.ts';
import { assessmentJson } from '#core/uncertainty/verifier_json.ts';
import { inventoryPlan } from '../../bench/uncertainty/inventory.ts';
import { ENABLING_COMMAND, NUMPY, prepare, pythonWith, runPython } from '../models/properties/python.ts';
import { ALL_LAWS_PLAN } from './all_laws_plan.ts';
import { assess, calculation } from './run_plan.ts';

const PAGE = 'docs/uncertainty/recompute.py';

const withPython = process.env.CI === 'true' || pythonWith(NUMPY) !== undefined;
const title = withPython ? 'the page of numpy' : `the page of numpy (enable by: ${ENABLING_COMMAND})`;

const seeded = ALL_LAWS_PLAN as unknown as UncertaintyPlan;
const PLANS: readonly (readonly [name: string, plan: UncertaintyPlan])[] = [
  ['every law, cut and shared', seeded],
  ['an inventory of 20 calculations', inventoryPlan(20, 65_536)],
  ['one draw', { ...seeded, n: 1 }],
  ['two draws', { ...seeded, n: 2 }],
  ['513 draws', { ...seeded, n: 513, seed: '0' }],
  [
    'a quotient and a square',
    { ...seeded, n: 1500, calculations: [calculation('q', 'x * x / (y + 1)', { x: 'least', y: 'even' })] },
  ],
];

describe.skipIf(!withPython)(title, () => {
  const folder = mkdtempSync(join(tmpdir(), 'uncertainty-'));
  let python = '';

  beforeAll(async () => {
    python = await prepare(NUMPY);
  }, 300_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(PLANS)(
    '%s: numpy gives the same SHA-256 of totals, percentiles and ranks as the core',
    async (_, plan) => {
      const file = join(folder, 'plan.json');
      writeFileSync(file, JSON.stringify(plan));
      const recomputed = JSON.parse(await runPython(python, ['-W', 'ignore', PAGE, file])) as object;
      expect(assessmentJson(await assess(plan)).json).toMatchObject(recomputed);
      expect(Object.keys(recomputed)).toEqual(['n', 'totals_sha256', 'percentiles', 'ranks']);
    },
    60_000,
  );

  it('ln, exp and inverse normal of the core have the stated precision', async () => {
    const stated = JSON.parse(await runPython(python, ['tests/wasm-core/uncertainty/precision.py']));
    expect(stated.points).toBeGreaterThanOrEqual(4000);
    expect(stated.ln_tails_ulp).toBeLessThanOrEqual(0.65);
    // Near 1, where ln is small; only σ of a factor comes from there.
    expect(stated.ln_factors_ulp).toBeLessThanOrEqual(0.8);
    expect(stated.exp_ulp).toBeLessThanOrEqual(0.51);
    expect(stated.inverse_relative).toBeLessThanOrEqual(6e-16);
    expect(stated.smallest).toBeCloseTo(-8.20953615160139, 13);
    expect(stated.at_1e_12).toBeCloseTo(-7.03448382530113, 13);
    expect(stated.at_0_075).toBeCloseTo(-1.43953147093846, 13);
  }, 120_000);
});
