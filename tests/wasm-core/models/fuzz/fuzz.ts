import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Task, Verdict } from './child.ts';
import type { Format } from './mutant.ts';

/** What became of a row of mutants. */
export interface FuzzResult {
  format: Format;
  mutants: number;
  models: number;
  refused: number;
  slowestMs: number;
  mostMegabytes: number;
  readonly faults: string[];
}

const CHILD = fileURLToPath(new URL('child.ts', import.meta.url));

/** A mutant that has not been read after this time hangs: its own limit is a multiple of what good files take. */
const HANGS_AFTER_MS = 15_000;

/** Mutants that one process reads: its peak of memory starts anew. */
const MUTANTS_A_PROCESS = 500;

/** Reads `count` mutants of a format, those of the same seed in every run, and tells every one that is not handled cleanly. */
export async function fuzz(format: Format, seed: number, count: number): Promise<FuzzResult> {
  const result: FuzzResult = { format, mutants: 0, models: 0, refused: 0, slowestMs: 0, mostMegabytes: 0, faults: [] };
  let next = 0;
  while (next < count) {
    const end = Math.min(count, next + MUTANTS_A_PROCESS);
    const { reached, died } = await runChild({ format, seed, first: next, end }, (verdict) =>
      note(result, seed, verdict),
    );
    next = reached;
    if (died === undefined) continue;
    result.mutants += 1;
    result.faults.push(`${format} ${next} of seed ${seed}: ${died}`);
    next += 1;
  }
  return result;
}

function note(result: FuzzResult, seed: number, verdict: Verdict): void {
  result.mutants += 1;
  if (verdict.outcome === 'model') result.models += 1;
  if (verdict.outcome === 'refused') result.refused += 1;
  if (verdict.fault !== undefined)
    result.faults.push(`${result.format} ${verdict.number} of seed ${seed}: ${verdict.fault}`);
  result.slowestMs = Math.max(result.slowestMs, verdict.milliseconds);
  result.mostMegabytes = Math.max(result.mostMegabytes, verdict.megabytes);
}

/** Runs a process on a task. `reached` is the first mutant without a verdict, `died` how the process ended on it. */
function runChild(
  task: Task,
  note: (verdict: Verdict) => void,
): Promise<{ reached: number; died: string | undefined }> {
  return new Promise((resolve) => {
    const child = fork(CHILD, { execArgv: ['--expose-gc', '--no-warnings'] });
    let reached = task.first;
    let hangs = false;
    const bark = () => {
      hangs = true;
      child.kill('SIGKILL');
    };
    let watchdog = setTimeout(bark, HANGS_AFTER_MS);
    child.on('message', (verdict: Verdict) => {
      clearTimeout(watchdog);
      watchdog = setTimeout(bark, HANGS_AFTER_MS);
      reached = verdict.number + 1;
      note(verdict);
    });
    child.on('close', (code, signal) => {
      clearTimeout(watchdog);
      const died = hangs ? 'hangs' : `the process ended with ${signal ?? code}`;
      resolve({ reached, died: code === 0 && !hangs ? undefined : died });
    });
    child.send(task);
  });
}
