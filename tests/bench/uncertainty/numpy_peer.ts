import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('numpy_peer.py', import.meta.url));

/** What numpy measures itself, in milliseconds. */
export interface NumpyPeer {
  /** The whole plan: all draws in one array, or 4096 at a time. */
  run(way: 'whole' | 'chunks', draws: number): Promise<number>;
  stop(): void;
}

/** numpy on one thread with the plan of a file. */
export function startNumpy(python: string, planFile: string): NumpyPeer {
  const child = spawn(python, [SCRIPT, planFile], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' },
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (request: string): Promise<number> => {
    child.stdin.write(`${request}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error(`${SCRIPT} ended before it answered "${request}"`);
    return Number(value) * 1000;
  };
  return {
    run: (way, draws) => ask(`${way} ${draws}`),
    stop: () => child.stdin.end(),
  };
}
