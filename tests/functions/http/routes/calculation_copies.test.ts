import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CALCULATION_TYPES, type CalculationType, definitionOf } from '#core/calculations/index.ts';
import { paths } from '#core/contract/paths.ts';
import { newTable } from '../../../support/datasets.ts';
import { serviceWithProject } from '../../../support/fresh_fixtures.ts';
import { newProject, type Person } from '../../../support/service.ts';
import { CASES } from '../../../wasm-core/calculations/all_cases.ts';

let person: Person;
let project: string;

const service = await serviceWithProject((fresh) => {
  ({ person, project } = fresh);
});

/** A new calculation of `type`, read back. */
async function newCalculation(type: CalculationType) {
  const inputs = definitionOf(type).table
    ? newTable(type, project, { name: 'Образец' })
    : { name: 'Образец', project, ...CASES[type]?.[0]?.inputs };
  const { status, body, text } = await person.post(paths.calculations(type), inputs);
  expect(status, text).toBe(201);
  return body;
}

/** What a copy has of its own. */
const OWN = ['id', 'name', 'project', 'created_at', 'updated_at', 'origin', 'version'];

const without = (names: readonly string[], object: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));

describe.each(CALCULATION_TYPES)('a copy of %s', (type) => {
  it('has every input, result and row of the original, and refers to it', async () => {
    const origin = await newCalculation(type);
    const copy = await person.post(paths.copyCalculation(type, origin.id), { project });
    expect([copy.status, copy.body.origin, copy.body.version]).toEqual([201, origin.id, 1]);
    expect(copy.body.id).not.toBe(origin.id);
    expect(without(OWN, copy.body)).toEqual(without(OWN, origin));
    expect((await person.get(paths.calculation(type, copy.body.id))).body).toEqual(copy.body);
  });
});

describe('a copy', () => {
  const type = 'open_mining_co2';

  it('goes to another project under another name', async () => {
    const origin = await newCalculation(type);
    const year = await newProject(person, { name: '2027' });
    const { body } = await person.post(paths.copyCalculation(type, origin.id), { name: 'Дизель 2027', project: year });
    expect(body).toMatchObject({ name: 'Дизель 2027', project: year });
    expect((await person.get(paths.projectCalculations(year))).body.results).toHaveLength(1);
  });

  it('is independent of its original', async () => {
    const origin = await newCalculation(type);
    const { body: copy } = await person.post(paths.copyCalculation(type, origin.id), { project });
    const changed = await person.patch(paths.changeCalculation(type, copy.id), { ...copy, volume: 7 });
    expect(changed.body).toMatchObject({ volume: 7, version: 2, origin: origin.id });
    expect((await person.get(paths.calculation(type, origin.id))).body).toEqual(origin);
  });

  it('is created once for a repeated request', async () => {
    const origin = await newCalculation(type);
    const call = () =>
      service.call('POST', paths.copyCalculation(type, origin.id), {
        body: { project },
        token: person.tokens.access,
        headers: { 'Idempotency-Key': key },
      });
    const key = randomUUID();
    const [first, second] = [await call(), await call()];
    expect(second.body).toEqual(first.body);
    expect((await person.get(paths.projectCalculations(project))).body.count).toBe(2);
  });

  it.each([
    ['no project', () => ({}), 'project'],
    ['an empty project', () => ({ project: '' }), 'project'],
    ['a blank name', () => ({ project, name: ' ' }), 'name'],
    ['a number for a name', () => ({ project, name: 5 }), 'name'],
  ])('is refused with %s', async (_, body, field) => {
    const origin = await newCalculation(type);
    const answer = await person.post(paths.copyCalculation(type, origin.id), body());
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, field]);
  });

  it('is refused for an archived project and for one of another company', async () => {
    const origin = await newCalculation(type);
    const archived = await newProject(person);
    await person.patch(paths.changeProject(archived), { is_deleted: true });
    const other = await service.createUser();
    const foreign = await newProject(other);
    const statuses = [];
    for (const to of [archived, foreign]) {
      statuses.push((await person.post(paths.copyCalculation(type, origin.id), { project: to })).status);
    }
    expect(statuses).toEqual([409, 404]);
  });
});
