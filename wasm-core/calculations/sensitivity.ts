import { CoreColumns } from '../core_columns.ts';
import type { CalculationDefinition } from './definition.ts';
import { methanePerTonne } from './fields.ts';
import { eachObject, firstOf, quotedObject } from './series_objects.ts';
import type { ComputedColumns, TableContext, TableData } from './table.ts';
import type { ChangeChart, TornadoChart } from './table_chart.ts';

const ELASTICITY = 'На сколько процентов вырастут выбросы с ростом';
const LMDI = 'Разложение LMDI-I (B. W. Ang, Energy Policy 33 (2005) 867–871)';

export const sensitivity = {
  title: 'Анализ чувствительности',
  source: {
    norm: 'ipcc_2006',
    clause: 'уравнения 4.1.3, 4.1.4; чувствительность и разложение изменения — предложение разработчика, не норматив',
  },
  inputs: {
    ef: { ...methanePerTonne, label: 'Коэффициент выбросов CH₄ при обращении с углём', symbol: 'e', default: 2.5 },
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
    compute: analyse,
    charts: [
      {
        kind: 'tornado',
        title: 'Что даёт изменение на ±1 %',
        axis: 'Изменение выбросов всего, %',
        bars: { sn_volume: 'Добыча угля', sn_methan: 'Метанообильность' },
      } satisfies TornadoChart,
      {
        kind: 'change',
        title: 'Изменение выбросов к прошлому году',
        total: 'change_all',
        parts: { change_volume: 'из-за добычи', change_methane: 'из-за метанообильности' },
      } satisfies ChangeChart,
    ],
    example: [
      ['Шахта «Северная»', 2021, 1000000, 12],
      ['Шахта «Северная»', 2022, 1100000, 13],
      ['Шахта «Северная»', 2023, 1250000, 12.5],
      ['Шахта «Северная»', 2024, 1200000, 14],
    ],
  },
  results: {
    res_co2: {
      kind: 'number',
      label: 'Выбросы при добыче',
      symbol: 'E₁',
      unit: 'т CO₂-экв.',
      decimals: 2,
      formula: 'volume * methane * CH4_DENSITY * GWP_CH4 / 1000',
    },
    res_co2_transport: {
      kind: 'number',
      label: 'Выбросы при обращении с углём',
      symbol: 'E₂',
      unit: 'т CO₂-экв.',
      decimals: 2,
      formula: 'volume * ef * CH4_DENSITY * GWP_CH4 / 1000',
    },
    res_co2_all: {
      kind: 'number',
      label: 'Выбросы всего',
      symbol: 'E',
      unit: 'т CO₂-экв.',
      decimals: 2,
      formula: 'res_co2 + res_co2_transport',
    },
    sn_volume: {
      kind: 'number',
      label: 'Чувствительность к добыче',
      symbol: 'S(V)',
      unit: '',
      decimals: 4,
      note: `${ELASTICITY} добычи на 1 %: [E(1,01·V) − E(0,99·V)] / (0,02·E). Выбросы пропорциональны добыче, поэтому здесь всегда 1.`,
    },
    sn_methan: {
      kind: 'number',
      label: 'Чувствительность к метанообильности',
      symbol: 'S(m)',
      unit: '',
      decimals: 4,
      note: `${ELASTICITY} метанообильности на 1 %: [E(1,01·m) − E(0,99·m)] / (0,02·E).`,
    },
    change_all: {
      kind: 'number',
      label: 'Изменение к прошлому году',
      symbol: 'ΔE',
      unit: 'т CO₂-экв.',
      decimals: 2,
      note: 'Разность с прошлым годом того же объекта; пусто, если строки за прошлый год нет.',
    },
    change_volume: {
      kind: 'number',
      label: 'в том числе из-за добычи',
      symbol: 'ΔE(V)',
      unit: 'т CO₂-экв.',
      decimals: 2,
      note: `${LMDI}: L(Eₜ, Eₜ₋₁) · ln(Vₜ / Vₜ₋₁), где L — логарифмическое среднее, t — год строки.`,
    },
    change_methane: {
      kind: 'number',
      label: 'в том числе из-за метанообильности',
      symbol: 'ΔE(m)',
      unit: 'т CO₂-экв.',
      decimals: 2,
      note: `${LMDI}: L(Eₜ, Eₜ₋₁) · ln((mₜ + e) / (mₜ₋₁ + e)).`,
    },
  },
  editable: true,
} as const satisfies CalculationDefinition;

/** Emissions, elasticities and changes of each object by year, and the sum of all. */
async function analyse(data: TableData, { core, inputs, onProgress }: TableContext): Promise<ComputedColumns> {
  const { name = new Float64Array(), year, volume, methane } = data.columns;
  const memory = await CoreColumns.open(core.module);
  const columns = [memory.place(year), memory.place(volume), memory.place(methane)];
  const names = Object.keys(sensitivity.results);
  const stride = data.count * 8;
  const results = memory.take(names.length * data.count);
  const columnOf = (result: string) => results + names.indexOf(result) * stride;
  const warnings: string[] = [];
  let objects = 0;
  await eachObject(name, onProgress, (text, first, count) => {
    const [years = 0, volumes = 0, methanes = 0] = columns.map((address) => address + first * 8);
    const args = [count, years, volumes, methanes, inputs.ef ?? Number.NaN, results + first * 8, stride];
    const [broken = 0] = memory.run('sensitivity', args, 1);
    objects += 1;
    if (broken)
      warnings.push(
        `${quotedObject(data.texts.name, text)}: годы идут не подряд (разрывов: ${broken}), изменение после разрыва не рассчитано. Добавьте пропущенные годы.`,
      );
  });
  const [total = 0] = memory.run('column_sum', [data.count, columnOf('res_co2_all')], 1);
  return {
    results: Object.fromEntries(names.map((result) => [result, memory.read(columnOf(result), data.count)])),
    summary: { objects, total },
    warnings: firstOf(warnings, (count) => `И ещё объектов с пропущенными годами: ${count}.`),
  };
}
