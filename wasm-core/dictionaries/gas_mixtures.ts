import { dictionary } from './dictionary.ts';
import { actualRow, order371Row } from './rows.ts';

/**
 * CO2 and CH4 content of a mixture. Table 3.1 has no row of ventilation air; its row of associated
 * gas does not apply to mines.
 */
export const GAS_MIXTURES = dictionary('get_underground_content', '2026-11-21', {
  label: 'Содержание CO₂ и CH₄ в смесях',
  fields: { ef_co2: '% об.', ef_ch4: '% об.' },
  rows: [
    order371Row(1, 'Газ дегазации угольных пластов', '3.1', { ef_co2: 10.6, ef_ch4: 76 }),
    order371Row(2, 'Газ природный', '3.1', { ef_co2: 0.04, ef_ch4: 98.4 }),
    actualRow(
      0,
      { norm: 'order_371', table: 'прил. 2, формула 3.1', row: 'содержание по измерениям' },
      'Содержание CO₂ и CH₄ по замерам. Для вентиляционной струи — только оно: в таблице 3.1 её нет.',
    ),
  ],
});
