import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { compiledModule } from '../../support/compiled_module.ts';
import { goldenHashes, SETTINGS } from './golden.ts';

const CHILD = new URL('golden_child.ts', import.meta.url);
const GOLDEN = SETTINGS.map(({ hash }) => hash);

function inThread(): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(CHILD);
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

describe('trees of fixed rows and options have a fixed hash', { timeout: 60_000 }, () => {
  it('in this process', async () => {
    expect(await goldenHashes(await compiledModule('training'))).toEqual(GOLDEN);
  });

  it.each([1, 4])('in %i threads at once', async (count) => {
    const hashes = await Promise.all(Array.from({ length: count }, inThread));
    expect(hashes).toEqual(Array.from({ length: count }, () => GOLDEN));
  });

  it('by the baseline compiler of V8', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--liftoff-only', fileURLToPath(CHILD)]);
    expect(JSON.parse(stdout)).toEqual(GOLDEN);
  });
});
