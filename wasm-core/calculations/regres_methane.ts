import type { CalculationDefinition } from './definition.ts';

export const regres_methane = {
  title: 'Прогноз концентрации метана (регрессия)',
  kind: 'rows',
  source: { norm: 'product', place: 'модель XGBoost или LightGBM' },
  inputs: {
    method: { kind: 'choice', label: 'Метод', options: { xgboost: 'XGBoost', lightgbm: 'LightGBM' } },
  },
  rows: {
    x1: { label: 'Расход воздуха в исходящей струе лавы, телеметрия', unit: 'м³/мин' },
    x2: { label: 'Расход воздуха в исходящей струе лавы, суточные замеры', unit: 'м³/мин' },
    x7: { label: 'Концентрация метана в извлекаемой смеси', unit: '%' },
    x8: { label: 'Расход смеси, извлекаемой установкой', unit: 'м³/мин' },
    x12: { label: 'Средняя концентрация CH₄ на выходе вентиляции шахты', unit: '%' },
    x13: { label: 'Расход воздуха на выходе вентиляции шахты', unit: 'м³/мин' },
    x15: { label: 'Расход метана, извлекаемого установкой', unit: 'м³/мин' },
  },
  results: {
    result: { kind: 'number', label: 'Концентрация CH₄ в исходящей струе лавы', symbol: 'C', unit: '%', decimals: 4 },
  },
  editable: true,
} as const satisfies CalculationDefinition;
