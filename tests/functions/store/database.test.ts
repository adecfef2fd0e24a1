import fc from 'fast-check';
import { v4 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allOf, IS_NEW } from '#functions/store/condition.ts';
import type { Database, Item } from '#functions/store/database.ts';
import { carryOut, StoreModel, steps } from '../../support/store_model.ts';
import { type OpenTable, SERVERS } from '../../support/store_servers.ts';

/** Sequences of calls that are compared with the model. */
const RUNS = 60;

describe.each(SERVERS.filter(({ open }) => open))('the port over $name', ({ open, isLax = false }) => {
  let opened: OpenTable;
  let db: Database;
  beforeAll(async () => {
    opened = await (open as () => Promise<OpenTable>)();
    db = opened.db;
  });
  afterAll(() => opened.close());

  const partition = () => `C#${v4()}`;

  it('gives the same results as a reference model for every call', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const pk = partition();
        const model = new StoreModel(pk);
        for (const step of all) {
          const expected = plain(model.answer(step));
          expect(plain(await carryOut(db, pk, step)), JSON.stringify(step)).toEqual(expected);
        }
      }),
      { numRuns: RUNS, seed: 20261122 },
    );
  });

  it('returns every kind of value unchanged', async () => {
    const key = { pk: partition(), sk: 'P#1' };
    const item = {
      ...key,
      ...{ text: 'Шахта «Северная» \u0000 \u{1f600}', empty: '', number: 0.1 + 0.2, large: 2 ** 60, small: -1e-100 },
      ...{ yes: true, nothing: null, list: 'P#A#1', updated_at: '2026-11-21' },
      ...{ nested: { deep: [1, [2, { three: null }], ''], empty: {}, none: [] }, admins: new Set(['anna', 'boris']) },
    };
    expect(await db.put({ ...item, absent: undefined })).toBe(true);
    expect(await db.get(key)).toEqual(item);
    expect(await db.getMany([{ ...key, sk: 'P#2' }, key, key])).toEqual([undefined, item, item]);
  });

  it('accepts one of many writers of a new item', async () => {
    const key = { pk: partition(), sk: 'P#1' };
    const writers = Array.from({ length: 20 }, (_, writer) => db.put({ ...key, writer }, IS_NEW));
    const isWritten = await Promise.all(writers);
    expect(isWritten.filter(Boolean)).toHaveLength(1);
    expect(await db.get(key)).toEqual({ ...key, writer: isWritten.indexOf(true) });
  });

  it('counts every one of many parallel additions', async () => {
    const key = { pk: partition(), sk: 'W#1' };
    const limited = allOf(['attempts', '<', 10]);
    await db.update(key, { add: { attempts: 1 } });
    const isCounted = await Promise.all(
      Array.from({ length: 20 }, () => db.update(key, { add: { attempts: 1 } }, limited)),
    );
    expect(isCounted.filter(Boolean)).toHaveLength(9);
    expect(await db.get(key)).toEqual({ ...key, attempts: 10 });
  });

  it('reads a partition and counts a list of more than one page', async () => {
    const pk = partition();
    const numbers = Array.from({ length: 250 }, (_, number) => String(number).padStart(3, '0'));
    const filler = 'ш'.repeat(4000);
    const stored = (number: string) => ({ pk, sk: `P#${number}`, list: `P#A#${number}`, updated_at: number, filler });
    await Promise.all(numbers.map((number) => db.put(stored(number))));
    expect((await db.range(pk)).map(({ sk }) => sk)).toEqual(numbers.map((number) => `P#${number}`));
    const { count, items, more } = await db.window(pk, 'P#A#', { limit: 120, offset: 10 });
    expect([count, more]).toEqual([250, true]);
    expect(items).toEqual(numbers.slice(120, 240).toReversed().map(stored));
    expect(await db.window(pk, 'P#A#', { limit: 10, offset: 0, after: 'P#A#003' })).toEqual({
      ...{ count: 250, more: false },
      items: ['002', '001', '000'].map(stored),
    });
    const scanned: Item[] = [];
    for await (const item of db.scan()) if (item.pk === pk) scanned.push(item);
    expect(scanned).toHaveLength(250);
  });

  it.skipIf(isLax).each([
    ['a sort key of more than 1024 bytes', { sk: 'ш'.repeat(513) }],
    ['an empty entry of a list', { list: '' }],
  ])('refuses %s and stores nothing', refusesItem);

  it.each([
    ['an item of more than 400 KB', { text: 'x'.repeat(410 * 1024) }],
    ['an empty sort key', { sk: '' }],
    ['an entry of a list that is not a text', { list: 7 }],
    ['an empty set', { admins: new Set() }],
    ['not a number', { figure: Number.NaN }],
    ['an infinite number', { figure: Number.POSITIVE_INFINITY }],
    ['a number above 1e126', { figure: 1e130 }],
    ['a number below 1e-130', { deep: [{ figure: 1e-200 }] }],
    ['an object of a class', { at: new URL('https://example.org') }],
  ])('refuses %s and stores nothing', refusesItem);

  async function refusesItem(_name: string, fields: Item): Promise<void> {
    const key = { pk: partition(), sk: 'P#1' };
    await expect(db.put({ ...key, ...fields })).rejects.toThrow();
    expect(await db.range(key.pk)).toEqual([]);
  }
});

/** Absent and undefined attributes are the same. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null || value instanceof Set) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => (each === undefined || each === null ? [] : [[name, plain(each)]])),
  );
}
