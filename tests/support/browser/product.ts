import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '#functions/cli/build.ts';
import { type DemoAccess, readDemoAccess } from '#functions/local/demo_access.ts';
import { argumentsOfScript } from '../npm_script.ts';

/** The product in a separate process. */
export interface RunningProduct {
  readonly access: DemoAccess;
  /** All its output. */
  output(): string;
  /** Bytes of memory that the process holds (RSS); on Linux only. */
  memory(): number;
  /** Sends a signal and waits for the exit; returns the exit code, or null if the signal killed the process. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Longest wait for the first answer: a stale web application is built before it. */
const START_MS = 120_000;

/** A folder for a product's data, removed after the tests. */
export function temporaryDataDir(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'e2e-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Command that starts a product: a program, its arguments and a folder. */
export interface StartCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

/** As `npm start` does. */
const FROM_SOURCES: StartCommand = { file: process.execPath, args: argumentsOfScript('start'), cwd: ROOT };

/** Starts the product and waits until it prints its address. `port` 0 means any free port. */
export async function runProduct(
  dataDir: string,
  port = '0',
  { file, args, cwd } = FROM_SOURCES,
): Promise<RunningProduct> {
  const child = spawn(file, args, {
    cwd,
    env: { COSTLY_CALLS: '1000000', ...process.env, DATA_DIR: dataDir, PORT: port, HOST: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await started(child, () => output);
  const access = readDemoAccess(dataDir);
  if (!access) throw new Error('The product started without demo.json');
  const memory = () => memoryOf(child);
  return { access, output: () => output, memory, stop: (signal = 'SIGTERM') => end(child, signal) };
}

async function started(child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + START_MS;
  while (!/Адрес: +http/.test(output())) {
    if (child.exitCode !== null) throw new Error(`The product ended with ${child.exitCode}:\n${output()}`);
    if (Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`The product did not start in ${START_MS} ms:\n${output()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function memoryOf({ pid }: ChildProcess): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exit = once(child, 'exit');
  child.kill(signal);
  const [code] = (await exit) as [number | null];
  return code;
}
