import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A program of another library in a separate process, which answers each line with a line and measures itself. */
export interface LineServer {
  ask(line: string): Promise<string>;
  stop(): void;
}

/** Starts `command` on one thread. */
export function startLineServer(command: string, args: readonly string[]): LineServer {
  const child = spawn(command, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' },
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    ask: async (line) => {
      child.stdin.write(`${line}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error(`${[command, ...args].join(' ')} ended before it answered "${line}"`);
      return value;
    },
    stop: () => child.stdin.end(),
  };
}
