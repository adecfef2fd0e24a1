import { afterAll, describe, expect, it } from 'vitest';
import { CALCULATION_TYPES, type CalculationType, definitionOf } from '#core/calculations/index.ts';
import type { FieldChange, HistoryPage, VersionEntry } from '#core/contract/history.ts';
import { paths } from '#core/contract/paths.ts';
import { calculationKey } from '#functions/store/calculations.ts';
import { IS_STORED } from '#functions/store/condition.ts';
import { projectKey } from '#functions/store/projects.ts';
import { revisionKey } from '#functions/store/versioned_items.ts';
import { firstCase, newTable, type Row } from '../../../support/datasets.ts';
import { newProject, openService, PROJECT } from '../../../support/service.ts';
import { CASES } from '../../../wasm-core/calculations/all_cases.ts';

const service = await openService();
const anna = await service.createUser();
const boris = await service.createUser({ first_name: 'Борис', last_name: 'Седов' }, anna.company);
const project = await newProject(anna);
afterAll(() => service.close());

const historyOf = async (path: string): Promise<readonly VersionEntry[]> =>
  ((await anna.get(path)).body as HistoryPage).results;
const changesByField = (changes: readonly FieldChange[] = []) =>
  Object.fromEntries(changes.map(({ field, old, new: now }) => [field, [old, now]]));

/** What a person gives of the first and of the second version of a calculation: other inputs where the type may be edited. */
function bodies(type: CalculationType): [first: unknown, second: unknown] {
  const second = { name: 'Уточнённый', project };
  if (definitionOf(type).table) {
    const one = firstCase(type);
    const shorter = { ...one, rows: one.rows.slice(0, -1) };
    return [newTable(type, project, { name: 'Первый' }, one), newTable(type, project, second, shorter)];
  }
  const [one, ...others] = CASES[type] ?? [];
  const other = others.find(({ inputs }) => inputs.volume !== one?.inputs.volume);
  const inputs = definitionOf(type).editable ? other?.inputs : one?.inputs;
  return [
    { name: 'Первый', project, ...one?.inputs },
    { ...second, ...inputs },
  ];
}

/** A calculation without what every version has of its own. */
function content({ version, updated_at, editor, changed_by, ...rest }: Row) {
  return rest;
}

describe.each(CALCULATION_TYPES)('the history of %s', (type) => {
  it('lists authors and changes, and restores an earlier version as a new one', async () => {
    const [first, second] = bodies(type);
    const created: Row = (await anna.post(paths.calculations(type), first)).body;
    service.clock = new Date(service.clock.getTime() + 1000);
    const changed = await boris.patch(paths.changeCalculation(type, created.id), second);
    expect([changed.status, changed.text.slice(0, changed.status === 200 ? 0 : 400)]).toEqual([200, '']);

    const path = paths.calculationHistory(type, created.id);
    const [now, before] = await historyOf(path);
    expect(now).toMatchObject({ version: 2, editor: 'Седов Борис', changed_by: boris.user.id, is_current: true });
    expect(now?.updated_at).toBe(service.clock.toISOString());
    expect(before).toMatchObject({ version: 1, editor: 'Ковалёва Анна', is_current: false, changes: [] });
    const changes = changesByField(now?.changes);
    expect(changes.name).toEqual(['Первый', 'Уточнённый']);
    for (const [field, [old, value]] of Object.entries(changes)) {
      expect([field, old]).toEqual([field, created[field] ?? null]);
      expect([field, value]).toEqual([field, changed.body[field] ?? null]);
    }
    if (definitionOf(type).editable) expect(Object.keys(changes).length).toBeGreaterThan(1);

    const restored = await anna.post(paths.restoreVersion(path, 1), { version: 2 });
    expect([restored.status, restored.body.version]).toEqual([200, 3]);
    expect(content(restored.body)).toEqual(content(created));
    expect((await anna.get(paths.calculation(type, created.id))).body).toEqual(restored.body);
    const [latest, ...older] = await historyOf(path);
    expect(older.map(({ version }) => version)).toEqual([2, 1]);
    expect(latest).toMatchObject({ version: 3, editor: 'Ковалёва Анна' });
    const back = Object.fromEntries(Object.entries(changes).map(([field, [old, value]]) => [field, [value, old]]));
    expect(changesByField(latest?.changes)).toEqual(back);
  });

  it('recomputes a version of an older core', async () => {
    const [first, second] = bodies(type);
    const created: Row = (await anna.post(paths.calculations(type), first)).body;
    await anna.patch(paths.changeCalculation(type, created.id), second);
    const key = revisionKey(anna.tenant, calculationKey(type, created.id), 1);
    await service.db.update(key, { set: { core_sha256: 'прежнее ядро', results: {} } }, IS_STORED);
    const path = paths.calculationHistory(type, created.id);
    expect(changesByField((await historyOf(path))[0]?.changes).core_sha256?.[0]).toBe('прежнее ядро');
    const restored = await anna.post(paths.restoreVersion(path, 1), { version: 2 });
    expect(content(restored.body)).toEqual(content(created));
  });
});

describe('the history of a project', () => {
  const change = (id: string, fields: object) => anna.patch(paths.changeProject(id), { ...PROJECT, ...fields });

  it('includes names, dates, archiving and restoring', async () => {
    const id = await newProject(anna);
    await change(id, { name: 'Иначе', end_date: '2027-01-31' });
    await change(id, { name: 'Иначе', end_date: '2027-01-31', is_deleted: true, is_active: false });
    await change(id, { name: 'Иначе', end_date: '2027-01-31', is_deleted: false, is_active: true });
    const entries = await historyOf(paths.projectHistory(id));
    expect(entries.map(({ version, is_deleted, changes }) => [version, is_deleted, changesByField(changes)])).toEqual([
      [4, false, { is_deleted: [true, false] }],
      [3, true, { is_deleted: [false, true] }],
      [2, false, { name: [PROJECT.name, 'Иначе'], end_date: [PROJECT.end_date, '2027-01-31'] }],
      [1, false, {}],
    ]);
  });

  it('restores name and dates, never the archive state', async () => {
    const id = await newProject(anna);
    await change(id, { is_deleted: true, is_active: false });
    const path = paths.projectHistory(id);
    const refused = await anna.post(paths.restoreVersion(path, 1), { version: 2 });
    expect([refused.status, refused.body.code]).toEqual([409, 'archived']);
    await change(id, { name: 'Снова', is_deleted: false, is_active: true });
    const restored = await anna.post(paths.restoreVersion(path, 2), { version: 3 });
    expect(restored.body).toMatchObject({ name: PROJECT.name, is_deleted: false, is_active: true, version: 4 });
  });

  it('is paged without gaps', async () => {
    const id = await newProject(anna);
    for (let number = 2; number <= 7; number++) await change(id, { name: `Имя ${number}` });
    const seen: unknown[] = [];
    let next: string | null = `${paths.projectHistory(id)}?limit=3`;
    while (next !== null) {
      const { body }: { body: HistoryPage } = await anna.get(next);
      seen.push(...body.results.map(({ version, changes }) => [version, changes[0]?.new]));
      next = body.next;
    }
    expect(seen).toEqual([...[7, 6, 5, 4, 3, 2].map((number) => [number, `Имя ${number}`]), [1, undefined]]);
  });

  it('shows no version twice after a write failed between revision and item', async () => {
    const id = await newProject(anna);
    const { body } = await anna.get(paths.project(id));
    const key = revisionKey(anna.tenant, projectKey(id), 1);
    await service.db.put({ ...body, ...key });
    expect((await historyOf(paths.projectHistory(id))).map(({ version }) => version)).toEqual([1]);
    const refused = await anna.post(paths.restoreVersion(paths.projectHistory(id), 1), { version: 1 });
    expect([refused.status, refused.body.code]).toEqual([400, 'current_version']);
  });

  it('accepts one of two simultaneous restorations and shows the other the current version', async () => {
    const id = await newProject(anna);
    await change(id, { name: 'Второе' });
    const path = paths.restoreVersion(paths.projectHistory(id), 1);
    const answers = await Promise.all([anna, boris, anna].map((person) => person.post(path, { version: 2 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.current).toMatchObject({ version: 3 });
    expect(await historyOf(paths.projectHistory(id))).toHaveLength(3);
  });

  it('has no other versions', async () => {
    const id = await newProject(anna);
    await change(id, { name: 'Второе' });
    for (const version of ['0', '-1', '3', '99', '1.5', 'abc', '1e0', '%00', '0x1', '9'.repeat(30)]) {
      const answer = await anna.post(`${paths.projectHistory(id)}${version}/restore/`, { version: 2 });
      expect([version, answer.status]).toEqual([version, 404]);
      expect(answer.body.detail).toMatch(/Такой версии нет/);
    }
    for (const version of [undefined, null, '2', 1.5, {}]) {
      const answer = await anna.post(paths.restoreVersion(paths.projectHistory(id), 1), { version });
      expect([version, answer.status]).toEqual([version, 400]);
    }
    expect((await anna.get(paths.project(id))).body.version).toBe(2);
  });
});
