// npm run train -- --data d.csv --target NAME --features a,b,c … --out model.json: trains and
// validates a model and writes it for XGBoost.

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { CoreAnalysis } from '#core/training/core_analysis.ts';
import { evaluate, modelTargetOf, rowsOf } from '#core/training/evaluate.ts';
import { walkForward } from '#core/training/folds.ts';
import { TrainingRefused } from '#core/training/refused.ts';
import { trainingReport } from '#core/training/report.ts';
import { winnerOf } from '#core/training/search.ts';
import { readTrainingTable } from '#core/training/table.ts';
import { checkTrainable } from '#core/training/trainable.ts';
import { Trainer, TrainingDiverged } from '#core/training/trainer.ts';
import { xgboostJson } from '#core/training/xgboost_json.ts';
import { buildCore } from './build.ts';
import { FileRefused } from './json_file.ts';
import { readTrainCall, TRAIN_USAGE, type TrainCall, WrongTrainCall } from './train_arguments.ts';
import { searchInWorkers } from './train_search.ts';
import { writeWhole } from './write_whole.ts';

/** Durations of the steps, s, to the millisecond. */
class Stopwatch {
  readonly seconds: Record<string, number> = {};
  readonly #start = performance.now();

  async time<Result>(part: string, work: () => Promise<Result> | Result): Promise<Result> {
    const start = performance.now();
    const result = await work();
    this.seconds[part] = since(start);
    return result;
  }

  total(): Record<string, number> {
    return { ...this.seconds, total: since(this.#start) };
  }
}

function since(start: number): number {
  return Math.round(performance.now() - start) / 1000;
}

async function read(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (cause) {
    const reason = (cause as NodeJS.ErrnoException).code === 'ENOENT' ? 'такого файла нет' : 'прочитать его не удалось';
    throw new TrainingRefused('no_file', `Файл ${path}: ${reason}. Проверьте путь и права доступа.`, { cause });
  }
}

function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}

function shortGap(gap: number, history: number): TrainingRefused {
  const cause = `--gap ${gap} короче самого длинного лага признаков: ${history}. Проверка видела бы строки обучения.`;
  return new TrainingRefused('short_gap', `${cause} Укажите --gap не меньше ${history} и прибавьте горизонт прогноза.`);
}

async function run(call: TrainCall): Promise<void> {
  await buildCore();
  // Imported on demand: it reads the output of the build above.
  const { loadServerCore } = await import('#functions/core.ts');
  const { module, sha256: trainingSha256 } = await (await loadServerCore()).load('training');
  const watch = new Stopwatch();
  const bytes = await read(call.data);
  const analysis = await CoreAnalysis.open(module);
  const table = await watch.time('read', () => readTrainingTable(bytes, call.data, call, analysis));
  const modelTarget = modelTargetOf(analysis, table);
  checkTrainable(table, modelTarget);
  const { gap = 0, folds } = call.validation ?? {};
  if (call.validation && gap < table.history) throw shortGap(gap, table.history);
  const validation = folds === undefined ? undefined : walkForward(table.target.length, folds, gap);
  const tries =
    call.search && validation
      ? await watch.time('search', () => searchInWorkers({ module, table }, validation.folds, call.options.seed))
      : undefined;
  const options = tries ? winnerOf(tries).options : call.options;
  const evaluation =
    validation && (await watch.time('validation', () => evaluate(module, analysis, table, options, validation, gap)));
  const forest = await watch.time('training', async () => {
    const trainer = await Trainer.open(module, rowsOf(table, modelTarget, 0, table.target.length));
    return trainer.grow(options);
  });
  const model = xgboostJson(forest, table.features);
  await writeWhole(call.out, model);
  const report = trainingReport(analysis, { call, table, options, forest, gap, tries, evaluation });
  const hashes = { data_sha256: sha256(bytes), model_sha256: sha256(model), training_sha256: trainingSha256 };
  console.log(JSON.stringify({ ...report, seconds: watch.total(), hashes }, null, 2));
}

try {
  await run(readTrainCall(process.argv.slice(2)));
} catch (error) {
  if (error instanceof WrongTrainCall) console.error(`${error.message}\n\n${TRAIN_USAGE}`);
  else if (error instanceof TrainingRefused || error instanceof FileRefused) console.error(error.message);
  else if (error instanceof TrainingDiverged) {
    console.error(
      'Ошибка растёт от дерева к дереву: при таких параметрах модель не сходится. Уменьшите --eta или увеличьте --lambda.',
    );
  } else throw error;
  process.exitCode = 1;
}
