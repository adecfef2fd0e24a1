// npm run predict -- --model FILE --data FILE.csv [--raw] [--contributions]: a model's answers for rows of a table, one line each.

import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { loadPredictor, type Predictor } from '#core/models/predictor.ts';
import { ModelRefused } from '#core/models/refused.ts';
import { buildCore } from './build.ts';
import { parseRows, RowsRefused } from './predict_rows.ts';

const USAGE = `Запуск: npm run predict -- --model ФАЙЛ --data ФАЙЛ.csv [--raw] [--contributions]
  --model          модель: XGBoost (.json, .ubj) или LightGBM (.txt)
  --data           таблица: строка заголовков, столбцы в порядке признаков модели, пустая ячейка — значения нет
  --raw            исходные оценки модели, до преобразования целевой функции
  --contributions  вклады признаков в исходную оценку и последним числом среднее; вместе они дают исходную оценку
Печатает строку на каждую строку таблицы; несколько чисел разделены запятыми.`;

/** Lines that are written to the output at once. */
const LINES = 4096;

interface Asked {
  readonly model: string;
  readonly data: string;
  readonly raw: boolean;
  readonly contributions: boolean;
}

/** The command was called wrongly: shown with the usage. */
class WrongCall extends Error {}

function readArguments(args: readonly string[]): Asked {
  const options = {
    model: { type: 'string' },
    data: { type: 'string' },
    raw: { type: 'boolean', default: false },
    contributions: { type: 'boolean', default: false },
  } as const;
  const parsed = parseArgs({ args: [...args], options, strict: false });
  const unknown = [
    ...parsed.positionals,
    ...Object.keys(parsed.values).filter((name) => !Object.hasOwn(options, name)),
  ];
  if (unknown.length > 0) throw new WrongCall(`Неизвестный параметр: ${unknown.join(', ')}.`);
  const { model, data, raw, contributions } = parsed.values;
  if (typeof model !== 'string' || typeof data !== 'string') throw new WrongCall('Укажите --model и --data.');
  if (raw && contributions) throw new WrongCall('Вклады всегда относятся к исходной оценке: --raw с ними не нужен.');
  return { model, data, raw: raw === true, contributions: contributions === true };
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
  // Imported only now: it reads what the build has just written.
  const { loadServerCore } = await import('#functions/core.ts');
  const { module } = await loadServerCore();
  const predictor = await loadPredictor(module, await read(asked.model));
  const { features, featureNames } = predictor.info;
  const rows = parseRows(new TextDecoder().decode(await read(asked.data)), features, featureNames);
  for (const text of lines(predictor, rows, asked)) {
    if (!process.stdout.write(text)) await new Promise((resolve) => process.stdout.once('drain', resolve));
  }
}

// A reader that has seen enough (`| head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

try {
  await run(readArguments(process.argv.slice(2)));
} catch (error) {
  if (error instanceof WrongCall) console.error(`${error.message}\n\n${USAGE}`);
  else if (error instanceof ModelRefused || error instanceof RowsRefused) console.error(error.message);
  else throw error;
  process.exitCode = 1;
}
