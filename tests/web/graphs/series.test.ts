import { describe, expect, it } from 'vitest';
import type { Calculation } from '#core/contract/calculation.ts';
import { withoutDoubles } from '#web/graphs/load.ts';
import { fuelBars, methaneLine, undergroundBars } from '#web/graphs/series.ts';

const calculation = (fields: object) => fields as unknown as Calculation;

describe('the bars of underground mining', () => {
  it('are a group per calculation with CO2 and CH4', () => {
    expect(undergroundBars([calculation({ name: 'Пласт 1', res_co2: 194.97, res_ch4: 507.68 })])).toEqual({
      groups: ['Расчет: Пласт 1'],
      series: [
        { name: 'Выбросы CO2 (Подземная добыча)', values: [194.97] },
        { name: 'Выбросы CH4 (Подземная добыча)', values: [507.68] },
      ],
    });
  });

  it.each([undefined, null, 'не число', Number.NaN])('show %o as 0', (res_co2) => {
    const [co2] = undergroundBars([calculation({ name: 'Пласт', res_co2, res_ch4: 1 })]).series;
    expect(co2?.values).toEqual([0]);
  });
});

describe('the bars of open mining', () => {
  const bars = fuelBars([
    calculation({ name: 'Самосвалы', ef: '3.149000', res_co2: 3149 }),
    calculation({ name: 'Машины', ef: '3.026000', res_co2: 3026 }),
    calculation({ name: 'Своё', ef: '3.100000', res_co2: 1 }),
    calculation({ name: 'Числом', ef: 3.149, res_co2: 1 }),
    calculation({ name: 'Коротко', ef: '3.149', res_co2: 1 }),
  ]);

  it('distinguish fuels by the coefficient as text and omit others', () => {
    expect(bars.groups).toEqual(['Расчет: Самосвалы', 'Расчет: Машины']);
    expect(bars.series).toEqual([
      { name: 'Выбросы CO2 (Дизель)', values: [3149, null] },
      { name: 'Выбросы CO2 (Топливо)', values: [null, 3026] },
    ]);
  });
});

describe('the time series', () => {
  it('has the results of a forecast by day number', () => {
    const forecast = calculation({ name: 'Лава 1', data: [{ result: 0.5 }, { result: null }, { result: 1.2 }] });
    expect(methaneLine(forecast)).toEqual({ days: [1, 2, 3], line: { name: 'Лава 1', values: [0.5, null, 1.2] } });
  });

  it('is empty without rows', () => {
    expect(methaneLine(calculation({ name: 'Лава' })).days).toEqual([]);
  });
});

it('an object that appears on two pages of a growing list is counted once', () => {
  const list = ['а', 'б', 'а'].map((id) => calculation({ id }));
  expect(withoutDoubles(list).map(({ id }) => id)).toEqual(['а', 'б']);
});
