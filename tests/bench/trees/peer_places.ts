import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** How to install the peers and run the comparison; every line works from the root of the repository. */
export const HOW = `The peers are not part of the product. Install them once and name the places:
  python3 -m venv .cache/peers && .cache/peers/bin/pip install -r tests/bench/trees/requirements.txt
  npm install --prefix .cache/onnxruntime onnxruntime-web@1.30.0
  npm run bench:trees -- --python .cache/peers/bin/python --onnxruntime .cache/onnxruntime [--rounds 9]`;

/** Where the peers are, as absolute paths, and how often each runs. */
export interface PeerPlaces {
  readonly python: string;
  readonly onnxruntime: string;
  readonly rounds: number;
}

/** Reads the arguments of the command; undefined: a place is missing. `folder`: where relative paths start. */
export function readPeerPlaces(args: readonly string[], folder: string): PeerPlaces | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: { python: { type: 'string' }, onnxruntime: { type: 'string' }, rounds: { type: 'string', default: '9' } },
  });
  const { python, onnxruntime, rounds } = values;
  if (!python || !onnxruntime) return undefined;
  return { python: resolve(folder, python), onnxruntime: resolve(folder, onnxruntime), rounds: Number(rounds) };
}
