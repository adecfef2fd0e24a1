import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import { plainKeyCode } from '#core/contract/key_code.ts';

/** Parameters of a hash: memory in KiB, passes and lanes. */
export interface HashCost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/**
 * OWASP's minimum for Argon2id: 19 MiB, two passes, one lane. Each hash has its parameters, so that
 * they can be raised later.
 */
export const PRODUCT_HASH_COST: HashCost = { memory: 19_456, passes: 2, parallelism: 1 };

let cost = PRODUCT_HASH_COST;

/** Sets the cost of new hashes, for tests that do not test hashing. */
export function setHashCost(other: HashCost): void {
  cost = other;
}

const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Two hashes at a time leave threads of the pool for other work and bound the memory. */
const limit = pLimit(2);
const derive = promisify(argon2);

/** Hashes a password or a key code: `argon2id$m=19456,t=2,p=1$salt$hash`, parts in base64. */
export async function hashSecret(secret: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await run(secret, salt, cost);
  const { memory, passes, parallelism } = cost;
  return [
    'argon2id',
    `m=${memory},t=${passes},p=${parallelism}`,
    salt.toString('base64'),
    hash.toString('base64'),
  ].join('$');
}

/** Hashes the normalised code of a Guardant key. */
export function hashKeyCode(code: string): Promise<string> {
  return hashSecret(plainKeyCode(code));
}

/**
 * Whether `code` matches `stored`, normalised or, for codes of older releases, as typed. The time
 * depends only on the typed code.
 */
export async function verifyKeyCode(stored: string | undefined, code: string): Promise<boolean> {
  const spellings = new Set([plainKeyCode(code), code.normalize('NFC').trim(), code.normalize('NFC')]);
  const verdicts = await Promise.all([...spellings].map((spelling) => verifySecret(stored, spelling)));
  return verdicts.includes(true);
}

/**
 * Whether `secret` matches `stored`. Without a stored hash it takes the same time and returns
 * false.
 */
export async function verifySecret(stored: string | undefined, secret: string): Promise<boolean> {
  const parsed = parse(stored);
  const hash = await run(secret, parsed?.salt ?? Buffer.alloc(SALT_BYTES), parsed?.cost ?? cost);
  return parsed !== undefined && timingSafeEqual(hash, parsed.hash);
}

function run(secret: string, salt: Buffer, by: HashCost): Promise<Buffer> {
  const message = secret.normalize('NFC');
  return limit(() => derive('argon2id', { ...by, message, nonce: salt, tagLength: HASH_BYTES })) as Promise<Buffer>;
}

function parse(stored: string | undefined) {
  const [algorithm, parameters, salt, hash] = stored?.split('$') ?? [];
  const numbers = parameters?.match(/^m=(\d+),t=(\d+),p=(\d+)$/);
  if (algorithm !== 'argon2id' || !numbers || !salt || !hash) return undefined;
  const [memory = 0, passes = 0, parallelism = 0] = numbers.slice(1).map(Number);
  return {
    cost: { memory, passes, parallelism },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}
