import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { DemoAccess } from '#functions/local/demo_access.ts';
import { type ApiClient, apiClient } from './browser/api_client.ts';

const SCRIPT = fileURLToPath(new URL('./serving_backend.ts', import.meta.url));

/** The product without its screens in a separate process, which a test may kill at any moment. */
export interface KilledProduct {
  readonly access: DemoAccess;
  readonly api: ApiClient;
  /** Sends a signal and waits for the exit; returns the exit code, or null if the signal killed the process. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts the product over a data folder. */
export async function startToKill(folder: string): Promise<KilledProduct> {
  const child = spawn(process.execPath, [SCRIPT, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const access: DemoAccess = JSON.parse(line);
  return { access, api: await apiClient(access), stop: (signal) => end(child, signal) };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal);
    await once(child, 'exit');
  }
  return child.exitCode;
}
