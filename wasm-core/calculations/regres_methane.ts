import { CoreColumns } from '../core_columns.ts';
import { MAX_STEPS } from '../models/limits.ts';
import type { CalculationDefinition } from './definition.ts';
import { refuseTooMuchWork, requireUsable } from './prediction.ts';
import type { ComputedColumns, TableContext, TableData } from './table.ts';
import type { LineChart } from './table_chart.ts';

/**
 * Permissible CH4 in the return air of a longwall, % by volume; the result below cites the source.
 */
const LIMIT = 1;

/** Rows between two progress reports: half a second at most. */
const BATCH = 16_384;
const BATCH_STEPS = 1e8;

export const regres_methane = {
  title: 'Прогноз концентрации метана (регрессия)',
  source: {
    norm: 'product',
    clause: 'сумма деревьев решений модели компании (XGBoost или LightGBM); файл модели закреплён за расчётом',
  },
  inputs: { method: { kind: 'choice', label: 'Метод', options: { xgboost: 'XGBoost', lightgbm: 'LightGBM' } } },
  table: {
    columns: {
      date: { kind: 'date', label: 'Дата', unit: '', headers: ['день', 'сутки', 'day'], optional: true, blank: true },
      x1: {
        kind: 'number',
        label: 'Расход воздуха в исходящей струе лавы, телеметрия',
        symbol: 'x1',
        unit: 'м³/мин',
        min: 0,
        max: 1e5,
        blank: true,
      },
      x2: {
        kind: 'number',
        label: 'Расход воздуха в исходящей струе лавы, суточные замеры',
        symbol: 'x2',
        unit: 'м³/мин',
        min: 0,
        max: 1e5,
        blank: true,
      },
      x7: {
        kind: 'number',
        label: 'Концентрация метана в извлекаемой смеси',
        symbol: 'x7',
        unit: '%',
        min: 0,
        max: 100,
        blank: true,
      },
      x8: {
        kind: 'number',
        label: 'Расход смеси, извлекаемой установкой',
        symbol: 'x8',
        unit: 'м³/мин',
        min: 0,
        max: 1e4,
        blank: true,
      },
      x12: {
        kind: 'number',
        label: 'Средняя концентрация CH₄ на выходе вентиляции шахты',
        symbol: 'x12',
        unit: '%',
        min: 0,
        max: 100,
        blank: true,
      },
      x13: {
        kind: 'number',
        label: 'Расход воздуха на выходе вентиляции шахты',
        symbol: 'x13',
        unit: 'м³/мин',
        min: 0,
        max: 1e6,
        blank: true,
      },
      x15: {
        kind: 'number',
        label: 'Расход метана, извлекаемого установкой',
        symbol: 'x15',
        unit: 'м³/мин',
        min: 0,
        max: 1e4,
        blank: true,
      },
    },
    wire: { list: 'data' },
    hasGrid: true,
    modelInput: 'method',
    summary: {
      rows: { kind: 'number', label: 'Дней', symbol: 'n', unit: 'сут.', decimals: 0 },
      highest: { kind: 'number', label: 'Наибольшая концентрация', symbol: 'C max', unit: '%', decimals: 4 },
      above: { kind: 'number', label: 'Дней выше 1 %', symbol: 'n₁', unit: 'сут.', decimals: 0 },
    },
    compute: predictRows,
    charts: [
      {
        kind: 'line',
        title: 'Временной ряд',
        result: 'result',
        date: 'date',
        axis: { title: 'Проценты (%)', from: 0, to: 2, step: 0.2 },
      } satisfies LineChart,
    ],
    example: [
      ['2026-01-01', 1268, 1290, 39.2, 10.17, 0.5911, 1998, 3.9866],
      ['2026-01-02', 1305, 1230, 39.1, 10.92, 0.6515, 1955, 4.2697],
      ['2026-01-03', 1287, null, 38.4, 10.55, 0.6204, 1971, 4.0512],
    ],
  },
  results: {
    result: {
      kind: 'number',
      label: 'Концентрация CH₄ в исходящей струе лавы',
      symbol: 'C',
      unit: '%',
      decimals: 4,
      note: 'Ответ модели на значения строки: сумма листьев её деревьев, как у самой библиотеки. Пустая ячейка — пропуск, строка идёт по ветви, которую выбрала модель при обучении.',
      limit: {
        value: LIMIT,
        label: 'Граница 1 процента',
        source: {
          norm: 'rules_507',
          clause: 'п. 122 и приложение № 3: допустимая концентрация метана в исходящей струе очистной выработки, 1 %',
        },
      },
    },
  },
  editable: true,
} as const satisfies CalculationDefinition;

/** Predictions for every row that has a value, and metrics of them. */
async function predictRows(
  data: TableData,
  { core, model, maxSteps = MAX_STEPS, onProgress }: TableContext,
): Promise<ComputedColumns> {
  if (!model) throw new TypeError('A prediction needs a model');
  const steps = refuseTooMuchWork(model, data.count, maxSteps);
  const batch = Math.ceil(Math.min(BATCH, (BATCH_STEPS / steps) * data.count));
  const { predictor, columns } = model;
  const sources = columns.map((name) => data.columns[name]);
  const result = new Float64Array(data.count);
  const unmeasured: number[] = [];
  for (let first = 0; first < data.count; first += batch) {
    const count = Math.min(batch, data.count - first);
    const rows = new Float64Array(count * columns.length).fill(Number.NaN);
    for (const [feature, source] of sources.entries()) {
      if (!source) continue;
      for (let row = 0; row < count; row++) rows[row * columns.length + feature] = source[first + row] ?? Number.NaN;
    }
    const answers = predictor.predict(rows);
    for (let row = 0; row < count; row++) {
      const id = data.columns.id?.[first + row] ?? first + row + 1;
      if (hasValue(rows, row * columns.length, columns.length)) {
        result[first + row] = requireUsable(model, answers[row], id);
        continue;
      }
      // For a row of blanks a model returns a mean of its training data, not a forecast.
      result[first + row] = Number.NaN;
      unmeasured.push(id);
    }
    await onProgress?.((first + count) / data.count);
  }
  const memory = await CoreColumns.open(core.module);
  const written = memory.run('regres_methane', [data.count, memory.place(result), LIMIT], 3);
  const [rows = 0, highest = Number.NaN, count = 0] = written;
  const above = unmeasured.length < data.count ? count : Number.NaN;
  return { results: { result }, summary: { rows, highest, above }, warnings: unmeasuredWarning(unmeasured) };
}

function hasValue(rows: Float64Array, from: number, count: number): boolean {
  for (let at = from; at < from + count; at++) if (!Number.isNaN(rows[at])) return true;
  return false;
}

/** Rows that a warning names. */
const NAMED_ROWS = 20;

function unmeasuredWarning(ids: readonly number[]): string[] {
  if (ids.length === 0) return [];
  const more = ids.length > NAMED_ROWS ? ` и ещё ${ids.length - NAMED_ROWS}` : '';
  return [
    `Нет ни одного значения, нужного модели, поэтому прогноза нет: строки ${ids.slice(0, NAMED_ROWS).join(', ')}${more}.`,
  ];
}
