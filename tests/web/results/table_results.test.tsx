import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'jotai';
import { describe, expect, test, vi } from 'vitest';
import { type CalculationType, definitionOf } from '#core/calculations/index.ts';
import { readRowsFile, writeRowsFile } from '#core/calculations/rows_file.ts';
import { explainRow } from '#core/models/row_model.ts';
import { ApiFailure } from '#web/api/failure.ts';
import { queryClient, store } from '#web/api/store.ts';
import { theme } from '#web/app/theme.ts';
import { previewSource, type RowsSource } from '#web/results/rows_source.ts';
import { TableResults, type TableResultsProps } from '#web/results/TableResults.tsx';
import { computed, days, MINES, SERIES } from '../../support/web/computed_datasets.ts';
import { core } from '../../support/web/core.ts';
import { freshBrowser } from '../../support/web/screen.tsx';
import { demonstrationModel } from '../../wasm-core/calculations/demonstration_model.ts';

freshBrowser();

function screenOf(type: CalculationType, source: RowsSource, props: Partial<TableResultsProps> = {}) {
  return (
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        <MantineProvider theme={theme} env="test">
          <TableResults definition={definitionOf(type)} source={source} {...props} />
        </MantineProvider>
      </QueryClientProvider>
    </Provider>
  );
}

function show(...what: Parameters<typeof screenOf>) {
  render(screenOf(...what));
  return userEvent.setup();
}

const source = async (type: CalculationType, rows: Parameters<typeof computed>[1]) =>
  previewSource(definitionOf(type), (await computed(type, rows)).bytes);

/** Texts of the table's rows, cell by cell. */
async function cells(): Promise<string[][]> {
  const table = await screen.findByRole('table', { name: 'Строки с результатами' });
  const rows = within(table).getAllByRole('row').slice(1);
  return rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => (cell.textContent ?? '').replace(/\s/g, ' ')),
  );
}

/** The forecast with the results of some days raised. */
async function raised(results: Readonly<Record<number, number>>) {
  const file = readRowsFile((await computed('regres_methane', days(12))).bytes);
  for (const [row, value] of Object.entries(results)) file.data.result?.fill(value, Number(row), Number(row) + 1);
  return previewSource(definitionOf('regres_methane'), writeRowsFile(file));
}

describe('the results of a methane forecast', () => {
  test('shows its metrics and five rows a page, blanks as dashes, units in headers', async () => {
    const user = show('regres_methane', await source('regres_methane', days(12)));
    expect(screen.getByText('Наибольшая концентрация').nextSibling?.textContent).toMatch(/^0,\d{4} %$/);
    expect(await cells()).toHaveLength(5);
    expect((await cells())[0]?.slice(0, 4)).toEqual(['1', '2024-01-01', '1 268', '1 290']);
    const header = screen.getByRole('columnheader', { name: /телеметрия/ });
    expect(header.title).toBe('Расход воздуха в исходящей струе лавы, телеметрия');
    expect(header.textContent).toContain('Расход воздуха в исходяще…');
    expect(header.textContent).toContain('x1, м³/мин');
    await user.click(screen.getByRole('button', { name: 'Страница 3' }));
    await vi.waitFor(async () => expect((await cells()).map(([id]) => id)).toEqual(['11', '12']));
  });

  test('flags a row above 1 %, not at 1 %, by an icon and text', async () => {
    show('regres_methane', await raised({ 0: 1, 1: 1.25 }));
    const results = (await cells()).map((row) => row.at(-1));
    expect(results[0]).toBe('1,0000');
    expect(results[1]).toContain('▲');
    expect(results[1]).toContain('выше, Граница 1 процента');
    expect(results[1]).toContain('1,2500');
  });

  test('explains a row by the mean and the contributions, which add up to the result', async () => {
    const model = await demonstrationModel(core, 'xgboost');
    const explain: TableResultsProps['explain'] = async (row) =>
      explainRow(model, Object.fromEntries(model.columns.map((column) => [column, row[column] as number | null])));
    const user = show('regres_methane', await source('regres_methane', days(12)), { explain });
    await user.click(await screen.findByRole('button', { name: 'Пояснить: строка 2' }));
    const details = screen.getByRole('region', { name: 'Что повлияло: строка 2' });
    const rows = (await within(details).findAllByRole('row')).slice(1);
    const numbers = rows.map((row) => {
      const [, last] = /([+−]?[\d\s]+,\d{4})$/.exec((row.textContent ?? '').trim()) ?? [];
      return Number(last?.replace('−', '-').replace(/[+\s]/g, '').replace(',', '.'));
    });
    expect(rows[0]).toHaveProperty('textContent', expect.stringContaining('Среднее модели'));
    expect(rows).toHaveLength(9);
    const shown = (await cells())[1]?.at(-2);
    expect(rows.at(-1)?.textContent).toContain(shown);
    expect(numbers.slice(0, -1).reduce((sum, number) => sum + number, 0)).toBeCloseTo(numbers.at(-1) ?? 0, 2);
  });

  test('shows why a model does not allow contributions', async () => {
    const refused = Object.assign(new Error('Вклады признаков не рассчитываются для модели.'), { name: 'Unexplained' });
    const user = show('regres_methane', await source('regres_methane', days(3)), {
      explain: () => Promise.reject(refused),
    });
    await user.click(await screen.findByRole('button', { name: 'Пояснить: строка 1' }));
    expect(await screen.findByText('Вклады признаков не рассчитываются для модели.')).toBeTruthy();
  });

  test('cites the norm for the limit', async () => {
    const user = show('regres_methane', await source('regres_methane', days(3)), { inputs: {} });
    await user.click(await screen.findByText('Формулы и источники'));
    expect(screen.getByText(/Граница 1 процента: 1 % — .*№ 507 от 08\.12\.2020, п\. 122/)).toBeTruthy();
  });

  test('retries rows that failed to load', async () => {
    const { head, rows } = await source('regres_methane', days(12));
    let isDown = true;
    const failing: RowsSource = {
      head,
      rows: (offset, limit) =>
        isDown ? Promise.reject(new ApiFailure({ title: 'Сервер недоступен.', advice: '' })) : rows(offset, limit),
    };
    const user = show('regres_methane', failing);
    const [first] = await screen.findAllByText('Сервер недоступен.');
    expect(first).toBeTruthy();
    isDown = false;
    for (const button of screen.getAllByRole('button', { name: 'Повторить' })) await user.click(button);
    expect(await cells()).toHaveLength(5);
  });
});

describe('the results of a filled series', () => {
  test('use the column name of the file and flag filled cells by method', async () => {
    show('filling_blanks', await source('filling_blanks', SERIES), { settings: { name_value: 'Добыча угля, тыс. т' } });
    const rows = await cells();
    expect(screen.getAllByRole('columnheader', { name: /^Добыча угля, тыс. т/ })).not.toHaveLength(0);
    expect(rows[0]).toEqual(['2019', '100', '—', '100,0000', 'исходное']);
    expect(rows[1]).toEqual(['2020', '—', '—', '◆интерполяция: 110,0000', 'интерполяция']);
    expect(screen.getByText('заполнено: экстраполяция тренда')).toBeTruthy();
  });

  test('find an object by a part of its name and report objects that could not be filled', async () => {
    const user = show('filling_blanks', await source('filling_blanks', SERIES));
    expect(screen.getByRole('alert').textContent).toContain('Восточный');
    await cells();
    const select = screen.getByRole('combobox', { name: 'Объект, всего 3' });
    await user.clear(select);
    await user.type(select, 'Восточ');
    expect(screen.getAllByRole('option')).toHaveLength(1);
    await user.click(screen.getByRole('option', { name: 'Разрез <b>«Восточный»</b>' }));
    await vi.waitFor(async () =>
      expect(await cells()).toEqual([
        ['2020', '15', '—', '15,0000', 'исходное'],
        ['2021', '—', '—', '—', 'не заполнено'],
      ]),
    );
  });
});

test('a year of a mine is explained by formulas with its numbers', async () => {
  const user = show('sensitivity', await source('sensitivity', MINES), { inputs: { ef: 2.5 } });
  await user.click(await screen.findByRole('button', { name: 'Пояснить: 2022 год' }));
  const details = screen.getByRole('region', { name: 'Ход расчёта: 2022 год' });
  const text = (details.textContent ?? '').replace(/\s+/g, ' ');
  expect(text).toContain('E₁ = V · m · ρ · ПГП / 1000');
  expect(text).toContain('1 100 000 т · 13 м³/т · 0,67 кг/м³');
  expect(text).toContain('= 239 525 т CO₂-экв.');
});

test('a recomputed preview does not explain a row of the previous one', async () => {
  const props = { inputs: { ef: 2.5 } };
  const { rerender } = render(screenOf('sensitivity', await source('sensitivity', MINES), props));
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Пояснить: 2022 год' }));
  const title = 'Ход расчёта: 2022 год';
  expect(screen.getByRole('region', { name: title })).toBeTruthy();
  rerender(screenOf('sensitivity', await source('sensitivity', MINES.slice(0, 3)), props));
  expect(screen.queryByRole('region', { name: title })).toBeNull();
});
