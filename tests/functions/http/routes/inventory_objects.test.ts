import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { openService, type Person } from '../../../support/service.ts';

let person: Person;

const service = await openService();
beforeEach(async () => {
  person = await service.createUser();
});
afterAll(() => service.close());

const MINE = {
  ...{ name: 'Шахта Первая', kind: 'underground_mine', nvos_code: '32-0142-000123-П', region: 'Кузбасс' },
  ...{ ownership_percent: 51, closing_date: null },
};
const create = async (fields: object = MINE) => (await person.post(paths.objects, fields)).body;

describe('objects of the inventory', () => {
  it('are stored with every field and read back', async () => {
    const { status, body } = await person.post(paths.objects, { ...MINE, company: person.company.id });
    expect([status, body.version, body.company]).toEqual([201, 1, person.company.id]);
    expect(body).toMatchObject(MINE);
    expect((await person.get(paths.object(body.id))).body).toEqual(body);
    expect((await person.get(paths.objects)).body).toMatchObject({ count: 1, results: [body] });
  });

  it('belong to the company wholly and have no code where nothing else is said', async () => {
    expect(await create({ name: 'Разрез', kind: 'open_pit' })).toMatchObject({
      ...{ nvos_code: '', region: '', ownership_percent: 100, closing_date: null },
    });
  });

  it.each([
    ['name', { name: ' ' }, 'Укажите название объекта.'],
    ['kind', { kind: 'factory' }, 'underground_mine (Шахта)'],
    ['ownership_percent', { ownership_percent: 0 }, 'больше 0 и не больше 100'],
    ['ownership_percent', { ownership_percent: 101 }, 'больше 0 и не больше 100'],
    ['ownership_percent', { ownership_percent: '51' }, 'число процентов'],
    ['closing_date', { closing_date: '2026-02-30' }, 'Такой даты нет'],
    ['nvos_code', { nvos_code: 'х'.repeat(41) }, 'сократите до 40 символов'],
    ['region', { region: 'Куз\u0007басс' }, 'невидимые управляющие символы'],
  ])('refuse a wrong %s and store nothing', async (field, wrong, message) => {
    const { status, body } = await person.post(paths.objects, { ...MINE, ...wrong });
    expect(status).toBe(400);
    expect(body.errors).toEqual([expect.objectContaining({ field, message: expect.stringContaining(message) })]);
    expect((await person.get(paths.objects)).body.count).toBe(0);
  });

  it('refuse an owner that the client names', async () => {
    const { status, body } = await person.post(paths.objects, { ...MINE, company: 'другая' });
    expect([status, body.errors[0].field]).toEqual([400, 'company']);
  });

  it('are changed under an optimistic lock and keep what stood before', async () => {
    const object = await create();
    const changed = await person.patch(paths.object(object.id), { region: 'Воркута', version: 1 });
    expect(changed.body).toMatchObject({ ...MINE, region: 'Воркута', version: 2 });
    const late = await person.patch(paths.object(object.id), { region: 'Инта', version: 1 });
    expect([late.status, late.body.current.region]).toEqual([409, 'Воркута']);
    const { results } = (await person.get(paths.objectHistory(object.id))).body;
    expect(results[0].changes).toEqual([{ field: 'region', old: 'Кузбасс', new: 'Воркута' }]);
    const restored = await person.post(paths.restoreVersion(paths.objectHistory(object.id), 1), { version: 2 });
    expect(restored.body).toMatchObject({ ...MINE, version: 3 });
  });

  it('go to the archive and come back', async () => {
    const object = await create();
    await person.patch(paths.object(object.id), { is_deleted: true });
    expect((await person.get(paths.objects)).body.count).toBe(0);
    expect((await person.get(`${paths.objects}?is_deleted=true`)).body.count).toBe(1);
    expect((await person.patch(paths.object(object.id), { name: 'Другая' })).body.code).toBe('archived');
    await person.patch(paths.object(object.id), { is_deleted: false });
    expect((await person.get(paths.objects)).body.count).toBe(1);
  });

  it('are created once however often the request with a key is sent', async () => {
    const call = () =>
      service.call('POST', paths.objects, {
        ...{ body: MINE, token: person.tokens.access },
        headers: { 'Idempotency-Key': 'objects-0001' },
      });
    const [first, second] = [await call(), await call()];
    expect(second.text).toBe(first.text);
    expect((await person.get(paths.objects)).body.count).toBe(1);
  });
});
