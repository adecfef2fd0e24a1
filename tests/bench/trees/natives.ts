import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startLineServer } from '../line_server.ts';
import type { Peer } from './peer.ts';

const SERVER = fileURLToPath(new URL('natives.py', import.meta.url));

/** The native libraries in a Python process, which measures itself. */
export async function startNatives(python: string, folder: string): Promise<{ peers: Peer[]; stop: () => void }> {
  const { ask, stop } = startLineServer(python, [SERVER, folder]);
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
  return { peers, stop };
}
