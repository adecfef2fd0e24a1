import { fileURLToPath } from 'node:url';
import { startLineServer } from '../line_server.ts';

const SCRIPT = fileURLToPath(new URL('numpy_peer.py', import.meta.url));

/** What numpy measures itself, in milliseconds. */
export interface NumpyPeer {
  /** The whole plan: all draws in one array, or 4096 at a time. */
  run(way: 'whole' | 'chunks', draws: number): Promise<number>;
  stop(): void;
}

/** numpy on one thread with the plan of a file. */
export function startNumpy(python: string, planFile: string): NumpyPeer {
  const { ask, stop } = startLineServer(python, [SCRIPT, planFile]);
  return { run: async (way, draws) => Number(await ask(`${way} ${draws}`)) * 1000, stop };
}
