import { beforeAll, describe, expect, test } from 'vitest';
import type { CompanyInventory } from '#core/contract/company_inventory_schema.ts';

import { bridgeChart } from '#web/charts/bridge_chart.ts';
import { PALETTES } from '#web/charts/palette.ts';
import { COMPANY, yearRows } from '#web/company/year_rows.ts';
import { yearsCsv } from '#web/company/years_csv.ts';
import { companyOfYears } from '../../support/company_years.ts';
import { core } from '../../support/web/core.ts';

let inventory: CompanyInventory;
beforeAll(async () => {
  inventory = await companyOfYears(core);
});

const valuesOf = (group: string, label: string) =>
  yearRows(inventory).find((row) => row.group.startsWith(group) && row.label === label)?.values;

describe('the table of years', () => {
  test('has a row of totals, sources and intensities for each object, and a figure a year', () => {
    expect(valuesOf('Северная', 'Полная инвентаризация')).toEqual(
      inventory.objects[0]?.years.map(({ full }) => full.co2e_t),
    );
    expect(valuesOf('Северная', 'Выделение метана по коэффициенту')).toEqual([12_060, 13_266, 14_472]);
    expect(valuesOf('Северная', 'Добыча угля')).toEqual([1e6, 1.1e6, 1.2e6]);
  });

  test('has no figure, rather than zero, for a year in which an object is not counted', () => {
    expect(valuesOf('Южная', 'Полная инвентаризация')).toEqual([null, 150_750, 150_750]);
  });

  test('shows both totals of the company, and what they leave out or hold without an object', () => {
    expect(valuesOf(COMPANY, 'Полная инвентаризация')).toEqual(inventory.years.map(({ full }) => full.co2e_t));
    expect(valuesOf(COMPANY, 'В обязательный отчёт')).toEqual(inventory.years.map(({ mandatory }) => mandatory.co2e_t));
    expect(valuesOf(COMPANY, 'Не отнесено к объекту: входит в итог')).toEqual([3149, 3149, 3149]);
    expect(valuesOf(COMPANY, 'Расчёты без объекта')).toEqual([1, 1, 1]);
    expect(valuesOf(COMPANY, 'Контрольные расчёты: в сумму не входят')).toEqual([1, 1, 1]);
  });

  test('counts findings beside the figures that they speak of', () => {
    const open = valuesOf(COMPANY, 'Замечания без пояснения') ?? [];
    expect(open.every((count) => (count ?? 0) > 0)).toBe(true);
    expect(valuesOf('Южная', 'Замечания без пояснения')?.[0]).toBeNull();
  });

  test('is saved as CSV to the last digit, and no name in it becomes a formula', () => {
    const [head, first] = yearsCsv(
      [2025],
      [
        {
          ...{ key: 'a', label: '=1+1', unit: 'т', decimals: 2, level: 'total' },
          group: '@Шахта',
          values: [0.1 + 0.2],
        },
      ],
    ).split('\r\n');
    expect(head).toBe('\uFEFFОбъект;Показатель;Единица;2025');
    expect(first).toBe("'@Шахта;'=1+1;т;0,30000000000000004");
  });
});

describe('the bridge between two years', () => {
  const bridge = () => {
    const change = inventory.changes[0];
    if (!change) throw new Error('There is no change');
    const totalOf = (year: number) => ({
      name: String(year),
      value: inventory.years.find((one) => one.year === year)?.full.co2e_t ?? 0,
    });
    const parts = Object.entries(change.parts).map(([name, value]) => ({ name, value }));
    const facts = { title: 'Мост', unit: 'т', decimals: 2, difference: change.difference_t };
    return { facts: { ...facts, from: totalOf(change.from), to: totalOf(change.to), parts }, change };
  };

  test('draws each part from where the last one ended, and ends at the total of the later year', () => {
    const { facts } = bridge();
    const [trace] = bridgeChart(facts).draw(PALETTES.light).data as unknown as [{ base: number[]; y: number[] }];
    const ends = trace.base.map((base, index) => [base, base + (trace.y[index] ?? 0)]);
    let level = facts.from.value;
    for (const [index, { value }] of facts.parts.entries()) {
      const reached = level + value;
      expect(ends[index + 1]?.map(Math.round)).toEqual(
        [level, reached].sort((one, other) => one - other).map(Math.round),
      );
      level = reached;
    }
    expect(Math.abs(level - facts.to.value)).toBeLessThanOrEqual(1e-9 * facts.to.value);
  });

  test('says in its table that the parts add up to the change', () => {
    const { facts, change } = bridge();
    const sum = Object.values(change.parts).reduce((one, other) => one + other, 0);
    expect(Math.abs(sum - change.difference_t)).toBeLessThanOrEqual(1e-9 * Math.abs(change.difference_t));
    expect(bridgeChart(facts).rows.at(-2)).toEqual(['Изменение: сумма частей', '+180\u00a0900,00']);
  });
});
