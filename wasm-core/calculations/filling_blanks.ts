import type { Fault } from '../contract/errors.ts';
import { CoreColumns } from '../core_columns.ts';
import type { CalculationDefinition } from './definition.ts';
import { eachObject, firstOf, quotedObject } from './series_objects.ts';
import type { ComputedColumns, TableContext, TableData } from './table.ts';
import type { FilledChart } from './table_chart.ts';

export const filling_blanks = {
  title: 'Заполнение пропусков в рядах данных',
  source: { norm: 'ipcc_2006_series', clause: 'раздел 5.3: интерполяция, экстраполяция тренда, замещающие данные' },
  inputs: {
    name_element: { kind: 'text', label: 'Столбец с объектом', maxLength: 200 },
    name_value: { kind: 'text', label: 'Столбец со значением', maxLength: 200 },
  },
  table: {
    columns: {
      name: {
        kind: 'text',
        label: 'Объект',
        unit: '',
        headers: ['шахта', 'разрез', 'участок', 'предприятие', 'object', 'element', 'mine'],
        headerInput: 'name_element',
      },
      year: { kind: 'year', label: 'Год', unit: '', headers: ['год отчёта', 'период'] },
      given: {
        kind: 'number',
        label: 'Значение',
        unit: '',
        headers: ['value', 'показатель', 'добыча', 'добыча угля', 'объём'],
        headerInput: 'name_value',
        min: -1e15,
        max: 1e15,
        blank: true,
      },
      surrogate: {
        kind: 'number',
        label: 'Замещающий показатель',
        unit: '',
        headers: ['замещающие данные', 'замещающий ряд'],
        min: -1e15,
        max: 1e15,
        optional: true,
        blank: true,
      },
    },
    series: { object: 'name', year: 'year', wide: 'given', fillsYears: true },
    wire: { list: 'elements', rows: 'rows' },
    hasGrid: false,
    summary: {
      objects: { kind: 'number', label: 'Объектов', symbol: 'n', unit: 'шт.', decimals: 0 },
      filled: { kind: 'number', label: 'Заполнено пропусков', symbol: 'n₁', unit: 'шт.', decimals: 0 },
      left: { kind: 'number', label: 'Осталось пропусков', symbol: 'n₀', unit: 'шт.', decimals: 0 },
    },
    compute: fillBlanks,
    charts: [
      {
        kind: 'filled',
        title: 'Ряд с заполненными пропусками',
        result: 'value',
        column: 'given',
        origin: 'method',
        known: 'known',
        blank: 'none',
      } satisfies FilledChart,
    ],
    example: [
      ['Шахта «Северная»', 2019, 100, null],
      ['Шахта «Северная»', 2020, null, null],
      ['Шахта «Северная»', 2021, 120, null],
      ['Шахта «Северная»', 2022, null, null],
      ['Шахта «Северная»', 2023, null, null],
      ['Шахта «Северная»', 2024, 150, null],
      ['Шахта «Северная»', 2025, null, null],
    ],
  },
  results: {
    value: {
      kind: 'number',
      label: 'Значение с заполненными пропусками',
      symbol: 'y',
      unit: '',
      decimals: 4,
      note: 'Известное значение остаётся. Пропуск с замещающим показателем: y = y_t · s / s_t, t — ближайший известный год (из двух — более ранний). Пропуск между известными годами a и b: y = y_a + (y_b − y_a) · (t − a) / (b − a). Пропуск до первого или после последнего известного года: прямая, проведённая методом наименьших квадратов через известные значения, но не меньше 0, если все известные значения не меньше 0.',
    },
    method: {
      kind: 'choice',
      label: 'Откуда значение',
      options: {
        known: 'исходное',
        interpolation: 'интерполяция',
        trend: 'экстраполяция тренда',
        surrogate: 'замещающие данные',
        none: 'не заполнено',
      },
    },
  },
  editable: true,
} as const satisfies CalculationDefinition;

/**
 * Fills the gaps of each object's series. An object with fewer than two known values is reported as
 * a problem; the other objects are filled.
 */
async function fillBlanks(data: TableData, { core, onProgress }: TableContext): Promise<ComputedColumns> {
  const { name: object = new Float64Array(), year, given, surrogate } = data.columns;
  const memory = await CoreColumns.open(core.module);
  const columns = [memory.place(year), memory.place(given), memory.place(surrogate)];
  const value = memory.take(data.count);
  const method = memory.take(data.count);
  const totals = { objects: 0, filled: 0, left: 0 };
  const problems: Fault[] = [];
  const warnings: string[] = [];
  await eachObject(object, onProgress, (text, first, count) => {
    // Address 0 means a missing column: it stays 0 for every object.
    const of = (address: number) => address && address + first * 8;
    const args = [count, ...columns.map(of), of(value), of(method)];
    const [known = 0, filled = 0, left = 0, reach = 0, far = 0, raised = 0] = memory.run('filling_blanks', args, 6);
    totals.objects += 1;
    totals.filled += filled;
    totals.left += left;
    const name = quotedObject(data.texts.name, text);
    if (known < 2 && left > 0) problems.push(tooFew(name, known));
    if (far)
      warnings.push(`${name}: тренд продлён дальше половины известного промежутка (лет: ${reach}), оценка ненадёжна.`);
    if (raised) warnings.push(`${name}: тренд уходит ниже нуля, вместо отрицательных значений (${raised}) записан 0.`);
  });
  return {
    results: { value: memory.read(value, data.count), method: memory.read(method, data.count) },
    summary: totals,
    problems: firstOf(problems, (count) => ({
      message: `И ещё объектов, у которых меньше двух известных значений: ${count}.`,
    })),
    warnings: firstOf(warnings, (count) => `И ещё таких предупреждений: ${count}.`),
  };
}

function tooFew(name: string, known: number): Fault {
  const message = `${name}: известных значений ${known}, а для заполнения нужно не меньше двух. Добавьте значения за другие годы.`;
  return { field: 'given', message };
}
