import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Peer } from './peer.ts';

const SERVER = fileURLToPath(new URL('natives.py', import.meta.url));

/** The native libraries in a Python process, which measures itself. */
export async function startNatives(python: string, folder: string): Promise<{ peers: Peer[]; stop: () => void }> {
  const one = { OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' };
  const child = spawn(python, [SERVER, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...one },
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (command: string): Promise<string> => {
    child.stdin.write(`${command}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error(`${SERVER} ended before it answered "${command}"`);
    return value;
  };
  const peer = async (model: Peer['model'], title: string): Promise<Peer> => ({
    name: `native ${title} ${await ask(`${model} version`)}`,
    model,
    batch: async () => Number(await ask(`${model} batch`)),
    one: async () => Number(await ask(`${model} one`)),
    scores: async () => {
      await ask(`${model} scores`);
      return new Float64Array(new Uint8Array(readFileSync(join(folder, `${model}.f64`))).buffer);
    },
  });
  const peers = [await peer('xgboost', 'XGBoost'), await peer('lightgbm', 'LightGBM')];
  return { peers, stop: () => child.stdin.end() };
}
