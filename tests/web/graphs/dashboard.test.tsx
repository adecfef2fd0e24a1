import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { freshBrowser, open, server } from '../../support/web/screen.tsx';
import { json, problem, projectId } from '../../support/web/web_server.ts';

freshBrowser();

const PAGE = `/projects/${projectId('now')}/graphs`;
const CONTENT = { p_co2: '1.839300', p_ch4: '0.668000', ef_co2: '10.600000', ef_ch4: '76.000000' };

function addYear(id: string, year: number, name = `Шахта, ${year} год`) {
  return server.addProject({ id: projectId(id), name, start_date: `${year}-01-01`, end_date: `${year}-12-31` });
}

function addMined(project: string, volume: number) {
  return server.addCalculation('underground', {
    name: `Пласт ${volume}`,
    project: projectId(project),
    volume,
    ...CONTENT,
  });
}

function addFuel(project: string) {
  return server.addCalculation('open_mining_co2', {
    name: 'Самосвалы',
    project: projectId(project),
    volume: 1000,
    ef: '3.149000',
  });
}

/** The table of that name, row by row, once it is there. */
async function rowsOf(name: string): Promise<(string | null)[]> {
  const table = within(await screen.findByRole('table', { name }));
  return table.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent).join(' | '));
}

describe('the chart of emissions by year', () => {
  it('shows projects side by side by source, without a sum over projects', async () => {
    await addYear('now', 2025);
    await addYear('before', 2024);
    await addYear('stranger', 2023, 'Разрез');
    await addMined('now', 1000);
    await addMined('before', 2000);
    await addFuel('before');
    await addFuel('stranger');
    await open(PAGE);
    expect(await rowsOf('Выбросы по источникам и годам')).toEqual([
      'Источник, т CO₂-экв. | 2024Шахта, 2024 год | 2025Шахта, 2025 год',
      expect.stringMatching(/^Подземная добыча угля: .* \| 25\s773,93 \| 12\s886,97$/),
      expect.stringMatching(/^Открытая добыча угля: .* \| 3\s149,00 \| —$/),
      expect.stringMatching(/^Всего \| 28\s922,93 \| 12\s886,97$/),
    ]);
    const figure = within(screen.getByRole('figure', { name: 'Выбросы по годам' }));
    expect(figure.getByRole('table', { hidden: true }).textContent).toMatch(/Период.*202428\s922,93202512\s886,97/);
  });

  it('adds a project when it is ticked and loads only this project', async () => {
    await addYear('now', 2025);
    await addYear('before', 2024);
    await addYear('stranger', 2023, 'Разрез');
    await addFuel('stranger');
    const user = await open(PAGE);
    await rowsOf('Выбросы по источникам и годам');
    expect(server.calls.some(({ path }) => path === paths.inventory(projectId('stranger')))).toBe(false);
    const seen = server.calls.filter(({ path }) => path === paths.inventory(projectId('before'))).length;
    await user.click(screen.getByText('Рядом показано проектов: 1 из 2'));
    await user.click(screen.getByRole('checkbox', { name: '2023, Разрез' }));
    await screen.findByText('Рядом показано проектов: 2 из 2');
    await waitFor(async () =>
      expect((await rowsOf('Выбросы по источникам и годам'))[0]).toContain('2023Разрез | 2024Шахта'),
    );
    expect(server.calls.filter(({ path }) => path === paths.inventory(projectId('before')))).toHaveLength(seen);
  });

  it('shows the next step if the company has one project', async () => {
    await addYear('now', 2025);
    await open(PAGE);
    await screen.findByText('Сравнивать по годам пока не с чем');
    expect(screen.getByRole('link', { name: 'Добавить проект' }).getAttribute('href')).toBe('/projects?create=1');
  });

  it('loads at most six projects at a time', async () => {
    for (const year of [2021, 2022, 2023, 2024]) await addYear(`y${year}`, year);
    await addYear('now', 2025);
    for (let volume = 1; volume <= 12; volume++) await addMined('now', volume);
    const counts = { running: 0, most: 0 };
    server.intercept = async ({ path }) => {
      if (!/project=|single_calc|history|inventory/.test(path)) return undefined;
      counts.running += 1;
      counts.most = Math.max(counts.most, counts.running);
      // Long enough for all that may run at a time to have begun, on a busy machine, too.
      await new Promise((resolve) => setTimeout(resolve, 50));
      counts.running -= 1;
      return undefined;
    };
    await open(PAGE);
    await rowsOf('Выбросы по источникам и годам');
    await rowsOf('Последние правки расчётов');
    await screen.findByRole('figure', { name: 'Выбросы при подземной добыче' });
    expect(counts.most).toBe(6);
  });
});

describe('the comparison of projects', () => {
  it('compares with the previous project by source and like for like', async () => {
    await addYear('now', 2025);
    await addYear('before', 2024);
    await addMined('now', 1000);
    await addMined('before', 2000);
    await addFuel('before');
    await open(PAGE);
    expect(await rowsOf('Изменение выбросов по источникам')).toEqual([
      'Источник, т CO₂-экв. | 2024Шахта, 2024 год | 2025Шахта, 2025 год | Разность | %',
      expect.stringMatching(/^Подземная .* \| 25\s773,93 \| 12\s886,97 \| −12\s886,97 \| −50,0$/),
      expect.stringMatching(/^Открытая .* \| 3\s149,00 \| — \| −3\s149,00 \| расчётов нет$/),
      expect.stringMatching(/^Общие источники \| 25\s773,93 \| 12\s886,97 \| −12\s886,97 \| −50,0$/),
      expect.stringMatching(/^Всего \| 28\s922,93 \| 12\s886,97 \| −16\s035,97 \| —$/),
    ]);
  });

  it('shows no change if one project has no calculations', async () => {
    await addYear('now', 2025);
    await addYear('before', 2024);
    await addFuel('before');
    await open(PAGE);
    await screen.findByText('В этом проекте пока нет расчётов выбросов: сравнивать нечего.');
    expect((await rowsOf('Выбросы по источникам и годам')).at(-1)).toMatch(/^Всего \| 3\s149,00 \| —$/);
  });

  it('reports projects without a common source', async () => {
    await addYear('now', 2025);
    await addYear('before', 2024);
    await addMined('now', 1000);
    await addFuel('before');
    await open(PAGE);
    await screen.findByText('Общих источников у проектов нет: их итоги несопоставимы.');
    expect(await rowsOf('Изменение выбросов по источникам')).toHaveLength(4);
  });

  it('compares with any chosen project and notes unequal periods', async () => {
    await addYear('now', 2025);
    await server.addProject({
      id: projectId('quarter'),
      name: 'Квартал',
      start_date: '2025-01-01',
      end_date: '2025-03-31',
    });
    await addMined('now', 1000);
    await addMined('quarter', 500);
    const user = await open(PAGE);
    await screen.findByText('Проекта за более ранний период нет. Выберите выше, с чем сравнить.');
    await user.selectOptions(screen.getByLabelText('Сравнить с проектом'), '2025, Квартал');
    await rowsOf('Изменение выбросов по источникам');
    expect(screen.getByText(/Периоды разной длины: 90 и 365 дн\./)).toBeTruthy();
  });

  it('shows why another project could not be loaded and retries', async () => {
    await addYear('now', 2025);
    await addYear('before', 2024);
    await addMined('now', 1000);
    await addMined('before', 2000);
    let isDown = true;
    server.intercept = ({ path }) =>
      isDown && path === paths.inventory(projectId('before')) ? problem(500, 'Список не прочитан.') : undefined;
    const user = await open(PAGE);
    const changes = await screen.findByRole('region', { name: 'Что изменилось' });
    await within(changes).findByText('Список не прочитан.');
    isDown = false;
    await user.click(within(changes).getByRole('button', { name: 'Повторить' }));
    expect(await rowsOf('Изменение выбросов по источникам')).toHaveLength(3);
  });
});

describe('the list of the last edits', () => {
  it('shows time, author, change and effect on the sum, newest first, with a link to the history', async () => {
    await addYear('now', 2025);
    const { id } = await addMined('now', 1000);
    const path = paths.calculationHistory('underground', id);
    const common = { editor: 'Седов Борис', changed_by: 'u2', is_deleted: false };
    const changes = [
      { field: 'volume', old: 500, new: 1000 },
      { field: 'sum_co2', old: 6443.485, new: 12_886.97 },
    ];
    const results = [
      { ...common, version: 2, updated_at: '2026-03-05T09:30:00.000Z', is_current: true, changes },
      { ...common, version: 1, updated_at: '2026-03-04T09:30:00.000Z', is_current: false, changes: [] },
    ];
    server.intercept = (call) => (call.path.startsWith(path) ? json({ next: null, results }) : undefined);
    await open(PAGE);
    const rows = await rowsOf('Последние правки расчётов');
    expect(rows).toHaveLength(3);
    expect(rows[1]).toMatch(
      /изменено: .* \| 2026-03-05 .*Седов Борис \| 6\s443,4[89] \| 12\s886,97 \| \+6\s443,4[89]$/,
    );
    expect(rows[2]).toMatch(/создан \| 2026-03-04 .* \| 0,00 \| 6\s443,4[89] \| \+6\s443,4[89]$/);
    const [link] = screen.getAllByRole('link', { name: 'Пласт 1000' });
    expect(link?.getAttribute('href')).toBe(
      `/projects/${projectId('now')}/calculations?type=underground&history=${id}`,
    );
  });

  it('includes archived calculations', async () => {
    await addYear('now', 2025);
    const { id } = await addMined('now', 1000);
    await server.changeCalculation('underground', id, { is_deleted: true, is_active: false });
    await open(PAGE);
    expect((await rowsOf('Последние правки расчётов'))[1]).toContain('Пласт 1000');
  });

  it('is hidden for an empty project', async () => {
    await addYear('now', 2025);
    await open(PAGE);
    await screen.findByText('Показывать на диаграммах пока нечего');
    await screen.findByText('Сравнивать по годам пока не с чем');
    expect(screen.queryByRole('table', { name: 'Последние правки расчётов' })).toBeNull();
  });
});
