import { describe, expect, it, test } from 'vitest';
import { CoreMemory } from '#core/core_memory.ts';
import { BalanceRefused, methaneBalance } from '#core/inventory/methane_balance.ts';
import { readMethaneBalance } from '#core/inventory/read_methane_balance.ts';
import { loadServerCore } from '#functions/core.ts';
import { CHECK_MINE, expectCheckBalance, near } from './check_mine.ts';

const core = await loadServerCore();
const memory = await CoreMemory.open(core.module);

const balanceOf = (content: unknown) => methaneBalance(memory, readMethaneBalance(content, core));

const without = (name: keyof typeof CHECK_MINE) => ({ ...CHECK_MINE, [name]: undefined });
const to = (kind: string, efficiency?: number) => ({
  ...CHECK_MINE,
  destinations: [{ kind, volume_m3: 5e6, ...(efficiency === undefined ? {} : { efficiency }) }],
});

/** Every fault, as `field: message`. */
function refusal(content: unknown): string[] {
  try {
    balanceOf(content);
  } catch (error) {
    if (error instanceof BalanceRefused) return error.faults.map(({ field, message }) => `${field}: ${message}`);
    throw error;
  }
  return [];
}

describe('the methane balance of a mine', () => {
  it('subtracts methane destroyed by flare and engines and adds only the CO2 of the flare', () => {
    expectCheckBalance(balanceOf(CHECK_MINE));
  });

  it('uses the efficiencies, density and GWP of the method by default', () => {
    const destinations = CHECK_MINE.destinations.map(({ kind, volume_m3 }) => ({ kind, volume_m3 }));
    const bare = { ...without('density_kg_m3'), gwp: null, destinations };
    expect(balanceOf(bare)).toEqual(balanceOf(CHECK_MINE));
  });

  it('adds drained gas to measured ventilation', () => {
    const balance = balanceOf({ ...without('ef_m3_t'), ventilation_t: 8710 });
    near(balance.gross_t, 8710 + 3350);
    near(balance.implied_ef_m3_t, 18);
    near(balance.co2e_t, 274_547.575);
  });

  it('gives the same gross bits as underground_emission_ch4 for a factor', () => {
    const coal_t = 1_234_567.891;
    const [kilograms = 0] = core.run('underground_emission_ch4', [coal_t, 17.3, 0.67], 2);
    expect(balanceOf({ ...CHECK_MINE, coal_t, ef_m3_t: 17.3 }).gross_t).toBe(kilograms / 1000);
  });

  it('counts all vented drained gas as emitted', () => {
    const balance = balanceOf(to('vented'));
    expect(balance).toMatchObject({ destroyed_t: 0, co2_t: 0 });
    near(balance.ch4_t, 12_060 + 1675);
  });

  it.each([
    ['engine', 0.995],
    ['boiler', 0.99],
    ['oxidiser', 0.97],
    ['sold', 1],
    ['sold', 0.985],
  ])('subtracts the share of %s at %d without adding CO2', (kind, efficiency) => {
    const balance = balanceOf(to(kind, efficiency));
    near(balance.destroyed_t, 3350 * efficiency);
    expect(balance.co2_t).toBe(0);
  });

  it('counts all sold gas as not emitted by default', () => {
    near(balanceOf(to('sold')).destroyed_t, 3350);
  });

  it('reduces emissions by 146 093.5 t CO2-eq when a flare burns 10 million m³ instead of venting', () => {
    const mine = { ...CHECK_MINE, drained_m3: 1e7 };
    const vented = balanceOf({ ...mine, destinations: [{ kind: 'vented', volume_m3: 1e7 }] });
    const flared = balanceOf({ ...mine, destinations: [{ kind: 'flare', volume_m3: 1e7 }] });
    near(vented.co2e_t - flared.co2e_t, 146_093.5);
  });

  it('leaves implied factor and recovery undefined without coal and emissions', () => {
    const idle = { ...CHECK_MINE, coal_t: 0, drained_m3: 0, destinations: [] };
    expect(balanceOf(idle)).toMatchObject({ gross_t: 0, co2e_t: 0, implied_ef_m3_t: undefined, recovery: undefined });
    const pumped = balanceOf({ ...without('ef_m3_t'), coal_t: 0, ventilation_t: 100 });
    expect(pumped.implied_ef_m3_t).toBeUndefined();
    near(pumped.recovery, 3350 / 3450);
  });

  it('gives the same results and memory size after repeated use of one memory', () => {
    const first = balanceOf(CHECK_MINE);
    const { size } = memory;
    for (let time = 0; time < 5000; time++) balanceOf(CHECK_MINE);
    expect(balanceOf(CHECK_MINE)).toEqual(first);
    expect(memory.size).toBe(size);
  });

  it('accepts volumes that add up except for rounding', () => {
    const destinations = [0.1, 0.2].map((volume_m3) => ({ kind: 'flare', volume_m3 }));
    expect(refusal({ ...CHECK_MINE, drained_m3: 0.3, destinations })).toEqual([]);
  });
});

describe('the methane balance refuses, by field,', () => {
  test.each([
    ['negative coal', { ...CHECK_MINE, coal_t: -1 }, 'coal_t: -1 вне границ. Укажите число от 0 до'],
    ['a text', { ...CHECK_MINE, coal_t: '1000000' }, 'coal_t: Здесь ожидается конечное число без кавычек'],
    [
      'an endless number',
      { ...CHECK_MINE, drained_m3: Number.POSITIVE_INFINITY },
      'drained_m3: Здесь ожидается конечное число',
    ],
    ['no post-mining', without('post_mining_ef_m3_t'), 'post_mining_ef_m3_t: Укажите число от 0 до 200 м³/т.'],
    ['no drained gas', without('drained_m3'), 'drained_m3: Укажите число от 0'],
    [
      'a density of 0',
      { ...CHECK_MINE, density_kg_m3: 0 },
      'density_kg_m3: 0 вне границ. Укажите число от 0,1 до 2 кг/м³.',
    ],
    ['a GWP of 0', { ...CHECK_MINE, gwp: 0 }, 'gwp: 0 вне границ.'],
    ['an unknown field', { ...CHECK_MINE, coal: 5 }, 'coal: Такого поля нет. Есть поля: coal_t,'],
    ['gross given twice', { ...CHECK_MINE, ventilation_t: 5 }, 'ventilation_t: Выделение метана задано дважды'],
    ['gross not given', without('ef_m3_t'), 'ef_m3_t: Выделение метана не задано.'],
    ['no destinations', without('destinations'), 'destinations: Укажите список'],
    ['a destination that is no object', { ...CHECK_MINE, destinations: [5] }, 'destinations[0]: Назначение — объект'],
    ['an unknown kind', to('pump'), 'destinations[0].kind: Вида «pump» нет. Есть виды: flare,'],
    ['a kind of Object.prototype', to('toString'), 'destinations[0].kind: Вида «toString» нет.'],
    ['an efficiency above 1', to('flare', 98), 'destinations[0].efficiency: 98 вне границ. Укажите число от 0 до 1.'],
    ['a negative efficiency', to('flare', -0.1), 'destinations[0].efficiency: -0,1 вне границ.'],
    ['vented gas that is destroyed', to('vented', 0.5), 'destinations[0].efficiency: Газ, выпущенный в атмосферу'],
    ['a boiler without efficiency', to('boiler'), 'destinations[0].efficiency: Укажите число от 0 до 1.'],
    ['an oxidiser without efficiency', to('oxidiser'), 'destinations[0].efficiency: Укажите число от 0 до 1.'],
    [
      'an unknown field of a destination',
      { ...CHECK_MINE, destinations: [{ kind: 'flare', volume_m3: 5e6, share: 1 }] },
      'destinations[0].share: Такого поля нет.',
    ],
  ])('%s', (_, content, message) => {
    expect(refusal(content)).toEqual([expect.stringContaining(message)]);
  });

  test.each([
    [4.5e6, 'не хватает'],
    [5.5e6, 'лишние'],
  ])('destinations of %d m³ for 5 mln m³ of drained gas', (volume_m3, word) => {
    const [message = '', ...more] = refusal({ ...CHECK_MINE, destinations: [{ kind: 'flare', volume_m3 }] });
    expect(more).toEqual([]);
    expect(message.replace(/\s/g, ' ')).toContain(`${word} 500 000 м³.`);
    expect(message).toMatch(/^destinations: Извлечено дегазацией/);
  });

  test('more destroyed than released methane', () => {
    expect(refusal({ ...to('flare'), ef_m3_t: 0.1 })).toEqual([expect.stringMatching(/^destinations: Уничтожено на/)]);
  });

  test('all faults at once', () => {
    expect(refusal({ ...CHECK_MINE, coal_t: -1, gwp: 'AR5' }).map((line) => line.split(':')[0])).toEqual([
      'coal_t',
      'gwp',
    ]);
  });

  test.each([[null], [[]], ['text'], [5]])('%j instead of an object', (content) => {
    expect(refusal(content)).toEqual([expect.stringContaining('Укажите один объект {coal_t,')]);
  });
});
