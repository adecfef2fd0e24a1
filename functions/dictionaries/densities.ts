import { ACTUAL_VALUE, type Row } from './row.ts';

const TABLE_1_2 = { norm: 'order_371', table: 'прил. 2, таблица 1.2' } as const;
const TABLE_3_1 = { norm: 'order_371', table: 'прил. 2, таблица 3.1' } as const;

/** Densities of CO2 and CH4 by the conditions under which the volume was measured. 20 °C, the Russian practice, stands first. */
export const underground: readonly Row[] = [
  conditions(3, '293,15 К (20 °C); 101,325 кПа', 1.8393, 0.668),
  conditions(1, '273,15 К (0 °C); 101,325 кПа', 1.9768, 0.717),
  conditions(2, '288,15 К (15 °C); 101,325 кПа', 1.8738, 0.6797),
];

function conditions(id: number, name: string, p_co2: number, p_ch4: number): Row {
  return {
    id,
    name,
    numbers: { p_co2, p_ch4 },
    units: { p_co2: 'кг/м³', p_ch4: 'кг/м³' },
    source: { ...TABLE_1_2, row: name },
    mark: 'norm',
  };
}

const CONTENT_UNITS = { ef_co2: '% об.', ef_ch4: '% об.' } as const;

/** CO2 and CH4 content of a mixture. The table has no ventilation air and its associated-gas row is not for mines. */
export const underground_content: readonly Row[] = [
  {
    id: 1,
    name: 'Газ дегазации угольных пластов',
    numbers: { ef_co2: 10.6, ef_ch4: 76 },
    units: CONTENT_UNITS,
    source: { ...TABLE_3_1, row: 'Газ дегазации угольных пластов' },
    mark: 'norm',
  },
  {
    id: 2,
    name: 'Газ природный',
    numbers: { ef_co2: 0.04, ef_ch4: 98.4 },
    units: CONTENT_UNITS,
    source: { ...TABLE_3_1, row: 'Газ природный' },
    mark: 'norm',
  },
  {
    id: 0,
    name: ACTUAL_VALUE,
    units: CONTENT_UNITS,
    source: { norm: 'order_371', table: 'прил. 2, формула 3.1', row: 'содержание по измерениям' },
    mark: 'norm',
    custom: true,
    note: 'Содержание CO₂ и CH₄ по замерам. Для вентиляционной струи — только оно: в таблице 3.1 её нет.',
  },
];
