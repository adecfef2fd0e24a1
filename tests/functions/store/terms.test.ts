import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqliteDatabase } from '#functions/adapters/sqlite/sqlite_database.ts';
import { closeEntry, listEntries, openEntry } from '#functions/store/audit.ts';
import type { Database, Item } from '#functions/store/database.ts';
import { Tenant } from '#functions/store/tenant.ts';
import { applyTerms } from '#functions/store/terms.ts';
import { SERVERS } from '../../support/store_servers.ts';
import { testFolder } from '../../support/test_folder.ts';

const ENTRY = { actor: 'anna', actor_name: 'Анна', action: 'Роль изменена', target: '', request_id: '' };
const DONE = { outcome: 'done', whom: 'Борис', detail: '' } as const;
const YEAR_MS = 365.25 * 24 * 60 * 60_000;

const inYears = (years: number) => new Date(Date.now() + years * YEAR_MS);
const keyed = (text: string) => createHash('sha256').update(text).digest('base64url');

async function allOf(db: Database): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of db.scan()) items.push(item);
  return items;
}

describe.each(SERVERS.filter(({ open }) => open))('terms over $name', ({ open }) => {
  let db: Database;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ db, close } = await (open as NonNullable<typeof open>)());
  });
  afterAll(() => close());

  it('an entry of the audit list and its outcome expire after five years, and are not listed from then on', async () => {
    const tenant = Tenant.ofOperations('term');
    const id = await openEntry(db, tenant, ENTRY, new Date());
    await closeEntry(db, tenant, id, DONE);
    for (const { expires_at } of await db.range(tenant.audit)) {
      expect(Number(expires_at) * 1000).toBeGreaterThan(inYears(4.99).getTime());
      expect(Number(expires_at) * 1000).toBeLessThan(inYears(5.01).getTime());
    }
    expect((await listEntries(db, tenant, { limit: 10 }, inYears(4.9))).entries).toHaveLength(1);
    expect(await listEntries(db, tenant, { limit: 10 }, inYears(5.1))).toEqual({ entries: [], hasMore: false });
  });

  it('entries of former releases get their term; rows of sign-ins that name people go, those with keyed hashes stay', async () => {
    const tenant = Tenant.ofOperations('former');
    const id = '0190a000-0000-7000-8000-000000000000';
    await db.put({ pk: tenant.audit, sk: id, id, at: '2024-07-10T00:00:00.000Z', ...ENTRY });
    await db.put({ pk: tenant.audit, sk: `${id}#outcome`, ...DONE });
    const device = createHash('sha256').update('token').digest('hex');
    const named = [
      { pk: `T#device#${device}`, sk: 'D', account: 'anna@mine.example', expires_at: 4e9 },
      { pk: 'T#sign-in#account#anna@mine.example', sk: 'W#1', attempts: 3 },
      { pk: 'T#sign-in#account#мой#пароль', sk: 'W#1', attempts: 1 },
      { pk: 'T#sign-in#address#203.0.113.10', sk: 'W#1', attempts: 1 },
    ];
    const hashed = [
      { pk: `T#device#${device}1`.replace(/.1$/, '1'), sk: 'D', account: keyed('anna'), expires_at: 4e9 },
      { pk: `T#sign-in#account#${keyed('anna')}`, sk: 'W#1', attempts: 3 },
      { pk: `T#network#${keyed('network')}`, sk: 'N', expires_at: 4e9 },
    ];
    for (const item of [...named, ...hashed]) await db.put(item);
    expect(await applyTerms(db)).toEqual({ dated: 2, removed: named.length });
    const left = (await allOf(db)).filter(({ pk }) => String(pk).startsWith('T#'));
    expect(left.map(({ pk }) => pk).sort()).toEqual(hashed.map(({ pk }) => pk).sort());
    const july = Date.parse('2029-07-01T00:00:00Z') / 1000;
    for (const { expires_at } of await db.range(tenant.audit))
      expect(Math.abs(Number(expires_at) - july)).toBeLessThan(31 * 86_400);
    expect(await applyTerms(db)).toEqual({ dated: 0, removed: 0 });
  });
});

it('the store of a machine removes an entry and its outcome once their five years are over', async () => {
  const db = await openSqliteDatabase(join(testFolder('terms-'), 'data.db'));
  const tenant = Tenant.ofOperations('term');
  await closeEntry(db, tenant, await openEntry(db, tenant, ENTRY, new Date()), DONE);
  expect(await db.removeExpired(inYears(4.9))).toBe(0);
  expect(await db.removeExpired(inYears(5.1))).toBe(2);
  expect(await db.range(tenant.audit)).toEqual([]);
  await db.close();
});
