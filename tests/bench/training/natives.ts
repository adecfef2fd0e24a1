import { fileURLToPath } from 'node:url';
import { startLineServer } from '../line_server.ts';

const SERVER = fileURLToPath(new URL('natives.py', import.meta.url));

/** A library that trains in a Python process of its own and measures itself. */
export interface Native {
  readonly name: string;
  /** Reads the rows that stand in `folder`. */
  load(folder: string, rows: number, features: number): Promise<void>;
  /** Milliseconds of a training, binning included. */
  train(depth: number, trees: number): Promise<number>;
}

/** XGBoost and LightGBM of a Python, on one thread. */
export async function startNatives(python: string): Promise<{ natives: Native[]; stop: () => void }> {
  const { ask, stop } = startLineServer(python, ['-W', 'ignore', SERVER]);
  const native = async (library: string, title: string): Promise<Native> => ({
    name: `${title} ${await ask(`version ${library}`)}`,
    load: async (folder, rows, features) => {
      await ask(`load ${folder} ${rows} ${features}`);
    },
    train: async (depth, trees) => Number(await ask(`train ${library} ${depth} ${trees}`)),
  });
  const natives = [await native('xgboost', 'XGBoost'), await native('lightgbm', 'LightGBM')];
  return { natives, stop };
}
