import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { storeOutcome } from '#functions/jobs/outcome.ts';
import type { StoredCalculation } from '#functions/store/calculations.ts';
import { csv, type JobHouse, openJobHouse, TYPE } from '../../support/job_fixture.ts';

let house: JobHouse;

beforeAll(async () => {
  house = await openJobHouse();
});
afterAll(() => house.close());

const read = async (id: string) => (await house.person.get(paths.calculation(TYPE, id))).body;
const rename = (id: string, name: string) => house.person.patch(paths.changeCalculation(TYPE, id), { name });
const again = (outcome: StoredCalculation | undefined) =>
  storeOutcome(house.db, house.person.tenant, outcome as StoredCalculation);

/** Does a job and answers what it has stored. */
async function outcomeOf(fields: object = {}): Promise<StoredCalculation | undefined> {
  const ticket = await house.ticket(fields);
  await house.send(ticket, csv(20));
  await house.deliver();
  return (await house.job(ticket.job.id)).outcome;
}

test('a new calculation that is stored again, late, leaves what people have made of it meanwhile', async () => {
  const outcome = await outcomeOf();
  const id = outcome?.id ?? '';
  for (const name of ['Правка', 'Ещё правка']) {
    await rename(id, name);
    const before = await read(id);
    expect(await again(outcome)).toBe(true);
    expect(await read(id)).toEqual(before);
  }
});

test('a replaced table that is stored again, late, is known for stored, and changes nothing', async () => {
  const { id = '' } = (await outcomeOf()) ?? {};
  const outcome = await outcomeOf({ calculation: id, version: 1, name: 'Замена' });
  expect(await again(outcome)).toBe(true);
  expect(await read(id)).toMatchObject({ name: 'Замена', version: 2 });
  await rename(id, 'Правка');
  expect(await again(outcome)).toBe(true);
  expect(await read(id)).toMatchObject({ name: 'Правка', version: 3 });
});

test("a replacement of what somebody has changed first is refused, and the other's change stays", async () => {
  const { id = '' } = (await outcomeOf()) ?? {};
  const outcome = await outcomeOf({ calculation: id, version: 1, name: 'Замена' });
  const other = { ...(outcome as StoredCalculation), write_id: 'theirs', updated_at: '2020-01-01T00:00:00.000Z' };
  expect(await again(other)).toBe(false);
  expect(await read(id)).toMatchObject({ name: 'Замена', version: 2 });
});
