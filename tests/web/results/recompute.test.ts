import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type CalculationType, definitionOf } from '#core/calculations/index.ts';
import type { Model } from '#core/contract/model.ts';
import { paths } from '#core/contract/paths.ts';
import { RequestCancelled } from '#web/compute/worker_client.ts';
import { recompute } from '#web/results/recompute.ts';
import { previewSource, storedSource } from '#web/results/rows_source.ts';
import { computed, days, MINES, SERIES } from '../../support/web/computed_datasets.ts';
import { withWorkers } from '../../support/web/inline_worker.ts';
import { rowsPage } from '../../support/web/result_datasets.ts';
import { freshBrowser, server, signedIn } from '../../support/web/screen.tsx';
import { json } from '../../support/web/web_server.ts';

freshBrowser();
withWorkers();

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** The shipped model, as far as a computing needs to know it. */
const MODEL = {
  ...{ id: 'demonstration-xgboost', name: 'xgboost', sha256: 'of the model' },
  features: ['x1', 'x2', 'x7', 'x8', 'x12', 'x13', 'x15'].map((column) => ({ name: column, column })),
} as unknown as Model;

const modelFile = () => new Response(readFileSync('wasm-core/models/demonstration/xgboost.ubj'));

/** A stored calculation that is read over HTTP by pages. */
async function stored(type: CalculationType, bytes: Uint8Array) {
  await signedIn();
  server.intercept = ({ path }) => {
    if (path.startsWith(paths.modelFile(MODEL.id))) return modelFile();
    return path.includes('/rows/') ? json(rowsPage(type, bytes, path)) : undefined;
  };
  return storedSource(type, { id: 'calculation-1', version: 1 });
}

describe('recomputing a stored table', () => {
  test.each([
    ['filling_blanks', SERIES, {}],
    ['sensitivity', MINES, { ef: 2.5 }],
  ] as const)('gives the same bytes: %s', async (type, rows, inputs) => {
    const { bytes } = await computed(type, rows);
    const source = await stored(type, bytes);
    const { done } = recompute({ type, inputs, settings: {}, model: undefined, source }, () => undefined);
    expect(await done).toBe(sha256(bytes));
  });

  test('gives the same bytes over many pages with its model and reports progress', async () => {
    const { bytes } = await computed('regres_methane', days(2500));
    const shares: number[] = [];
    const source = await stored('regres_methane', bytes);
    const task = { type: 'regres_methane', inputs: {}, settings: {}, model: MODEL, source };
    expect(await recompute(task, (share) => shares.push(share)).done).toBe(sha256(bytes));
    expect(shares.length).toBeGreaterThan(3);
    expect(shares).toEqual(shares.toSorted((first, second) => first - second));
    expect(shares.at(-1)).toBeLessThanOrEqual(1);
  });

  test('gives other bytes for another coefficient', async () => {
    const { bytes } = await computed('sensitivity', MINES);
    const source = previewSource(definitionOf('sensitivity'), bytes);
    const task = { type: 'sensitivity', inputs: { ef: 0.9 }, settings: {}, model: undefined, source };
    expect(await recompute(task, () => undefined).done).not.toBe(sha256(bytes));
  });

  test('can be cancelled', async () => {
    const { bytes } = await computed('sensitivity', MINES);
    const source = previewSource(definitionOf('sensitivity'), bytes);
    const task = { type: 'sensitivity', inputs: { ef: 2.5 }, settings: {}, model: undefined, source };
    const work = recompute(task, () => undefined);
    work.stop();
    await expect(work.done).rejects.toBeInstanceOf(RequestCancelled);
  });
});
