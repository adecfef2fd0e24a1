import type { CalculationDefinition } from './definition.ts';

export const sensitivity = {
  title: 'Анализ чувствительности',
  kind: 'file',
  source: {
    norm: 'ipcc_2006',
    place: 'уравнения 4.1.3, 4.1.4; нормированная чувствительность — предложение разработчика',
  },
  inputs: {},
  results: {
    res_co2: { kind: 'number', label: 'Выбросы при добыче', symbol: 'E₁', unit: 'т CO₂-экв.', decimals: 2 },
    res_co2_transport: {
      kind: 'number',
      label: 'Выбросы при обращении с углём',
      symbol: 'E₂',
      unit: 'т CO₂-экв.',
      decimals: 2,
    },
    res_co2_all: { kind: 'number', label: 'Выбросы всего', symbol: 'E', unit: 'т CO₂-экв.', decimals: 2 },
    sn_volume: { kind: 'number', label: 'Чувствительность к добыче', symbol: 'S(V)', unit: '', decimals: 4 },
    sn_methan: { kind: 'number', label: 'Чувствительность к метанообильности', symbol: 'S(m)', unit: '', decimals: 4 },
  },
  editable: true,
} as const satisfies CalculationDefinition;
