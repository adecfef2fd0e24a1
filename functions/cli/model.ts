// npm run model -- --file FILE [--url ADDRESS] [--name NAME] [--features x1,x2,…] [--activate]:
// loads a company's own model into a running product.

import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { MODEL_USES } from '#core/calculations/model_use.ts';
import type { LoadedModel } from '#core/contract/model.ts';
import { paths } from '#core/contract/paths.ts';
import { REQUEST_FILE_LIMIT } from '#core/contract/rows.ts';
import { askSecrets } from './ask_secrets.ts';
import { CommandRefused, openClient, originOf } from './model_client.ts';
import { runCommand, WrongCall } from './run_command.ts';

const USAGE = `Запуск: npm run model -- --file ФАЙЛ [--url АДРЕС] [--name НАЗВАНИЕ] [--features x1,x2,…] [--activate]
  --file      модель: XGBoost (.json, .ubj) или LightGBM (.txt); команда сожмёт её сама
  --url       адрес продукта; без него http://127.0.0.1:3000
  --name      название; без него — имя файла
  --features  столбцы в порядке признаков модели, если её имена признаков продукту незнакомы
  --activate  сделать модель действующей: по ней пойдут новые расчёты
Входит администратор компании: переменные ADMIN_EMAIL, ADMIN_PASSWORD, ADMIN_GUARDANT_CODE, иначе команда спросит.`;

const OPTIONS = {
  file: { type: 'string' },
  url: { type: 'string', default: 'http://127.0.0.1:3000' },
  name: { type: 'string' },
  features: { type: 'string' },
  activate: { type: 'boolean', default: false },
} as const;

function readArguments(args: readonly string[]) {
  try {
    const { values } = parseArgs({ args: [...args], options: OPTIONS });
    if (values.file === undefined) throw new WrongCall('Укажите --file.');
    return { ...values, file: values.file };
  } catch (error) {
    if (error instanceof WrongCall) throw error;
    const unknown = /'(-[^' ]*)/.exec((error as Error).message)?.[1];
    throw new WrongCall(unknown ? `Параметр ${unknown} написан неверно.` : 'Параметры написаны неверно.');
  }
}

/** The file, compressed by gzip, so that models several times larger fit into a request. */
async function packed(path: string): Promise<File> {
  const bytes = await readFile(path).catch((cause) => {
    const missing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    const reason = missing ? 'такого файла нет' : 'прочитать его не удалось';
    throw new CommandRefused(`Файл ${path}: ${reason}. Проверьте путь и права доступа.`, { cause });
  });
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const small = isPacked ? bytes : gzipSync(bytes, { level: 9 });
  if (small.length > REQUEST_FILE_LIMIT) {
    const size = (small.length / 2 ** 20).toLocaleString('ru-RU', { maximumFractionDigits: 1 });
    throw new CommandRefused(
      `Модель и после сжатия занимает ${size} МБ, а принимается до 4 МБ. Обучите модель меньшего размера.`,
    );
  }
  return new File([new Uint8Array(small)], basename(path));
}

function describe(model: LoadedModel): string {
  const {
    label = '',
    unit = '',
    decimals = 4,
  } = MODEL_USES.find(({ method }) => method === model.method)?.answer ?? {};
  const columns = model.features
    .map(({ name, column }) => (name === column ? column : `${name} → ${column}`))
    .join(', ');
  const shown = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  const days = model.trial.map(
    ({ row, result }) => `  ${row.date}  ${result === null ? 'нет ответа' : shown.format(result)}`,
  );
  return [
    `Модель загружена: ${model.name} (${model.id})`,
    `  метод ${model.method}, деревьев ${model.trees}, наибольшая глубина ${model.depth}, цель ${model.objective}`,
    `  SHA-256 ${model.sha256}`,
    `  признаки: ${columns}`,
    ...(model.is_by_order
      ? ['  Имён признаков в файле нет: они взяты в порядке столбцов. Проверьте этот порядок.']
      : []),
    `Пробный прогноз на демонстрационных сутках: ${label}, ${unit}`,
    ...days,
    model.is_active
      ? 'Модель действует: по ней пойдут новые расчёты.'
      : 'Модель ещё не действует. Загрузите её с --activate или сделайте действующей в продукте.',
  ].join('\n');
}

async function run(args: readonly string[]): Promise<void> {
  const { file, url, name, features, activate } = readArguments(args);
  const origin = originOf(url);
  const form = new FormData();
  form.set('file', await packed(file));
  if (name !== undefined) form.set('name', name);
  if (features !== undefined) form.set('features', JSON.stringify(features.split(',').map((column) => column.trim())));
  if (activate) form.set('is_active', 'true');
  const client = await openClient(origin, await askSecrets(process.env));
  try {
    console.log(describe(await client.postForm<LoadedModel>(paths.models, form)));
  } finally {
    await client.signOut();
  }
}

await runCommand(() => run(process.argv.slice(2)), USAGE, [CommandRefused]);
