import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { CALCULATION_TYPES, definitionOf } from '#core/calculations/index.ts';
import type { FieldChange, HistoryPage, VersionEntry } from '#core/contract/history.ts';
import { paths } from '#core/contract/paths.ts';
import { comparisonRows, historyFields, PROJECT_FIELDS } from '#web/history/fields.ts';
import { freshBrowser, open, server } from '../../support/web/screen.tsx';
import { json, problem, type SeenCall, USER } from '../../support/web/web_server.ts';

freshBrowser();

const entry = (version: number, changes: readonly FieldChange[] = [], more: Partial<VersionEntry> = {}) => ({
  ...{ version, editor: 'Седов Борис', changed_by: USER.id, updated_at: '2026-03-05T09:30:00.000Z' },
  ...{ is_deleted: false, is_current: false, changes },
  ...more,
});

const RENAMED = [{ field: 'name', old: 'Шахта, 2025 год', new: 'Шахта, 2026 год' }];

/** Answers histories by `pages`, restorations by `restored`. */
function keepHistory(
  pages: Readonly<Record<string, HistoryPage>>,
  restored: (call: SeenCall) => Response = () => json({ version: 3 }),
): void {
  server.intercept = (call) => {
    if (call.path.endsWith('/restore/')) return restored(call);
    const found = pages[call.path];
    return found && json(found);
  };
}

async function openProjectHistory() {
  const user = await open('/projects');
  await user.click(await screen.findByRole('button', { name: /^История: / }));
  return user;
}

describe('the history of a project on the screen', () => {
  it('shows versions with changes and authors, and restores one', async () => {
    const { id } = await server.addProject({ name: 'Шахта, 2026 год' });
    const path = paths.projectHistory(id);
    keepHistory({ [path]: { next: null, results: [entry(2, RENAMED, { is_current: true }), entry(1)] } });
    const user = await openProjectHistory();
    const versions = within(await screen.findByRole('list', { name: 'Версии' }));
    expect(versions.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      'Шахта, 2025 год',
      'Шахта, 2026 год',
    ]);
    expect(versions.getByRole('rowheader').textContent).toBe('Название');
    expect(versions.queryByRole('button', { name: 'Восстановить эту версию: 2' })).toBeNull();
    await user.click(versions.getByRole('button', { name: 'Восстановить эту версию: 1' }));
    await screen.findByText('Версия 1 восстановлена');
    expect(server.seen('POST', path)[0]).toMatchObject({ path: paths.restoreVersion(path, 1), body: { version: 2 } });
    expect(server.seen('GET', path)).toHaveLength(2);
  });

  it('shows at the version why it could not be restored', async () => {
    const { id } = await server.addProject();
    const pages = {
      [paths.projectHistory(id)]: { next: null, results: [entry(2, RENAMED, { is_current: true }), entry(1)] },
    };
    keepHistory(pages, () => problem(409, 'Запись изменили после того, как вы её открыли.'));
    const user = await openProjectHistory();
    await user.click(await screen.findByRole('button', { name: 'Восстановить эту версию: 1' }));
    const item = (await screen.findByText('Запись изменили после того, как вы её открыли.')).closest('li');
    expect(item?.textContent).toContain('Версия 1');
  });

  it('loads older versions on request and shows why the history could not be loaded', async () => {
    const { id } = await server.addProject();
    const path = paths.projectHistory(id);
    const next = `${path}?before=2&limit=10`;
    server.intercept = (call) => (call.path === path ? problem(500, 'Сбой хранилища.') : undefined);
    const user = await openProjectHistory();
    await screen.findByText('Сбой хранилища.');
    keepHistory({
      [path]: { next, results: [entry(2, RENAMED, { is_current: true })] },
      [next]: { next: null, results: [entry(1)] },
    });
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    await user.click(await screen.findByRole('button', { name: 'Показать более ранние' }));
    await screen.findByText('Запись создана.');
  });

  it('offers no restoration for an archived project', async () => {
    const { id } = await server.addProject();
    const archived = { is_current: true, is_deleted: true };
    keepHistory({ [paths.projectHistory(id)]: { next: null, results: [entry(2, RENAMED, archived), entry(1)] } });
    await openProjectHistory();
    await screen.findByText(/Верните её из архива/);
    expect(screen.queryByRole('button', { name: /^Восстановить/ })).toBeNull();
  });
});

describe('the history of a calculation', () => {
  it('opens from the results and returns to them', async () => {
    const { id: project } = await server.addProject();
    const inputs = { volume: 100, koef_transform: '0.670000' };
    const { id } = await server.addCalculation('torch_ch4', { name: 'Факел', project, ...inputs });
    const changes = [
      { field: 'res_ch4', old: 1.34, new: 1234.5 },
      { field: 'volume', old: 50, new: 100 },
    ];
    const results = [entry(2, changes, { is_current: true }), entry(1)];
    keepHistory({ [paths.calculationHistory('torch_ch4', id)]: { next: null, results } });
    const user = await open(`/projects/${project}/calculations?type=torch_ch4&view=${id}`);
    await user.click(await screen.findByRole('button', { name: 'История' }));
    const versions = within(await screen.findByRole('list', { name: 'Версии' }));
    // Inputs come before results, each with its unit.
    expect(versions.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/, V, тыс\. м³$/),
      expect.stringMatching(/^Выбросы CH₄, т$/),
    ]);
    expect(versions.getAllByRole('cell').map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))).toEqual([
      ...['50', '100'],
      ...['1,34', '1 234,50'],
    ]);
    await user.click(screen.getByRole('button', { name: 'К записи' }));
    await screen.findByText('Пересчитано в браузере: те же числа, бит в бит.');
  });
});

describe('fields of versions', () => {
  it.each(CALCULATION_TYPES)('of %s have Russian names', (type) => {
    const definition = definitionOf(type);
    const fields = historyFields(definition);
    const named = Object.keys({ ...definition.inputs, ...definition.results, ...definition.table?.summary });
    for (const name of named) expect([name, fields[name]?.label]).toEqual([name, expect.stringMatching(/[А-Яа-яё]/)]);
  });

  it('with empty, unknown or unusual values are shown unchanged', () => {
    const changes = [
      { field: 'что-то', old: null, new: { a: 1 } },
      { field: 'is_deleted', old: false, new: true },
      { field: 'name', old: '', new: 'Имя' },
    ];
    expect(comparisonRows(changes, PROJECT_FIELDS)).toEqual([
      ['Название', '—', 'Имя'],
      ['Состояние', 'действует', 'в архиве'],
      ['что-то', '—', '{"a":1}'],
    ]);
  });
});
