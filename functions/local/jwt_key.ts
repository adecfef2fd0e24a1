import { join } from 'node:path';
import { hashKeyOf, newRing, openKeyRing, parseKeyRing, withHashKey } from '../auth/key_ring.ts';
import type { SigningKeys } from '../auth/tokens.ts';
import { StartError } from '../server/start_error.ts';
import { readIfThere, writePrivate } from './private_file.ts';

/**
 * The signing keys of sessions: random, created at the first start, stored in `jwt.key` of the data
 * folder. Throws `StartError`.
 */
export function localKeys(dataDir: string): SigningKeys {
  const file = ringFile(dataDir);
  if (readIfThere(file) === undefined) writePrivate(file, `${newRing()}\n`);
  try {
    parseKeyRing(readRing(dataDir));
  } catch (cause) {
    throw new StartError(
      `Файл ${file} испорчен. Верните его из резервной копии. Если её нет, удалите его и запустите продукт снова: всем придётся войти заново, а ещё не принятые одноразовые пароли надо выдать снова.`,
      {
        cause,
      },
    );
  }
  return openKeyRing(
    async () => readRing(dataDir),
    () => new Date(),
  );
}

/** The key of keyed hashes in the same file; one of a former release gets it. */
export function localHashKey(dataDir: string): Uint8Array {
  const ring = readRing(dataDir);
  const complete = withHashKey(ring);
  if (complete !== ring) writePrivate(ringFile(dataDir), `${complete}\n`);
  return hashKeyOf(complete);
}

/**
 * Text of the ring as `parseKeyRing` reads it. Releases before rotation kept one key, 64 hex
 * digits.
 */
export function readRing(dataDir: string): string {
  const text = readIfThere(ringFile(dataDir))?.trim() ?? '';
  return /^[0-9a-f]{64}$/.test(text) ? JSON.stringify({ current: text }) : text;
}

function ringFile(dataDir: string): string {
  return join(dataDir, 'jwt.key');
}
