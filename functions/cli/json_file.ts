import { readFile } from 'node:fs/promises';

/** A file that cannot be read: the message names it and the next step, in Russian. */
export class FileRefused extends Error {}

/** Converts a value of a JSON file while it is parsed; `source` is the text of a number. */
export type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown;

/** Content of a JSON file, with or without a byte order mark. Throws FileRefused. */
export async function readJsonFile(path: string, reviver?: Reviver): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    const missing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    const reason = missing ? 'такого файла нет' : 'прочитать его не удалось';
    throw new FileRefused(`Файл ${path}: ${reason}. Проверьте путь и права доступа.`, { cause });
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''), reviver);
  } catch (cause) {
    throw new FileRefused(`Файл ${path} — не JSON: ${(cause as Error).message}. Исправьте его.`, { cause });
  }
}
