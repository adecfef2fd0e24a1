import type { Layout, PlotData } from 'plotly.js';
import { describe, expect, test } from 'vitest';
import { CALCULATION_TYPES, type CalculationType, definitionOf } from '#core/calculations/index.ts';
import type { FilledChart } from '#core/calculations/table_chart.ts';
import type { WireRow } from '#core/contract/rows.ts';
import { chartKind } from '#web/charts/chart_kinds.ts';
import type { ChartSpec } from '#web/charts/chart_spec.ts';
import type { ChartedRows } from '#web/charts/kind.ts';
import { PALETTES } from '#web/charts/palette.ts';
import { type ColumnSettings, columnTitle } from '#web/results/columns.ts';
import { previewSource } from '#web/results/rows_source.ts';
import { computed, days, MINES, SERIES } from '../../support/web/computed_datasets.ts';
import { rowsFile } from '../../support/web/result_datasets.ts';

/** The chart of a kind in the definition of a type. */
function chartOf(type: CalculationType, kind: string) {
  const chart = definitionOf(type).table?.charts.find((found) => found.kind === kind);
  if (!chart) throw new TypeError(`${type} has no chart of the kind ${kind}`);
  return chart;
}

/** Rows of a table of a type, as its charts take them. */
function charted(type: CalculationType, rows: readonly WireRow[], settings: ColumnSettings = {}): ChartedRows {
  const definition = definitionOf(type);
  const head = { count: rows.length } as ChartedRows['head'];
  return {
    ...{ definition, head, rows },
    isLong: false,
    columnTitle: (name) => columnTitle(definition, name, settings),
  };
}

/** The first chart of a kind, of rows that have something to draw. */
function figureOf(kind: string, type: CalculationType, table: ChartedRows, year?: number): ChartSpec {
  const figure = chartKind(kind).draw(table, chartOf(type, kind), year);
  if (!figure) throw new TypeError(`Nothing is drawn of ${type}`);
  return figure;
}

function drawn(figure: ChartSpec) {
  const { data, layout } = figure.draw(PALETTES.light);
  return { traces: data as Partial<PlotData>[], layout: layout as Partial<Layout> };
}

const named = (figure: ChartSpec, name: string) => drawn(figure).traces.find((trace) => trace.name === name);

describe('the methane forecast as a line', () => {
  const type = 'regres_methane';
  const lineOf = (rows: readonly WireRow[]) => figureOf('line', type, charted(type, rows));
  const row = (result: number | null, date: string | null = null, id = 1) => ({ id, date, result });

  test('has dates on the x axis, 0 to 2 in steps of 0,2 on the y axis and the line «Граница 1 процента»', () => {
    const figure = lineOf([row(0.5), row(0.7), row(0.9)]);
    const { layout } = drawn(figure);
    expect(figure.title).toBe('Временной ряд');
    expect(layout.yaxis).toMatchObject({ range: [0, 2], dtick: 0.2, title: { text: 'Проценты (%)' } });
    expect(layout.xaxis).toMatchObject({ title: { text: 'Дни' } });
    expect(named(figure, 'Граница 1 процента')).toMatchObject({ x: [1, 3], y: [1, 1] });
    expect(named(figure, 'Выше границы')).toBeUndefined();
  });

  test('extends the y axis for values above 2', () => {
    expect(drawn(lineOf([row(0.5), row(2.4)])).layout.yaxis?.range).toBeUndefined();
  });

  test('flags days above the limit, not at it, also in the table', () => {
    const figure = lineOf([row(0.5), row(1), row(1.0001), row(null)]);
    expect(named(figure, 'Выше границы')).toMatchObject({ x: [3], y: [1.0001] });
    expect(figure.rows).toEqual([
      ['1', '0,5000', ''],
      ['2', '1,0000', ''],
      ['3', '1,0001', 'выше'],
      ['4', '—', ''],
    ]);
  });

  test('uses dates if they are complete and sorted, otherwise row numbers', () => {
    const dated = lineOf([row(0.5, '2026-01-01'), row(0.7, '2026-01-02')]);
    expect(drawn(dated).traces[0]?.x).toEqual(['2026-01-01', '2026-01-02']);
    expect(drawn(dated).layout.xaxis).toMatchObject({ type: 'date', title: { text: 'Дата' } });
    for (const second of ['2025-12-31', '2026-01-01', null]) {
      const counted = lineOf([row(0.5, '2026-01-01'), row(0.7, second)]);
      expect(drawn(counted).traces[0]?.x).toEqual([1, 2]);
    }
  });

  test('draws a long table as the range between minimum and maximum of each run', async () => {
    const { bytes, head } = await computed(type, days(2500));
    const figure = figureOf('line', type, { ...charted(type, []), head, isLong: true });
    const { rows } = previewSource(definitionOf(type), bytes);
    const first = (await rows(0, 5)).map(({ result }) => Number(result));
    const [low, high] = drawn(figure).traces;
    expect(low?.y?.[0]).toBe(Math.min(...first));
    expect(high?.y?.[0]).toBe(Math.max(...first));
    expect(high).toMatchObject({ fill: 'tonexty' });
    expect(figure.rows).toHaveLength(500);
    expect(figure.rows[0]?.[0]).toBe('1–5');
    expect(figure.rows.at(-1)?.[0]).toBe('2\u00a0496–2\u00a0500');
  });
});

test('a filled series is one line with a distinct marker for known points and each method', async () => {
  const definition = definitionOf('filling_blanks');
  const { bytes, head } = await computed('filling_blanks', SERIES);
  const rows = await previewSource(definition, bytes).rows(0, head.starts?.[1] ?? 0);
  const settings = { name_value: 'Добыча угля, тыс. т' };
  const figure = figureOf('filled', 'filling_blanks', charted('filling_blanks', rows, settings));
  expect(drawn(figure).traces[0]?.y).toEqual([100, 110, 120, 130, 140, 150, 160]);
  expect(named(figure, 'исходное')).toMatchObject({ x: [2019, 2021, 2024], marker: { symbol: 'circle' } });
  expect(named(figure, 'интерполяция')).toMatchObject({ x: [2020, 2022, 2023], marker: { symbol: 'diamond' } });
  expect(named(figure, 'экстраполяция тренда')).toMatchObject({ x: [2025], marker: { symbol: 'triangle-up' } });
  expect(named(figure, 'не заполнено')).toBeUndefined();
  expect(drawn(figure).layout.yaxis).toMatchObject({ title: { text: 'Добыча угля, тыс. т' } });
});

describe('the sensitivity of a mine', () => {
  const definition = definitionOf('sensitivity');
  const rowsOf = async () => {
    const { bytes, head } = await computed('sensitivity', MINES);
    return previewSource(definition, bytes).rows(0, head.starts?.[1] ?? 0);
  };

  const yearsOf = (rows: readonly WireRow[]) =>
    chartKind('tornado').years?.(charted('sensitivity', rows), chartOf('sensitivity', 'tornado'));

  test('is a tornado chart of ±1 % changes, the largest on top', async () => {
    const rows = await rowsOf();
    expect(yearsOf(rows)).toEqual([2021, 2022, 2023, 2024]);
    const figure = figureOf('tornado', 'sensitivity', charted('sensitivity', rows), 2021);
    expect(figure.rows).toEqual([
      ['Добыча угля', '−1,0000', '+1,0000'],
      ['Метанообильность', '−0,8276', '+0,8276'],
    ]);
    expect(named(figure, 'показатель +1 %')?.x).toEqual([rows[0]?.sn_volume, rows[0]?.sn_methan]);
  });

  test('omits years without a sensitivity', async () => {
    const { bytes } = await computed('sensitivity', [
      ['Шахта', 2023, 100, 5],
      ['Шахта', 2024, 0, 5],
    ]);
    const rows = await previewSource(definition, bytes).rows(0, 2);
    expect(yearsOf(rows)).toEqual([2023]);
  });

  test('splits the yearly change into coal and methane, which add up to the total', async () => {
    const rows = await rowsOf();
    const figure = figureOf('change', 'sensitivity', charted('sensitivity', rows));
    expect(drawn(figure).layout).toMatchObject({ barmode: 'relative', yaxis: { title: { text: 'т CO₂-экв.' } } });
    const total = named(figure, 'всего')?.y as (number | null)[];
    const parts = ['из-за добычи', 'из-за метанообильности'].map((name) => named(figure, name)?.y as (number | null)[]);
    expect(total[0]).toBeNull();
    expect(figure.rows.map((row) => row.at(-1)?.replace(/\s/g, ''))).toEqual(['—', '42712,50', '28475,00', '17587,50']);
    for (const year of [1, 2, 3]) {
      expect((parts[0]?.[year] ?? 0) + (parts[1]?.[year] ?? 0)).toBeCloseTo(total[year] ?? 0, 6);
    }
  });
});

test('a name with HTML tags is drawn as text', async () => {
  const definition = definitionOf('filling_blanks');
  const bytes = rowsFile({ columns: ['id', 'year', 'given', 'value', 'method'] }, [[1, 2020, 5, 5, 0]]);
  const rows = await previewSource(definition, bytes).rows(0, 1);
  const settings = { name_value: '<b>Уголь</b> & <a href="https://example.org">газ</a>' };
  const figure = figureOf('filled', 'filling_blanks', charted('filling_blanks', rows, settings));
  expect(drawn(figure).layout.yaxis).toMatchObject({
    title: { text: '&lt;b&gt;Уголь&lt;/b&gt; &amp; &lt;a href="https://example.org"&gt;газ&lt;/a&gt;' },
  });
});

/** Types that have charts. */
const CHARTED = CALCULATION_TYPES.filter((type) => (definitionOf(type).table?.charts.length ?? 0) > 0);

describe.each(CHARTED)('the charts of %s', (type) => {
  const { table, results } = definitionOf(type);
  const charts = table?.charts ?? [];

  test.each(charts)('refer to existing columns: «$title»', (chart) => {
    const named = chartKind(chart.kind).names(chart);
    expect(named.results.length).toBeGreaterThan(0);
    for (const name of named.columns) expect(table?.columns, name).toHaveProperty(name);
    for (const name of named.results) expect(results, name).toHaveProperty(name);
  });

  test.each(charts)('are drawn from its template: «$title»', async (chart) => {
    const { bytes, head } = await computed(type, table?.example ?? []);
    const rows = await previewSource(definitionOf(type), bytes).rows(0, head.starts?.[1] ?? head.count);
    const shown = { ...charted(type, rows), head };
    const { draw, years } = chartKind(chart.kind);
    const figure = draw(shown, chart, years?.(shown, chart).at(-1));
    expect(figure?.title).toBe(chart.title);
    expect(figure?.rows.length).toBeGreaterThan(0);
    expect(figure && drawn(figure).traces.length).toBeGreaterThan(0);
  });

  test.each(charts)('are omitted without numbers: «$title»', (chart) => {
    const blank = charted(type, []);
    const { draw, years } = chartKind(chart.kind);
    const figure = draw(blank, chart, years?.(blank, chart).at(-1));
    expect(figure?.rows ?? []).toEqual([]);
  });
});

test('a filled series has the origin of its points as a choice result', () => {
  const { origin, known, blank } = chartOf('filling_blanks', 'filled') as FilledChart;
  const result = definitionOf('filling_blanks').results[origin];
  expect(result?.kind === 'choice' && Object.keys(result.options)).toEqual(expect.arrayContaining([known, blank]));
});

test('an unknown kind of chart is reported with the missing file', () => {
  expect(() => chartKind('pie')).toThrow('No chart kind pie: export pieKind from web/src/charts/pie_kind.ts');
});
