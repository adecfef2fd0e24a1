import { expect, it } from 'vitest';
import { loadPredictor } from '#core/models/predictor.ts';
import { readModel } from '#core/models/read_model.ts';
import { longestWay } from '#core/models/work.ts';
import { chainModel } from '../../support/bombs/models.ts';
import { fixture, MODEL_FILES, module } from './fixtures.ts';

it('the longest path of chain trees visits every split', async () => {
  expect(longestWay(await readModel(module, chainModel(3, 300)))).toBe(3 * 301);
});

it.each(MODEL_FILES)('the longest path of %s is at most the sum of its tree depths', async (file) => {
  const forest = await readModel(module, fixture(`models/${file}`));
  const steps = longestWay(forest);
  expect(steps).toBeGreaterThanOrEqual(forest.trees + forest.depth);
  const terms = Math.max(0, ...Array.from(forest.leafValue, (_, leaf) => termsOf(forest.linear?.start, leaf)));
  expect(steps).toBeLessThanOrEqual(forest.trees * (1 + forest.depth + terms));
});

function termsOf(start: Int32Array | undefined, leaf: number): number {
  return (start?.[leaf + 1] ?? 0) - (start?.[leaf] ?? 0);
}

it('chain trees need three billion steps for 3,000 rows, a typical model less than ten million', async () => {
  const chains = await loadPredictor(module, chainModel(3480, 300));
  expect(chains.steps(3000)).toBe(3000 * 3480 * 301);
  const honest = await loadPredictor(module, fixture('models/lgb_small100.txt'));
  expect(honest.steps(3000)).toBeLessThan(1e7);
  expect(honest.steps(6e6) / honest.steps(3e6)).toBeCloseTo(2);
});

it('a step takes about the same time in chain trees and typical trees, so steps bound the time', async () => {
  const files = [chainModel(400, 300), fixture('models/lgb_small100.txt')];
  const perStep: number[] = [];
  for (const file of files) {
    const model = await loadPredictor(module, file);
    const count = Math.ceil(5e7 / model.steps(1));
    const rows = Float64Array.from({ length: count * model.info.features }, (_, at) => (at * 0.618) % 40);
    model.predict(rows.subarray(0, 512 * model.info.features));
    const started = process.cpuUsage();
    model.predict(rows);
    perStep.push(process.cpuUsage(started).user / model.steps(count));
  }
  const [chain = 0, honest = 0] = perStep;
  expect(chain / honest).toBeLessThan(20);
  expect(honest / chain).toBeLessThan(20);
});
