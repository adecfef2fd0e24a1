import { ACTUAL_VALUE, dictionary } from './dictionary.ts';

const TABLE_3_1 = { norm: 'order_371', table: 'прил. 2, таблица 3.1' } as const;

/**
 * CO2 and CH4 content of a mixture. Table 3.1 has no row of ventilation air; its row of associated
 * gas does not apply to mines.
 */
export const GAS_MIXTURES = dictionary('get_underground_content', '2026-11-21', {
  label: 'Содержание CO₂ и CH₄ в смесях',
  fields: { ef_co2: '% об.', ef_ch4: '% об.' },
  rows: [
    {
      id: 1,
      name: 'Газ дегазации угольных пластов',
      numbers: { ef_co2: 10.6, ef_ch4: 76 },
      source: { ...TABLE_3_1, row: 'Газ дегазации угольных пластов' },
      mark: 'norm',
    },
    {
      id: 2,
      name: 'Газ природный',
      numbers: { ef_co2: 0.04, ef_ch4: 98.4 },
      source: { ...TABLE_3_1, row: 'Газ природный' },
      mark: 'norm',
    },
    {
      id: 0,
      name: ACTUAL_VALUE,
      source: { norm: 'order_371', table: 'прил. 2, формула 3.1', row: 'содержание по измерениям' },
      mark: 'norm',
      custom: true,
      note: 'Содержание CO₂ и CH₄ по замерам. Для вентиляционной струи — только оно: в таблице 3.1 её нет.',
    },
  ],
});
