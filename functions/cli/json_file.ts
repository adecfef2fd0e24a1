import { readFile } from 'node:fs/promises';

/** A file that cannot be read or written. The message, in Russian, names the file and the next step. */
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
    throw new FileRefused(`Файл ${path} — не JSON${faultOf(text, cause as Error)}. Исправьте его.`, { cause });
  }
}

/** Numbers that programs write though JSON does not have them, after the name of a field. */
const NO_NUMBER = /"([^"\\]{1,64})"\s*:\s*([+-]?(?:NaN|Infinity|nan|inf)\b)/;

/**
 * Position where a text is not JSON: the field with a number that JSON does not have, or line and column; empty if the parser reports no
 * position.
 */
function faultOf(text: string, { message }: Error): string {
  const [, field, number] = NO_NUMBER.exec(text) ?? [];
  if (field !== undefined) return `: ${field}: ${number} — не число, здесь ожидается конечное число`;
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
  if (line !== undefined) return `: строка ${line}, знак ${column}`;
  return text.trim() === '' ? ': он пуст' : '';
}
