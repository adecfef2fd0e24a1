import { readFileSync, statSync } from 'node:fs';
import { hashKeyOf, openKeyRing, parseKeyRing } from '../auth/key_ring.ts';
import type { SigningKeys } from '../auth/tokens.ts';
import { StartError } from './start_error.ts';

/**
 * The signing keys of a file, which may be rotated while the server runs. Throws `StartError` for
 * an unsafe or invalid file.
 */
export function openKeysFile(file: string): SigningKeys {
  checkKeysFile(file);
  return openKeyRing(
    async () => readFileSync(file, 'utf8'),
    () => new Date(),
  );
}

/** The key of keyed hashes in a file that `openKeysFile` has checked. */
export function readHashKey(file: string): Uint8Array {
  return hashKeyOf(readFileSync(file, 'utf8'));
}

function checkKeysFile(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found)
    throw new StartError(
      `Файла ключей ${file} нет. Проверьте SIGNING_KEYS_FILE или создайте его: npm run keys -- create ${file}`,
    );
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0)
    throw new StartError(`Файл ключей ${file} открыт другим пользователям. Закройте его: chmod 600 ${file}`);
  try {
    parseKeyRing(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new StartError(
      `Файл ключей ${file} не читается или испорчен. Проверьте владельца или верните файл из резервной копии; если её нет, удалите его и создайте новый (npm run keys -- create ${file}): всем придётся войти заново.`,
      { cause },
    );
  }
}
