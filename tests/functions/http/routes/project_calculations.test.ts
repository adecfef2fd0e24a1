import { describe, expect, it } from 'vitest';
import { FIELDS_TYPES } from '#core/calculations/index.ts';
import { paths } from '#core/contract/paths.ts';
import { serviceWithProject } from '../../../support/fresh_fixtures.ts';
import type { Person } from '../../../support/service.ts';
import { CASES } from '../../../wasm-core/calculations/all_cases.ts';

const NEVER = '0197ffff-ffff-7fff-bfff-ffffffffffff';

let person: Person;
let project: string;

const service = await serviceWithProject((fresh) => {
  ({ person, project } = fresh);
});

/** Makes one calculation of each of the first `count` types; answers them, oldest first. */
async function newCalculations(count: number) {
  const made = [];
  for (const type of FIELDS_TYPES.slice(0, count)) {
    const body = { name: `Расчёт ${type}`, project, ...CASES[type]?.[0]?.inputs };
    made.push({ type, ...(await person.post(paths.calculations(type), body)).body });
  }
  return made;
}

const list = async (query = '') => (await person.get(`${paths.projectCalculations(project)}${query}`)).body;

describe('the list of all calculations of a project', () => {
  it('has calculations of every type as in their own lists, newest first, with types and counts', async () => {
    const made = await newCalculations(3);
    const { count, types, results, next, previous } = await list();
    expect(results).toEqual(made.toReversed());
    expect({ count, next, previous }).toEqual({ count: 3, next: null, previous: null });
    expect(types).toEqual(Object.fromEntries(made.map(({ type }) => [type, 1])));
  });

  it('is paged without repeats while calculations are added', async () => {
    const made = await newCalculations(5);
    const first = await list('?limit=2');
    await newCalculations(1);
    const second = (await person.get(first.next)).body;
    const third = (await person.get(second.next)).body;
    const walked = [first, second, third].flatMap(({ results }) => results);
    expect(walked.map(({ id }) => id)).toEqual(made.map(({ id }) => id).toReversed());
    expect(third.next).toBeNull();
  });

  it('excludes archived calculations', async () => {
    const [kept, archived] = await newCalculations(2);
    await person.patch(paths.changeCalculation(archived.type, archived.id), { is_deleted: true });
    expect((await list()).results.map(({ id }: { id: string }) => id)).toEqual([kept.id]);
    const archive = await list('?is_deleted=true');
    expect(archive.results.map(({ id }: { id: string }) => id)).toEqual([archived.id]);
    expect(archive.types).toEqual({ [archived.type]: 1 });
  });

  it('is empty for a new project', async () => {
    expect(await list()).toEqual({ count: 0, next: null, previous: null, results: [], types: {} });
  });

  it('does not exist for a project of another company', async () => {
    const other = await service.createUser();
    const foreign = await other.get(paths.projectCalculations(project));
    expect([foreign.status, foreign.text]).toEqual([404, (await other.get(paths.projectCalculations(NEVER))).text]);
  });
});
