import { createStore } from 'jotai';
import { beforeEach, describe, expect, it } from 'vitest';
import { numberInputs } from '#core/calculations/definition.ts';
import { definitionOf, FIELDS_TYPES } from '#core/calculations/index.ts';
import { STORED } from '#web/fields/draft.ts';
import { createForm } from '#web/fields/form.ts';
import { basisOf, newFormOf } from '../../support/web/forms.ts';
import { CASES } from '../../wasm-core/calculations/all_cases.ts';

beforeEach(() => {
  localStorage.clear();
  localStorage.clear();
});

describe.each(FIELDS_TYPES)('%s: the preview', (type) => {
  const definition = definitionOf(type);

  it.each(CASES[type] ?? [])('$title', ({ inputs, results }) => {
    const store = createStore();
    const form = createForm({
      ...basisOf(type),
      // Every coefficient is typed, with as many decimals as the case has.
      baseline: {
        name: 'Расчёт',
        choices: Object.fromEntries((definition.dictionaries ?? []).map(({ name }) => [name, STORED])),
        values: {},
      },
      decimals: 20,
      draftKey: 'draft:test',
    });
    const values = numberInputs(definition).map(([name]) => [name, String(inputs[name] ?? '')]);
    store.set(form.draftAtom, { values: Object.fromEntries(values) });
    expect(store.get(form.previewAtom)).toMatchObject({ ok: true, results });
  });
});

/** A new form of a flare with a typed volume. */
function typed(volume: string) {
  const store = createStore();
  const form = newFormOf('torch_ch4');
  store.set(form.draftAtom, { values: { volume } });
  return { store, form };
}

describe('the preview', () => {
  it('is computed from preselected rows and one typed number', () => {
    const store = createStore();
    const form = newFormOf('underground');
    store.set(form.draftAtom, { values: { volume: '1 000' } });
    const preview = store.get(form.previewAtom);
    if (!preview.ok) throw new Error(JSON.stringify(preview.faults));
    expect(preview.inputs).toMatchObject({ volume: 1000, p_ch4: 0.668, p_co2: 1.8393 });
    expect(preview.trace.coefficients.find(({ symbol }) => symbol === 'ρ(CH₄)')).toMatchObject({
      value: 0.668,
      mark: 'norm',
      source: expect.stringContaining('№ 371'),
    });
  });

  it('reports missing inputs by field', () => {
    const preview = createStore().get(newFormOf('torch_ch4').previewAtom);
    expect(preview).toMatchObject({ ok: false, faults: { volume: 'Укажите число.' } });
  });

  it('refuses two separators and never reads 10.02 as 1002', () => {
    const { store, form } = typed('1.000,5');
    expect(store.get(form.previewAtom)).toMatchObject({
      ok: false,
      faults: { volume: expect.stringContaining('больше одного разделителя') },
    });
    store.set(form.draftAtom, { values: { volume: '10.02' } });
    expect(store.get(form.previewAtom)).toMatchObject({ ok: true, inputs: { volume: 10.02 } });
    expect(store.get(form.draftAtom).values.volume).toBe('10.02');
  });

  it('refuses more decimals than the setting allows', () => {
    localStorage.setItem('comma', '1');
    const { store, form } = typed('1,25');
    expect(store.get(form.previewAtom)).toMatchObject({
      ok: false,
      faults: { volume: expect.stringContaining('Настройки') },
    });
  });

  it('uses the core’s value for a coefficient fixed by the method', () => {
    const store = createStore();
    const form = newFormOf('underground_emission_ch4');
    store.set(form.draftAtom, { values: { volume: '100', koef_transform: '99' } });
    expect(store.get(form.previewAtom)).toMatchObject({ ok: true, inputs: { koef_transform: 0.67 } });
  });

  it('reports CO₂ and CH₄ of more than 100 % of the mixture', () => {
    const store = createStore();
    const form = createForm({
      ...basisOf('underground'),
      baseline: { name: '', choices: { get_underground: '1', get_underground_content: STORED }, values: {} },
      decimals: 4,
      draftKey: 'draft:test',
    });
    store.set(form.draftAtom, { values: { volume: '1', ef_co2: '60', ef_ch4: '50' } });
    expect(store.get(form.previewAtom)).toMatchObject({
      ok: false,
      faults: { ef_ch4: expect.stringContaining('больше 100 %') },
    });
  });
});
