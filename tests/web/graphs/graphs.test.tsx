import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { forecastRow } from '../../support/forecast_row.ts';
import { freshBrowser, open, server } from '../../support/web/screen.tsx';
import { json, P1, problem } from '../../support/web/web_server.ts';

freshBrowser();
beforeEach(() => server.addProject({ id: P1 }));

const PAGE = `/projects/${P1}/graphs`;
const CONTENT = { p_co2: '1.839300', p_ch4: '0.668000', ef_co2: '10.600000', ef_ch4: '76.000000' };

function addUnderground(name: string) {
  return server.addCalculation('underground', { name, project: P1, volume: 1000, ...CONTENT });
}

/** A forecast whose rows come with these results, whatever the model says. */
async function addForecast(name: string, results: readonly (number | null)[]) {
  const rows = results.map(() => forecastRow({ x1: 1268 }));
  const { id } = await server.addCalculation('regres_methane', { name, project: P1, method: 'xgboost', data: rows });
  const { alter } = server;
  server.alter = (call, body) => {
    if (!call.path.includes(id)) return alter(call, body);
    const { data } = body as { readonly data: readonly object[] };
    return { ...(body as object), data: data.map((row, index) => ({ ...row, result: results[index] })) };
  };
  return id;
}

const table = (name: string) => within(screen.getByRole('figure', { name })).getByRole('table', { hidden: true });

describe('the infographics page', () => {
  it('starts with emissions by source in descending order, with shares', async () => {
    await addUnderground('Пласт 1');
    await server.addCalculation('open_mining_co2', { name: 'Самосвалы', project: P1, volume: 1000, ef: '3.149000' });
    await open(PAGE);
    const totals = within(await screen.findByRole('table', { name: 'Выбросы по источникам' }));
    const rows = totals.getAllByRole('row').map((row) => row.textContent);
    expect(rows[1]).toMatch(/^Подземная добыча угля: выбросы CO₂ и CH₄.*1\s?12\s886,97\s?80,4$/);
    expect(rows[2]).toMatch(/^Открытая добыча угля: выбросы CO₂.*1\s?3\s149,00\s?19,6$/);
    // Both types are of order 371: the mandatory report is the whole total.
    expect(screen.getAllByText('16 035,97')).toHaveLength(2);
    expect(screen.getByText(/^Не отнесено к объекту: 2 расчёта, 16\s035,97 т CO₂-экв\./)).toBeTruthy();
  });

  it('shows two bars per calculation of underground mining and the same numbers as a table', async () => {
    await addUnderground('Пласт 1');
    await addUnderground('Пласт 2');
    await open(PAGE);
    await screen.findByRole('figure', { name: 'Выбросы при подземной добыче' });
    const text = table('Выбросы при подземной добыче').textContent;
    expect(text).toContain('Выбросы CO2 (Подземная добыча), т');
    expect(text).toContain('Выбросы CH4 (Подземная добыча), т');
    expect(text).toContain('Расчет: Пласт 1194,97507,68');
    expect(text).toContain('Расчет: Пласт 2194,97507,68');
  });

  it('distinguishes fuels of open-pit mining by their coefficient', async () => {
    await server.addCalculation('open_mining_co2', { name: 'Самосвалы', project: P1, volume: 1000, ef: '3.149000' });
    await server.addCalculation('open_mining_co2', { name: 'Машины', project: P1, volume: 1000, ef: '3.026000' });
    await server.addCalculation('open_mining_co2', { name: 'Своё', project: P1, volume: 1000, ef: '3.100000' });
    await open(PAGE);
    await screen.findByRole('figure', { name: 'Выбросы при открытой добыче' });
    const text = table('Выбросы при открытой добыче').textContent;
    expect(text).toContain('Расчет: Самосвалы3\u00a0149,00—');
    expect(text).toContain('Расчет: Машины—3\u00a0026,00');
    expect(text).not.toContain('Своё');
  });

  it('shows methane forecasts as a time series with the 1 % limit', async () => {
    await addForecast('Лава 1', [0.5, 1.2]);
    await open(PAGE);
    await screen.findByRole('figure', { name: 'Временной ряд' });
    const text = table('Временной ряд').textContent;
    expect(text).toContain('Граница 1 процента');
    expect(text).toContain('21,2000выше');
  });

  it('shows one forecast at a time, selected by name', async () => {
    await addForecast('Лава 2', [0.7, 1.4]);
    await addForecast('Лава 1', [0.5]);
    const user = await open(PAGE);
    await screen.findByRole('figure', { name: 'Временной ряд' });
    expect(table('Временной ряд').textContent).toContain('10,5000');
    await user.selectOptions(screen.getByLabelText('Временной ряд: прогноз'), 'Лава 2');
    expect(table('Временной ряд').textContent).toContain('21,4000выше');
    expect(table('Временной ряд').textContent).not.toContain('0,5000');
  });

  it('shows a very long forecast as minimum and maximum of runs of days', async () => {
    const id = await addForecast('Лава 1', [0.5]);
    server.alter = ({ path }, body) =>
      path.includes('single_calc') ? { ...(body as object), rows_count: 100_000 } : body;
    const outline = [
      [0.4, 0.9],
      [0.5, 1.3],
    ];
    const head = {
      columns: ['id', 'result'],
      count: 100_000,
      texts: {},
      summary: {},
      problems: [],
      warnings: [],
      outline,
    };
    server.intercept = ({ path }) =>
      path.startsWith(paths.calculationRows('regres_methane', id))
        ? json({ count: 100_000, head, results: [] })
        : undefined;
    await open(PAGE);
    await screen.findByRole('figure', { name: 'Временной ряд' });
    expect(table('Временной ряд').textContent).toContain('50\u00a0001–100\u00a00000,50001,3000выше');
  });

  it('loads rows of at most six calculations at a time, each once', async () => {
    for (let index = 1; index <= 20; index++) {
      await addUnderground(`Пласт ${index}`);
      await addForecast(`Лава ${index}`, [0.5]);
    }
    let running = 0;
    let most = 0;
    server.intercept = async ({ path }) => {
      if (!path.includes('single_calc')) return undefined;
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      return undefined;
    };
    await open(PAGE);
    await screen.findByRole('figure', { name: 'Временной ряд' });
    expect(table('Выбросы при подземной добыче').textContent).toContain('Расчет: Пласт 20');
    const details = server.calls.filter(({ path }) => path.includes('single_calc')).map(({ path }) => path);
    expect(details).toHaveLength(20);
    expect(new Set(details).size).toBe(20);
    expect(details.filter((path) => !path.includes('regres_methane'))).toEqual([]);
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(6);
  });

  it('shows the next step for a project without calculations', async () => {
    await open(PAGE);
    await screen.findByText('Показывать на диаграммах пока нечего');
    const link = screen.getByRole('link', { name: 'Добавить расчёт' });
    expect(link.getAttribute('href')).toBe(`/projects/${P1}/calculations`);
  });

  it('shows the cause of a failure and retries', async () => {
    await addForecast('Лава 1', [0.5]);
    let isDown = true;
    server.intercept = ({ path }) =>
      isDown && path.includes('single_calc') ? problem(500, 'Ошибка на сервере.') : undefined;
    const user = await open(PAGE);
    await screen.findByText('Ошибка на сервере.');
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    expect(await screen.findByRole('figure', { name: 'Временной ряд' })).toBeTruthy();
  });
});

describe('the report of a project', () => {
  it('has company, period and every calculation with its formula and norm', async () => {
    await addUnderground('Пласт 1');
    await open(`/projects/${P1}/report`);
    await screen.findByRole('heading', { level: 1, name: 'Отчёт — Шахта, 2025 год' });
    for (const text of ['Шахта «Пример»', '2025-01-01 — 2025-12-31']) await screen.findByText(text);
    const section = within(await screen.findByRole('region', { name: /^Подземная добыча угля: выбросы CO₂ и CH₄/ }));
    expect(section.getByRole('heading', { level: 3, name: 'Пласт 1' })).toBeTruthy();
    expect(section.getAllByText('12 886,97').length).toBeGreaterThan(0);
    expect(section.getAllByText(/Методика: .*№ 371 от 27\.05\.2022.*формула 3\.1$/).length).toBeGreaterThan(0);
    expect(section.getAllByText(/ПГП/).length).toBeGreaterThan(0);
  });

  it('reports a project that could not be loaded', async () => {
    server.intercept = ({ path }) => (path === paths.project(P1) ? problem(500, 'Проект не прочитан.') : undefined);
    await open(`/projects/${P1}/report`);
    expect(await screen.findByText('Проект не прочитан.')).toBeTruthy();
  });
});
