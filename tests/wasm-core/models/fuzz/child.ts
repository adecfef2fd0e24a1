// Reads mutants in a process of its own, so that a crash or a hang takes nothing else along. Started by `fuzz.ts`.
import { loadPredictor } from '#core/models/predictor.ts';
import { ModelRefused } from '#core/models/refused.ts';
import { compiledModule } from '../../../support/compiled_module.ts';
import { type Format, GOOD, mutant } from './mutant.ts';

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
/**
 * Times the slowest good file that a changed one may take per byte. A bomb takes thousands; a small change may make a model of features
 * in their thousands, which a good file is not.
 */
const MOST_TIMES = 20;
const MOST_MEGABYTES = 512;
/** Mutants between two collections of garbage: each leaves a linear memory behind. */
const BETWEEN_COLLECTIONS = 10;

const module = await compiledModule('core');

let honest = { milliseconds: 0, millisecondsPerByte: 0 };

process.on('message', async (task: Task) => {
  globalThis.gc?.();
  honest = await honestTime(task.format);
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

/** Computing time of the good files of a format when the reader is warm: of the slowest, and of the slowest byte. */
async function honestTime(format: Format): Promise<typeof honest> {
  let [milliseconds, millisecondsPerByte] = [0, 0];
  for (const { bytes } of GOOD[format]) {
    const times: number[] = [];
    for (let left = 3; left > 0; left--) times.push(await computingTime(() => readAndPredict(bytes)));
    const least = Math.min(...times);
    milliseconds = Math.max(milliseconds, least);
    millisecondsPerByte = Math.max(millisecondsPerByte, least / bytes.length);
  }
  return { milliseconds, millisecondsPerByte };
}

async function computingTime(work: () => Promise<unknown>): Promise<number> {
  const started = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}

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
  const times = milliseconds / (honest.milliseconds + bytes.length * honest.millisecondsPerByte);
  if (times > MOST_TIMES) fault ??= `took ${Math.round(times)} times as long as a good file`;
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
