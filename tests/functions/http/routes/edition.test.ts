import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import {
  insertCalculation,
  readCalculation,
  replaceCalculation,
  type StoredCalculation,
} from '#functions/store/calculations.ts';
import { newVersioned } from '#functions/store/versioned_items.ts';
import { newProject, openService, type Person, type Service } from '../../../support/service.ts';

let service: Service;
let person: Person;
let project: string;

beforeAll(async () => {
  service = await openService();
});
beforeEach(async () => {
  person = await service.createUser();
  project = await newProject(person);
});
afterAll(() => service.close());

const TYPE = 'handling_underground_ch4';

/** A calculation of a row, stored as an earlier edition would have: another factor, results of another core. */
async function ofEarlierEdition(changes: Partial<StoredCalculation>): Promise<string> {
  const body = { name: 'Обращение', project, volume: 1_000_000, ef: 2.5, koef_transform: 0.67 };
  const { id } = (await person.post(paths.calculations(TYPE), body)).body;
  const current = await readCalculation(service.db, person.tenant, TYPE, id);
  if (!current) throw new Error('The calculation is not stored');
  const next = { ...current, ...changes, version: 2, write_id: 'earlier' };
  await replaceCalculation(service.db, person.tenant, current, next);
  return id;
}

const edition = async () => (await person.get(paths.edition(project))).body;

it('says nothing of calculations that the present edition computes alike', async () => {
  await person.post(paths.calculations(TYPE), { name: 'а', project, volume: 5, ef: 2.5, koef_transform: 0.67 });
  expect(await edition()).toMatchObject({ changes: [], before_t: 0, after_t: 0 });
});

it('shows before and after by cause, changes nothing, and then applies it with the old version in the history', async () => {
  const inputs = { volume: 1_000_000, ef: 2, koef_transform: 0.67 };
  const results = { res_ch4: 1_340_000, res_ch4_to_co2: 28 * 1_340_000 };
  const id = await ofEarlierEdition({ inputs, results, core_sha256: '0'.repeat(64) });
  const { changes, before_t, after_t } = await edition();
  expect(changes).toEqual([
    {
      ...{ calculation: id, type: TYPE, name: 'Обращение', version: 2 },
      ...{ before_t: 37_520, method_t: 33_500 - 37_520, constant_t: 0, factor_t: 41_875 - 33_500, after_t: 41_875 },
      factors: [{ input: 'ef', label: 'Коэффициент выбросов CH₄', unit: 'м³/т', before: 2, after: 2.5 }],
    },
  ]);
  expect([before_t, after_t]).toEqual([37_520, 41_875]);
  expect((await person.get(paths.calculation(TYPE, id))).body.version).toBe(2);

  const applied = await person.post(paths.edition(project), {});
  expect([applied.status, applied.body.changes]).toEqual([200, []]);
  const now = (await person.get(paths.calculation(TYPE, id))).body;
  expect(now).toMatchObject({ version: 3, ef: '2.500000', res_ch4_to_co2: 41_875_000 });
  const { results: versions } = (await person.get(paths.calculationHistory(TYPE, id))).body;
  expect(versions[0].changes).toContainEqual({ field: 'ef', old: '2.000000', new: '2.500000' });
});

it('changes five hundred calculations at once and answers with what is left, which a repeat changes', async () => {
  const id = await ofEarlierEdition({ results: { res_ch4: 1, res_ch4_to_co2: 25 } });
  const earlier = await readCalculation(service.db, person.tenant, TYPE, id);
  if (!earlier) throw new Error('The calculation is not stored');
  for (let count = 1; count < 503; count++)
    await insertCalculation(service.db, person.tenant, { ...earlier, ...newVersioned(person.user, service.clock) });
  expect((await person.post(paths.edition(project), {})).body.changes).toHaveLength(3);
  expect((await person.post(paths.edition(project), {})).body.changes).toEqual([]);
});

it('leaves typed values alone', async () => {
  const id = await ofEarlierEdition({
    provenance: [],
    inputs: { volume: 10, ef: 2, koef_transform: 0.67 },
    results: { res_ch4: 13.4, res_ch4_to_co2: 335 },
  });
  expect((await edition()).changes).toEqual([]);
  expect((await person.get(paths.calculation(TYPE, id))).body.ef).toBe('2.000000');
});

it('is not applied in an archived project', async () => {
  await ofEarlierEdition({ results: { res_ch4: 1, res_ch4_to_co2: 25 } });
  await person.patch(paths.changeProject(project), { is_deleted: true });
  const { status, body } = await person.post(paths.edition(project), {});
  expect([status, body.code]).toEqual([409, 'archived']);
});
