import { describe, expect, test } from 'vitest';
import type { ListedCalculation } from '#core/contract/calculation.ts';
import type { Finding, GasTotals, ProjectInventory } from '#core/contract/inventory_schema.ts';
import type { ProjectTotals } from '#core/inventory/project_totals.ts';
import { EVERYTHING, filteredRows, NO_OBJECT, openFindings } from '#web/desk/filters.ts';
import { groupedRows, usualGrouping } from '#web/desk/groups.ts';
import { type DeskRow, deskRow } from '#web/desk/rows.ts';

const row = (type: string, name: string, fields: object) =>
  deskRow({ id: name, type, name, updated_at: '', editor: '', ...fields } as ListedCalculation) as DeskRow;

const totals = (co2e_t: number): GasTotals => ({ co2_t: 0, ch4_t: 0, co2e_t });

const MINE = row('underground_emission_ch4', 'Пласт', {
  object: 'mine',
  role: 'main',
  res_ch4: 4000,
  res_ch4_to_co2: 100_000,
});
const CONTROL = row('underground_emission_ch4', 'Второй метод', {
  object: 'mine',
  role: 'control',
  res_ch4: 8000,
  res_ch4_to_co2: 200_000,
});
const TRUCKS = row('open_mining_co2', 'Самосвалы', { object: 'pit', role: 'added', res_co2: 60 });
const BOILER = row('open_mining_co2', 'Трактор', { res_co2: 40 });
const ROWS = [MINE, CONTROL, TRUCKS, BOILER];

const NAMES = new Map([
  ['mine', 'Шахта'],
  ['pit', 'Разрез'],
]);

const desk = {
  totals: { byType: new Map([['open_mining_co2', 100]]) } as unknown as ProjectTotals,
  inventory: {
    objects: [
      { object: 'mine', name: 'Шахта', full: totals(100) },
      { object: 'pit', name: 'Разрез', full: totals(60) },
    ],
    unassigned: { full: totals(40) },
  } as unknown as ProjectInventory,
};

describe('groups of the desk', () => {
  test('are objects with their balances, then what belongs to no object', () => {
    const groups = groupedRows(ROWS, 'object', desk, NAMES);
    expect(groups.map(({ title, rows, emission }) => [title, rows.length, emission])).toEqual([
      ['Разрез', 1, 60],
      ['Шахта', 2, 100],
      ['Не отнесено к объекту', 1, 40],
    ]);
  });

  test('are types while nothing belongs to an object', () => {
    expect([usualGrouping([BOILER]), usualGrouping(ROWS)]).toEqual(['type', 'object']);
    const groups = groupedRows(ROWS, 'type', desk, NAMES);
    expect(groups.map(({ type, rows, emission }) => [type, rows.length, emission])).toEqual([
      ['underground_emission_ch4', 2, undefined],
      ['open_mining_co2', 2, 100],
    ]);
  });
});

describe('filters of the desk', () => {
  const found = (filter: object, findings: readonly Finding[] = []) =>
    filteredRows(ROWS, { ...EVERYTHING, ...filter }, openFindings(findings)).map(({ name }) => name);
  const finding = (calculation: string, acknowledgement: object | null) =>
    ({ id: calculation, calculation, acknowledgement }) as Finding;

  test.each([
    [{ object: 'mine' }, ['Пласт', 'Второй метод']],
    [{ object: NO_OBJECT }, ['Трактор']],
    [{ gas: 'co2' }, ['Самосвалы', 'Трактор']],
    [{ isMandatory: true, object: 'pit' }, ['Самосвалы']],
  ])('leave the calculations of %j', (filter, names) => {
    expect(found(filter)).toEqual(names);
  });

  test('leave what an open finding names, not what is acknowledged', () => {
    const findings = [finding('Пласт', null), finding('Трактор', { text: 'так и есть' })];
    expect(found({ hasFindings: true }, findings)).toEqual(['Пласт']);
  });
});
