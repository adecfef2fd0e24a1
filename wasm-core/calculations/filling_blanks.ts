import type { CalculationDefinition } from './definition.ts';

export const filling_blanks = {
  title: 'Заполнение пропусков в рядах данных',
  kind: 'file',
  source: { norm: 'ipcc_2006_series', place: 'раздел 5.3' },
  inputs: {
    name_value: { kind: 'text', label: 'Столбец со значением', maxLength: 200 },
    name_element: { kind: 'text', label: 'Столбец с объектом', maxLength: 200 },
  },
  results: {
    value: { kind: 'number', label: 'Значение', symbol: 'y', unit: '', decimals: 4 },
  },
  editable: true,
} as const satisfies CalculationDefinition;
