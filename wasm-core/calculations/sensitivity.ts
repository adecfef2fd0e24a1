import type { CalculationDefinition } from './definition.ts';
import { methanePerTonne } from './fields.ts';

export const sensitivity = {
  title: 'Анализ чувствительности',
  source: {
    norm: 'ipcc_2006',
    place: 'уравнения 4.1.3, 4.1.4; нормированная чувствительность — предложение разработчика',
  },
  inputs: {
    ef: {
      ...methanePerTonne,
      label: 'Коэффициент выбросов CH₄ при обращении с углём',
      symbol: 'e',
      default: 2.5,
    },
  },
  dictionaries: [{ name: 'get_handling_underground_ch4', label: 'Глубина разработки', presets: ['ef'] }],
  table: {
    columns: {
      name: { kind: 'text', label: 'Объект', unit: '', headers: ['шахта', 'участок', 'предприятие', 'object', 'mine'] },
      year: { kind: 'year', label: 'Год', unit: '', headers: ['год отчёта', 'период'] },
      volume: {
        kind: 'number',
        label: 'Добыча угля',
        symbol: 'V',
        unit: 'т',
        headers: ['добыча', 'объём добычи', 'coal'],
        min: 0,
        max: 1e9,
        decimals: 0,
      },
      methane: {
        kind: 'number',
        label: 'Относительная метанообильность',
        symbol: 'm',
        unit: 'м³/т',
        headers: ['метанообильность', 'метан'],
        min: 0,
        max: 200,
        decimals: 2,
      },
    },
    series: { object: 'name', year: 'year' },
    wire: { list: 'elements', rows: 'data_sensitivity' },
    hasGrid: false,
    summary: {
      objects: { kind: 'number', label: 'Объектов', symbol: 'n', unit: 'шт.', decimals: 0 },
      total: { kind: 'number', label: 'Выбросы всего', symbol: 'ΣE', unit: 'т CO₂-экв.', decimals: 2 },
    },
    compute: () => Promise.reject(new Error('Not there yet')),
    charts: [
      {
        kind: 'tornado',
        title: 'Что даёт изменение на ±1 %',
        axis: 'Изменение выбросов всего, %',
        bars: { sn_volume: 'Добыча угля', sn_methan: 'Метанообильность' },
      },
      {
        kind: 'change',
        title: 'Изменение выбросов к прошлому году',
        total: 'change_all',
        parts: { change_volume: 'из-за добычи', change_methane: 'из-за метанообильности' },
      },
    ],
    example: [
      ['Шахта «Северная»', 2021, 1000000, 12],
      ['Шахта «Северная»', 2022, 1100000, 13],
      ['Шахта «Северная»', 2023, 1250000, 12.5],
      ['Шахта «Северная»', 2024, 1200000, 14],
    ],
  },
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
    change_all: { kind: 'number', label: 'Изменение к прошлому году', symbol: 'ΔE', unit: 'т CO₂-экв.', decimals: 2 },
    change_volume: {
      kind: 'number',
      label: 'в том числе из-за добычи',
      symbol: 'ΔE(V)',
      unit: 'т CO₂-экв.',
      decimals: 2,
    },
    change_methane: {
      kind: 'number',
      label: 'в том числе из-за метанообильности',
      symbol: 'ΔE(m)',
      unit: 'т CO₂-экв.',
      decimals: 2,
    },
  },
  editable: true,
} as const satisfies CalculationDefinition;
