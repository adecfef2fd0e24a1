// npm run predict -- --model FILE --data FILE.csv [--out FILE.csv] [--raw] [--contributions]: the predictions of a model for the rows of a
// table.

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Core } from '#core/load.ts';
import { loadPredictor, type Predictor } from '#core/models/predictor.ts';
import { ModelRefused } from '#core/models/refused.ts';
import { CoreAnalysis } from '#core/training/core_analysis.ts';
import { TrainingRefused } from '#core/training/refused.ts';
import { buildCore } from './build.ts';
import { FileRefused } from './json_file.ts';
import { namedRows, parseRows, RowsRefused } from './predict_rows.ts';
import { repeatedFlag, runCommand, WrongCall } from './run_command.ts';
import { writeWhole } from './write_whole.ts';

const USAGE = `Запуск: npm run predict -- --model ФАЙЛ --data ФАЙЛ.csv [--out ФАЙЛ.csv] [--raw] [--contributions]
  --model          модель: XGBoost (.json, .ubj), её пишет и npm run train, или LightGBM (.txt)
  --data           таблица .csv или .xlsx: строка заголовков, столбцы с именами признаков модели в любом порядке, лишние не мешают;
                   лаги и средние (СТОЛБЕЦ:lag3, СТОЛБЕЦ:mean7) вычисляются. Если имён признаков нет, столбцы .csv стоят в порядке
                   признаков. Пустая ячейка — значения нет
  --out            файл для чисел; тогда печатается один объект JSON: число строк и контрольные суммы
  --raw            исходные оценки модели, до преобразования целевой функции
  --contributions  вклады признаков в исходную оценку и последним числом среднее; вместе они дают исходную оценку
Без --out печатает строку на каждую строку таблицы; несколько чисел разделены запятыми.`;

/** Lines that are written to the output in one call. */
const LINES = 4096;

interface Asked {
  readonly model: string;
  readonly data: string;
  readonly out: string | undefined;
  readonly raw: boolean;
  readonly contributions: boolean;
}

function readArguments(args: readonly string[]): Asked {
  const options = {
    model: { type: 'string' },
    data: { type: 'string' },
    out: { type: 'string' },
    raw: { type: 'boolean', default: false },
    contributions: { type: 'boolean', default: false },
  } as const;
  const parsed = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const unknown = [
    ...parsed.positionals,
    ...Object.keys(parsed.values).filter((name) => !Object.hasOwn(options, name)),
  ];
  if (unknown.length > 0) throw new WrongCall(`Неизвестный параметр: ${unknown.join(', ')}.`);
  const twice = repeatedFlag(parsed.tokens);
  if (twice !== undefined) throw new WrongCall(`Параметр --${twice} указан дважды.`);
  const { model, data, out, raw, contributions } = parsed.values;
  if (typeof model !== 'string' || typeof data !== 'string') throw new WrongCall('Укажите --model и --data.');
  if (raw && contributions) throw new WrongCall('Вклады всегда относятся к исходной оценке: --raw с ними не нужен.');
  if (out !== undefined && typeof out !== 'string') throw new WrongCall('Укажите файл после --out.');
  return { model, data, out, raw: raw === true, contributions: contributions === true };
}

async function read(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (cause) {
    const missing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    const reason = missing ? 'такого файла нет' : 'прочитать его не удалось';
    throw new RowsRefused(`Файл ${path}: ${reason}. Проверьте путь и права доступа.`, { cause });
  }
}

function* lines(predictor: Predictor, rows: Float64Array, { raw, contributions }: Asked): Generator<string> {
  const { features, outputs, columns } = predictor.info;
  const width = contributions ? outputs * (features + 1) : raw ? outputs : columns;
  for (let first = 0; first < rows.length; first += LINES * features) {
    const part = rows.subarray(first, first + LINES * features);
    const numbers = contributions ? predictor.contributions(part) : predictor.predict(part, { raw });
    const text: string[] = [];
    for (let at = 0; at < numbers.length; at += width) text.push(numbers.subarray(at, at + width).join(','));
    yield `${text.join('\n')}\n`;
  }
}

async function run(asked: Asked): Promise<void> {
  await buildCore();
  // Imported on demand: it reads the output of the build above.
  const { loadServerCore } = await import('#functions/core.ts');
  const core = await loadServerCore();
  const model = await read(asked.model);
  const predictor = await loadPredictor(core.module, model);
  const data = await read(asked.data);
  const rows = await rowsOf(core, predictor, data, asked.data);
  if (asked.out !== undefined) {
    const text = [...lines(predictor, rows, asked)].join('');
    await writeWhole(asked.out, text);
    const hashes = { model_sha256: sha256(model), data_sha256: sha256(data), predictions_sha256: sha256(text) };
    const count = rows.length / predictor.info.features;
    console.log(JSON.stringify({ rows: count, features: predictor.info.featureNames, hashes }, null, 2));
    return;
  }
  for (const text of lines(predictor, rows, asked)) {
    if (!process.stdout.write(text)) await new Promise((resolve) => process.stdout.once('drain', resolve));
  }
}

async function rowsOf(core: Core, { info }: Predictor, data: Uint8Array, fileName: string): Promise<Float64Array> {
  const { features, featureNames } = info;
  if (featureNames.length === features) {
    const analysis = await CoreAnalysis.open((await core.load('training')).module);
    const rows = namedRows(data, fileName, featureNames, analysis);
    if (rows) return rows;
  }
  return parseRows(new TextDecoder().decode(data), features);
}

function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}

// A reader that closes the pipe (`| head`) is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

await runCommand(() => run(readArguments(process.argv.slice(2))), USAGE, [
  ModelRefused,
  RowsRefused,
  TrainingRefused,
  FileRefused,
]);
