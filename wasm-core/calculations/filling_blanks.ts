import type { CalculationDefinition } from './definition.ts';

export const filling_blanks = {
  title: 'Заполнение пропусков в рядах данных',
  source: { norm: 'ipcc_2006_series', place: 'раздел 5.3' },
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
    compute: () => Promise.reject(new Error('Not there yet')),
    charts: [
      {
        kind: 'filled',
        title: 'Ряд с заполненными пропусками',
        result: 'value',
        column: 'given',
        origin: 'method',
        known: 'known',
      },
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
    value: { kind: 'number', label: 'Значение с заполненными пропусками', symbol: 'y', unit: '', decimals: 4 },
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
