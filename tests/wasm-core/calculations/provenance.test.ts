import { describe, expect, it } from 'vitest';
import { CALCULATIONS } from '#core/calculations/index.ts';
import { findProvenance } from '#core/calculations/provenance.ts';
import type { Dictionary } from '#core/contract/dictionary.ts';
import { DICTIONARIES, type DictionaryName } from '#core/dictionaries/index.ts';

const dictionaryOf = (name: string): Dictionary | undefined => DICTIONARIES[name as DictionaryName];
const { open_mining_ch4, open_mining_co2, recycle_technology, underground } = CALCULATIONS;
const mixture = { volume: 1000, p_co2: 1.8393, p_ch4: 0.668, ef_co2: 10.6, ef_ch4: 76 };

describe('findProvenance', () => {
  it('returns one row per dictionary with its version, source and mark', () => {
    const rows = findProvenance(underground, mixture, dictionaryOf, []);
    expect(rows.map(({ dictionary, id, presets }) => ({ dictionary, id, presets }))).toEqual([
      { dictionary: 'get_underground', id: 3, presets: ['p_co2', 'p_ch4'] },
      { dictionary: 'get_underground_content', id: 1, presets: ['ef_co2', 'ef_ch4'] },
    ]);
    expect(rows[0]).toMatchObject({
      version: DICTIONARIES.get_underground.version,
      name: '293,15 К (20 °C); 101,325 кПа',
      units: { p_co2: 'кг/м³', p_ch4: 'кг/м³' },
      source: { table: 'прил. 2, таблица 1.2' },
      mark: 'norm',
    });
  });

  it('returns no row for typed coefficients', () => {
    const typed = { ...mixture, ef_co2: 0.3, ef_ch4: 0.75 };
    expect(findProvenance(underground, typed, dictionaryOf, []).map(({ dictionary }) => dictionary)).toEqual([
      'get_underground',
    ]);
  });

  it('matches a row only if all its coefficients match', () => {
    const mixed = { ...mixture, p_ch4: 0.717 };
    expect(findProvenance(underground, mixed, dictionaryOf, []).map(({ dictionary }) => dictionary)).toEqual([
      'get_underground_content',
    ]);
  });

  it('treats a number as actual if the user says so, even if it equals a row', () => {
    const rows = findProvenance(underground, mixture, dictionaryOf, ['get_underground_content']);
    expect(rows.map(({ dictionary }) => dictionary)).toEqual(['get_underground']);
  });

  it('never matches «Фактическое значение» as a normative row', () => {
    const actual = { volume: 1, ef: 7.77, koef_transform: 0.67 };
    const cited = [{ id: 7, presets: ['koef_transform'] }];
    expect(findProvenance(open_mining_ch4, actual, dictionaryOf, [])).toMatchObject(cited);
    const numbered = DICTIONARIES.get_open_mining_ch4.results.map((row) =>
      row.custom ? { ...row, ef: '7.770000' } : row,
    );
    const dictionary = { ...DICTIONARIES.get_open_mining_ch4, results: numbered };
    expect(findProvenance(open_mining_ch4, actual, () => dictionary, [])).toMatchObject(cited);
  });

  it('cites «Фактическое значение» only for the coefficients that this row fixes', () => {
    const typed = { volume: 1, ef: 1.2, koef_transform: 0.67 };
    const [row, ...others] = findProvenance(open_mining_ch4, typed, dictionaryOf, ['get_open_mining_ch4']);
    expect(row).toMatchObject({ id: 7, presets: ['koef_transform'], mark: 'norm' });
    expect(others).toEqual([]);
    const own = { ...typed, koef_transform: 0.7 };
    expect(findProvenance(open_mining_ch4, own, dictionaryOf, ['get_open_mining_ch4'])).toEqual([]);
  });

  it('leaves a normative coefficient its norm beside a typed one', () => {
    const [fuel, ...others] = findProvenance(
      ...([CALCULATIONS.disposal_co2_stat_sources, { volume: 1, ef: 95, of: 1, k: 25.4 }, dictionaryOf, []] as const),
    );
    expect(fuel).toMatchObject({ id: 27, presets: ['of', 'k'] });
    expect(Object.keys(fuel?.units ?? {})).not.toContain('volume');
    expect(others).toEqual([]);
    const density = { ...mixture, p_ch4: 0.7 };
    const [measured] = findProvenance(underground, density, dictionaryOf, []);
    expect(measured).toMatchObject({ dictionary: 'get_underground', id: 3, presets: ['p_co2'] });
  });

  it('cites no row where several agree in as many coefficients', () => {
    const fuel = { volume: 1, ef: 95, of: 1, k: 1.5 };
    expect(findProvenance(CALCULATIONS.disposal_co2_stat_sources, fuel, dictionaryOf, [])).toEqual([]);
  });

  it('matches a row with a factor of zero', () => {
    const rows = findProvenance(open_mining_ch4, { volume: 1, ef: 0, koef_transform: 0.67 }, dictionaryOf, []);
    expect(rows.map(({ id }) => id)).toEqual([4]);
  });

  it('returns nothing if the type or the server has no dictionaries', () => {
    expect(findProvenance(recycle_technology, { metan: 1, a_metan: 1 }, dictionaryOf, [])).toEqual([]);
    expect(findProvenance(open_mining_co2, { volume: 1, ef: 3.149 }, () => undefined, [])).toEqual([]);
  });

  it.each(
    Object.entries(CALCULATIONS).flatMap(([type, definition]) =>
      ('dictionaries' in definition ? definition.dictionaries : []).flatMap(({ name, presets }) =>
        DICTIONARIES[name].results
          .filter(({ custom }) => !custom)
          .map((row) => ({ type: type as keyof typeof CALCULATIONS, name, presets, row })),
      ),
    ),
  )('$type matches $row.name of $name by its coefficients', ({ type, name, presets, row }) => {
    const inputs = Object.fromEntries(presets.map((preset) => [preset, Number((row as never)[preset])]));
    const found = findProvenance(CALCULATIONS[type], inputs, dictionaryOf, []).find((kept) => kept.dictionary === name);
    expect(found?.id).toBe(row.id);
  });
});
