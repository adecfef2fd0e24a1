import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { newRing, openKeyRing, parseKeyRing, rotated } from '#functions/auth/key_ring.ts';
import { SESSION_SECONDS } from '#functions/auth/tokens.ts';

const OLD = 'o'.repeat(43);
const START = Date.parse('2026-11-21T09:00:00Z');
const MINUTE = 60_000;

/** A ring that lies elsewhere, with a clock: `text` may be changed, or be an error; `reads` counts. */
function elsewhere(text: string) {
  const place = { text: text as string | Error, reads: 0, clock: START, failures: [] as unknown[] };
  const read = async () => {
    place.reads += 1;
    if (place.text instanceof Error) throw place.text;
    return place.text;
  };
  const open = () =>
    openKeyRing(
      read,
      () => new Date(place.clock),
      (error) => place.failures.push(error),
    );
  return { place, open };
}

it('a new key ring has one key, named by its digest', () => {
  const { current, previous } = parseKeyRing(JSON.stringify({ current: OLD }));
  expect(Buffer.from(current.key).toString()).toBe(OLD);
  expect(current.kid).toBe(createHash('sha256').update(OLD).digest('hex').slice(0, 16));
  expect(previous).toBeUndefined();
  expect(parseKeyRing(newRing()).current.key.length).toBeGreaterThanOrEqual(43);
  expect(newRing()).not.toBe(newRing());
});

it.each([
  '',
  'secret text',
  'null',
  '[]',
  '{}',
  '{"current":5}',
  JSON.stringify({ current: 'short' }),
  JSON.stringify({ current: `${'o'.repeat(42)} ` }),
  JSON.stringify({ current: OLD, previous: 'short', previous_until: 1 }),
  JSON.stringify({ current: OLD, previous: OLD }),
  JSON.stringify({ current: OLD, previous: OLD, previous_until: '1' }),
])('%s is not a key ring, and the error does not reveal it', (text) => {
  expect(() => parseKeyRing(text)).toThrow(/key ring/);
  expect(() => rotated(text, new Date(START))).toThrow(/key ring/);
  expect(() => parseKeyRing(text)).not.toThrow(/secret text|short|ooo/);
});

it('a rotation keeps the previous key for the lifetime of a session', async () => {
  const { place, open } = elsewhere(JSON.stringify({ current: OLD }));
  const keys = open();
  const old = await keys.current();
  place.text = rotated(String(place.text), new Date(place.clock));
  place.clock += SESSION_SECONDS * 1000 - 1;
  expect(await keys.find(old.kid)).toEqual(old.key);
  const fresh = await keys.current();
  expect(fresh.kid).not.toBe(old.kid);
  place.clock += 1;
  expect(await keys.find(old.kid)).toBeUndefined();
  expect(await keys.find(fresh.kid)).toEqual(fresh.key);
});

it('a new key signs only after every process has read it', async () => {
  const { place, open } = elsewhere(JSON.stringify({ current: OLD }));
  const [early, late] = [open(), open()];
  const old = await early.current();
  place.clock += MINUTE;
  place.text = rotated(String(place.text), new Date(place.clock));
  for (let minute = 0; minute <= 10; minute++) {
    const signed = await late.current();
    expect((await early.find(signed.kid)) !== undefined, `minute ${minute}`).toBe(true);
    expect(signed.kid === old.kid).toBe(minute <= 5);
    place.clock += MINUTE;
  }
});

it('the ring is read on first use, every five minutes, and at once for an unknown key id', async () => {
  const { place, open } = elsewhere(JSON.stringify({ current: OLD }));
  const keys = open();
  expect(place.reads).toBe(0);
  await Promise.all([keys.current(), keys.current(), keys.current()]);
  expect(place.reads).toBe(1);
  place.clock += 5 * MINUTE - 1;
  await keys.current();
  expect(place.reads).toBe(1);
  place.clock += 1;
  await keys.current();
  expect(place.reads).toBe(2);

  // A ring that was replaced without keeping the old key: its tokens are accepted at once.
  const replaced = newRing();
  place.text = replaced;
  place.clock += 5000;
  const { current } = parseKeyRing(replaced);
  expect(await keys.find(current.kid)).toEqual(current.key);
  expect(place.reads).toBe(3);
});

it('forged key ids cause at most one read in five seconds, invalid ones none', async () => {
  const { place, open } = elsewhere(JSON.stringify({ current: OLD }));
  const keys = open();
  await keys.current();
  place.clock += 5000;
  for (let n = 0; n < 100; n++) expect(await keys.find(n.toString(16).padStart(16, '0'))).toBeUndefined();
  expect(place.reads).toBe(2);
  place.clock += 5000;
  for (const kid of ['', '../../dev/null', 'x'.repeat(16), '0'.repeat(10_000)]) await keys.find(kid);
  expect(place.reads).toBe(2);
});

it('a failed read is logged and the cached ring is used; without a cached ring it throws', async () => {
  const { place, open } = elsewhere(JSON.stringify({ current: OLD }));
  const keys = open();
  const { kid } = await keys.current();
  for (const text of [new Error('no connection'), 'half a te']) {
    place.text = text;
    place.clock += 5 * MINUTE;
    expect((await keys.current()).kid).toBe(kid);
  }
  expect(place.failures).toHaveLength(2);
  await expect(open().current()).rejects.toThrow('no JSON');
});
