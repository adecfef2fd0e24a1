import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { StartError } from '../server/start_error.ts';
import { readIfThere, writePrivate } from './private_file.ts';

const BYTES = 32;

/** The key that signs sessions: random, made at the first start, kept in `jwt.key` of the data folder. */
export function jwtKey(dataDir: string): Uint8Array {
  const file = join(dataDir, 'jwt.key');
  const kept = readIfThere(file)?.trim();
  if (kept !== undefined) {
    if (/^[0-9a-f]+$/.test(kept) && kept.length === 2 * BYTES) return Buffer.from(kept, 'hex');
    throw new StartError(`Файл ${file} испорчен. Удалите его и запустите продукт снова: всем придётся войти заново.`);
  }
  const key = randomBytes(BYTES);
  writePrivate(file, `${key.toString('hex')}\n`);
  return key;
}
