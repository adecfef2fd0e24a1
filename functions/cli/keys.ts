// npm run keys -- create|rotate FILE: creates or rotates the keys that sign sessions, for `npm run
// serve`.

import { existsSync } from 'node:fs';
import { newRing, parseKeyRing, rotated } from '../auth/key_ring.ts';
import { readIfThere, writePrivate } from '../local/private_file.ts';

const USAGE = `Запуск: npm run keys -- КОМАНДА ФАЙЛ
  create  новый файл ключей подписи сеансов; существующий не трогается
  rotate  новый ключ в этом файле; прежний принимается ещё 12 часов, никому не придётся входить заново
Работающий продукт перечитывает файл сам, перезапуск не нужен. На AWS ключи меняет Secrets Manager: docs/runbook/operations.md.`;

/** The command cannot be carried out; printed without a stack. */
class KeysError extends Error {}

function create(file: string): string {
  if (existsSync(file))
    throw new KeysError(`Файл ${file} уже есть. Чтобы сменить ключ: npm run keys -- rotate ${file}`);
  writePrivate(file, newRing());
  return `Файл ключей создан: ${file}. Читать его может только владелец; сохраните его в резервной копии.`;
}

function rotate(file: string): string {
  const text = readIfThere(file);
  if (text === undefined) throw new KeysError(`Файла ${file} нет. Создайте его: npm run keys -- create ${file}`);
  const fresh = rotated(text, new Date());
  writePrivate(file, fresh);
  const { current, previous } = parseKeyRing(fresh);
  return `Новый ключ: ${current.kid}. Прежний (${previous?.kid}) принимается до ${new Date(previous?.until ?? 0).toISOString()}.`;
}

function run([command, file, ...others]: readonly string[]): string {
  const act = { create, rotate }[command ?? ''];
  if (!act || file === undefined || others.length > 0) throw new KeysError(USAGE);
  try {
    return act(file);
  } catch (error) {
    if (error instanceof KeysError) throw error;
    throw new KeysError(`С файлом ${file} не получилось: ${(error as Error).message}`);
  }
}

try {
  console.log(run(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof KeysError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
