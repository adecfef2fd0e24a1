import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { v7 } from 'uuid';
import { afterAll, expect } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import type { DynamoDatabase } from '#functions/adapters/aws/dynamo_database.ts';
import type { Item } from '#functions/store/database.ts';
import { countCapacity } from '../support/capacity.ts';
import { typedIn } from '../support/reliability/load/company.ts';
import { reliabilityTest } from '../support/reliability/reliability_test.ts';
import { openSdkService } from '../support/sdk_stores.ts';
import { newProject } from '../support/service.ts';

const TYPE = 'underground';
const PAGE = 10;

/** Session, user and company. */
const GUARD_UNITS = 3;

/** The inventory of the project, which says where a calculation stands. */
const PLACE_UNITS = 1;

/** Bytes of a key of a list as the index keeps it, at most; a unit reads 4 KiB. */
const KEY_BYTES = 250;
const UNIT_BYTES = 4096;

const service = await openSdkService();
const person = await service.createUser();
afterAll(() => service.close());

reliabilityTest(
  {
    id: 'PRF-10',
    stimulus: 'read and write units of calls, as the table reports them, in a company whose list has n calculations',
    pass: `a page of ${PAGE}: ${GUARD_UNITS} for the session, 1 a calculation, and ${KEY_BYTES} bytes of keys for each of the list, wherever the page lies; ${PLACE_UNITS} for its place in the inventory; one calculation: ${GUARD_UNITS + PLACE_UNITS + 1}; a new one: ${GUARD_UNITS + PLACE_UNITS + 1}, 2 written; a change: ${GUARD_UNITS + PLACE_UNITS + 2}, 4 written`,
    quick: 300,
    full: 25_000,
  },
  async (n) => {
    const project = await newProject(person);
    const made = await person.post(paths.calculations(TYPE), typedIn(TYPE, project));
    await fill(service.db, { pk: person.tenant.partition, sk: `K#${TYPE}#${made.body.id}` }, n - 1);
    const taken = countCapacity(service.db);
    const cost = async (act: () => Promise<{ status: number }>) => {
      Object.assign(taken, { reads: 0, writes: 0 });
      expect((await act()).status).toBeLessThan(300);
      return { ...taken };
    };
    const list = (offset: number) =>
      cost(() => person.get(`${paths.calculations(TYPE)}?project=${project}&limit=${PAGE}&offset=${offset}`));
    const [first, last] = [await list(0), await list(n - PAGE)];
    // A query that comes in pages rounds up each of them.
    const bound = GUARD_UNITS + PLACE_UNITS + PAGE + Math.ceil((n * KEY_BYTES) / UNIT_BYTES);
    expect(first.reads).toBeLessThanOrEqual(bound);
    expect(last.reads).toBeLessThanOrEqual(bound);
    const one = await cost(() => person.get(paths.calculation(TYPE, made.body.id)));
    const create = await cost(() => person.post(paths.calculations(TYPE), typedIn(TYPE, project)));
    const change = await cost(() => person.patch(paths.changeCalculation(TYPE, made.body.id), { name: 'Другой' }));
    expect(one).toEqual({ reads: GUARD_UNITS + PLACE_UNITS + 1, writes: 0 });
    expect(create).toEqual({ reads: GUARD_UNITS + PLACE_UNITS + 1, writes: 2 });
    // The project, too, is read: an archived one takes no changes.
    expect(change).toEqual({ reads: GUARD_UNITS + PLACE_UNITS + 2, writes: 4 });
    return `the first page ${first.reads}, the last ${last.reads}, at most ${bound}; one ${one.reads}; a new one ${create.reads} and ${create.writes} written; a change ${change.reads} and ${change.writes} written`;
  },
);

/** Stores this many copies of a calculation beside it. */
async function fill(db: DynamoDatabase, key: { pk: string; sk: string }, count: number): Promise<void> {
  const item = (await db.get(key)) as Item;
  const copies = Array.from({ length: count }, () => copyOf(item));
  for (let start = 0; start < count; start += 25) {
    const puts = copies.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
    await db.client.send(new BatchWriteCommand({ RequestItems: { [db.name]: puts } }));
  }
}

function copyOf(item: Item): Record<string, unknown> {
  const id = v7();
  const at = (text: unknown) => String(text).replaceAll(String(item.id), id);
  return { ...item, id, sk: at(item.sk), list: at(item.list) };
}
