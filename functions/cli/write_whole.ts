import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FileRefused } from './json_file.ts';

/** Writes the file atomically: a reader never sees a part of it. Throws FileRefused. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const part = `${path}.${process.pid}.part`;
  try {
    await writeFile(part, text);
    await rename(part, path);
  } catch (cause) {
    await rm(part, { force: true });
    const message = `Файл ${path} записать не удалось. Проверьте, что папка ${dirname(path)} есть и в неё можно писать.`;
    throw new FileRefused(message, { cause });
  }
}
