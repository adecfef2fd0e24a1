import { readFileSync } from 'node:fs';
import { renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { definitionOf } from '#core/calculations/index.ts';
import type { Model } from '#core/contract/model.ts';
import { paths } from '#core/contract/paths.ts';
import { previewSource } from '#web/results/rows_source.ts';
import { useExplain } from '#web/results/use_explain.ts';
import { computed, days } from '../../support/web/computed_datasets.ts';
import { seen, withWorkers } from '../../support/web/inline_worker.ts';
import { freshBrowser, server, signedIn } from '../../support/web/screen.tsx';

freshBrowser();
withWorkers();

const COLUMNS = ['x1', 'x2', 'x7', 'x8', 'x12', 'x13', 'x15'];

const model = (file: string, columns = COLUMNS) =>
  ({
    ...{ id: file, name: file, sha256: file },
    features: columns.map((column) => ({ name: column, column })),
  }) as unknown as Model;

async function serve(folder: string) {
  await signedIn();
  server.intercept = ({ path }) => {
    const [, file] = /\/models\/(.+)\/file\/$/.exec(path) ?? [];
    return file === undefined ? undefined : new Response(readFileSync(`${folder}/${decodeURIComponent(file)}`));
  };
}

test.each(['xgboost.ubj', 'lightgbm.txt'])(
  'contributions and the mean add up to the result of a row: %s',
  async (file) => {
    await serve('wasm-core/models/demonstration');
    const method = file.split('.')[0] ?? '';
    const { bytes } = await computed('regres_methane', days(5), method);
    const rows = await previewSource(definitionOf('regres_methane'), bytes).rows(0, 5);
    const { result } = renderHook(() => useExplain(model(file)));
    for (const row of rows) {
      const explained = await result.current?.(row);
      expect(explained?.result).toBe(row.result);
      expect(explained?.parts.map(({ column }) => column).toSorted()).toEqual(COLUMNS.toSorted());
      const sum = explained?.parts.reduce((total, { contribution }) => total + contribution, explained.mean);
      // The library adds up in f32, contributions are f64.
      expect(sum).toBeCloseTo(Number(row.result), 5);
    }
    expect(server.seen('GET', paths.modelFile(file))).toHaveLength(1);
  },
);

test('a row without a model has no explanation, and the worker ends with the screen', async () => {
  await serve('wasm-core/models/demonstration');
  expect(renderHook(() => useExplain(undefined)).result.current).toBeUndefined();
  const { result, unmount } = renderHook(() => useExplain(model('xgboost.ubj')));
  await result.current?.({ id: 1, x1: 1268, x2: null });
  const ended = seen.ended;
  unmount();
  await waitFor(() => expect(seen.ended).toBe(ended + 1));
});
