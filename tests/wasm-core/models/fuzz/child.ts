// Reads mutants in a process of its own, so that a crash or a hang takes nothing else along. Started by `fuzz.ts`.
import { loadPredictor } from '#core/models/predictor.ts';
import { ModelRefused } from '#core/models/refused.ts';
import { compiledModule } from '../../../support/compiled_module.ts';
import { type Format, mutant } from './mutant.ts';

/** What to read: the mutants of a format from `first` on, below `end`. */
export interface Task {
  readonly format: Format;
  readonly seed: number;
  readonly first: number;
  readonly end: number;
}

/** What became of a mutant. `fault` tells what must not be. */
export interface Verdict {
  readonly number: number;
  readonly outcome: 'model' | 'refused' | 'fault';
  readonly fault?: string;
  readonly milliseconds: number;
  readonly megabytes: number;
}

/** Rows that are computed together. */
const BATCH = 50;
const LONGEST_MS = 1000;
const MOST_MEGABYTES = 512;
/** Mutants between two collections of garbage: each leaves a linear memory behind. */
const BETWEEN_COLLECTIONS = 10;

const module = await compiledModule('core');

process.on('message', async (task: Task) => {
  globalThis.gc?.();
  const before = peakMegabytes();
  for (let number = task.first; number < task.end; number += 1) {
    if (number % BETWEEN_COLLECTIONS === 0) globalThis.gc?.();
    const verdict = await judge(task, number, before);
    await send(verdict);
    // The peak stays: a new process goes on.
    if (verdict.megabytes > MOST_MEGABYTES) break;
  }
  process.disconnect();
});

async function judge({ format, seed }: Task, number: number, before: number): Promise<Verdict> {
  const { story, bytes } = mutant(format, seed, number);
  const started = process.cpuUsage();
  let outcome: Verdict['outcome'];
  let fault: string | undefined;
  try {
    outcome = await readAndPredict(bytes);
  } catch (error) {
    outcome = 'fault';
    fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
  const { user, system } = process.cpuUsage(started);
  const milliseconds = (user + system) / 1000;
  const megabytes = peakMegabytes() - before;
  if (milliseconds > LONGEST_MS) fault ??= `took ${Math.round(milliseconds)} ms`;
  if (megabytes > MOST_MEGABYTES) fault ??= `took ${Math.round(megabytes)} MB`;
  const verdict = { number, milliseconds, megabytes };
  return fault === undefined ? { ...verdict, outcome } : { ...verdict, outcome: 'fault', fault: `${story}: ${fault}` };
}

/** Reads a file; if it is a model, predicts and explains a row. Throws what must not be thrown. */
async function readAndPredict(bytes: Uint8Array): Promise<'model' | 'refused'> {
  try {
    const predictor = await loadPredictor(module, bytes);
    const { features, columns } = predictor.info;
    const row = Float64Array.from({ length: features }, (_, index) => [0, Number.NaN, 1.5, -1e300][index % 4] ?? 0);
    const given = predictor.predict(row);
    if (given.length !== columns) throw new Error(`${given.length} outputs and not ${columns}`);
    // A batch takes another kernel than a single row.
    const many = new Float64Array(BATCH * features).map((_, index) => row[index % features] ?? 0);
    const differs = predictor.predict(many).findIndex((value, index) => !Object.is(value, given[index % columns]));
    if (differs >= 0) throw new Error(`Output ${differs} of a batch is another than alone`);
    explain(() => predictor.contributions(row));
    return 'model';
  } catch (error) {
    if (!(error instanceof ModelRefused)) throw error;
    if (!/[а-я].*\.$/.test(error.message)) throw new Error(`No sentence in Russian: ${error.message}`);
    return 'refused';
  }
}

function explain(contributions: () => Float64Array): void {
  try {
    contributions();
  } catch (error) {
    if (!(error instanceof ModelRefused)) throw error;
  }
}

function peakMegabytes(): number {
  return process.resourceUsage().maxRSS / 1024;
}

function send(verdict: Verdict): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(verdict, undefined, undefined, (error) => (error ? reject(error) : resolve()));
  });
}
