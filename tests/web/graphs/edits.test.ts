import { describe, expect, it } from 'vitest';
import type { Calculation } from '#core/contract/calculation.ts';
import type { FieldChange, VersionEntry } from '#core/contract/history.ts';
import { editsOf } from '#web/graphs/edits.ts';

const change = (field: string, old: unknown, now: unknown): FieldChange => ({ field, old, new: now });

function entry(version: number, changes: readonly FieldChange[] = [], is_deleted = false): VersionEntry {
  const common = { editor: 'Седов Борис', changed_by: 'u', updated_at: `2026-03-0${version}T09:30:00.000Z` };
  return { ...common, version, changes, is_deleted, is_current: false };
}

const calculation = (fields: object) => fields as unknown as Calculation;

const steps = (edits: ReturnType<typeof editsOf>) => edits.map(({ what, before, after }) => [what, before, after]);

describe('the edits of a calculation', () => {
  it('have their effect on the sum, computed back from the current version', () => {
    const versions = [
      entry(5, [change('is_deleted', true, false)]),
      entry(4, [change('is_deleted', false, true)], true),
      entry(3, [change('name', 'А', 'Б')]),
      entry(2, [change('res_co2', 3149, 6298), change('volume', 1000, 2000)]),
      entry(1),
    ];
    expect(steps(editsOf('open_mining_co2', calculation({ res_co2: 6298 }), versions))).toEqual([
      ['из архива', 0, 6298],
      ['в архив', 6298, 0],
      ['изменено: название', 6298, 6298],
      [expect.stringMatching(/^изменено: .+/), 3149, 6298],
      ['создан', 0, 3149],
    ]);
  });

  it('are in tonnes if kilograms are stored', () => {
    const versions = [entry(2, [change('res_ch4_to_co2', 1_000_000, 41_875_000)])];
    const [edit] = editsOf('handling_underground_ch4', calculation({ res_ch4_to_co2: 41_875_000 }), versions);
    expect([edit?.before, edit?.after]).toEqual([1000, 41_875]);
  });

  it('of an archived calculation begin at 0', () => {
    const versions = [entry(2, [change('is_deleted', false, true)], true), entry(1)];
    expect(steps(editsOf('open_mining_co2', calculation({ res_co2: 7 }), versions))).toEqual([
      ['в архив', 7, 0],
      ['создан', 0, 7],
    ]);
  });

  it('of a type without emissions have no effect on the sum', () => {
    const versions = [entry(2, [change('rows_sha256', 'а', 'б')]), entry(1)];
    expect(steps(editsOf('sensitivity', calculation({ total: 5 }), versions))).toEqual([
      ['изменено: строки таблицы', undefined, undefined],
      ['создан', undefined, undefined],
    ]);
  });

  it('are marked if they change no input', () => {
    const versions = [entry(3, [change('core_sha256', 'а', 'б')]), entry(2)];
    expect(steps(editsOf('open_mining_co2', calculation({ res_co2: 7 }), versions)).map(([what]) => what)).toEqual([
      'вычислен заново',
      'сохранён без изменений',
    ]);
  });
});
