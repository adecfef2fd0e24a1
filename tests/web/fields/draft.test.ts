import { createStore } from 'jotai';
import { beforeEach, describe, expect, it } from 'vitest';
import { keepDraft } from '#web/browser/drafts.ts';
import { STORED } from '#web/fields/draft.ts';
import { actualOf } from '#web/fields/form.ts';
import { newFormOf, storedFormOf } from '../../support/web/forms.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

function opened(form: ReturnType<typeof newFormOf>) {
  const store = createStore();
  const fields = Object.fromEntries(store.get(form.fieldsAtom).map(({ name, mode, text }) => [name, [mode, text]]));
  const { definition, dictionaries } = form.context;
  const draft = store.get(form.draftAtom);
  return {
    fields,
    choices: draft.choices,
    actual: actualOf(definition, draft, dictionaries),
    preview: store.get(form.previewAtom),
  };
}

describe('a stored calculation in the form', () => {
  it('selects the dictionary rows of its coefficients', () => {
    const form = storedFormOf('open_mining_ch4', { volume: 10, ef: '1.200000', koef_transform: '0.670000' });
    const { fields, actual } = opened(form);
    expect(fields).toEqual({ volume: ['typed', '10'], ef: ['preset', '1,2'], koef_transform: ['preset', '0,67'] });
    expect(actual).toEqual([]);
  });

  it('shows «Фактическое значение» with the stored number and the row’s fixed coefficient', () => {
    const form = storedFormOf('open_mining_ch4', { volume: 10, ef: '7.770000', koef_transform: '0.670000' });
    const { fields, actual } = opened(form);
    expect(fields).toEqual({ volume: ['typed', '10'], ef: ['typed', '7,77'], koef_transform: ['preset', '0,67'] });
    expect(actual).toEqual(['get_open_mining_ch4']);
  });

  it('keeps an actual value that equals a row', () => {
    const actual = ['get_open_mining_ch4'];
    const form = storedFormOf('open_mining_ch4', { volume: 10, ef: '1.200000', koef_transform: '0.670000', actual });
    expect(opened(form)).toMatchObject({ fields: { ef: ['typed', '1,2'] }, actual });
  });

  it('shows coefficients without a matching row as typed', () => {
    const form = storedFormOf('disposal_co2_stat_sources', {
      volume: 1,
      ef: '99.900000',
      of: '0.970000',
      k: '20.100000',
    });
    const { fields, choices } = opened(form);
    expect(choices).toEqual({ get_disposal_co2_stat_sources: STORED });
    expect(fields).toEqual({
      volume: ['typed', '1'],
      ef: ['typed', '99,9'],
      of: ['typed', '0,97'],
      k: ['typed', '20,1'],
    });
  });

  it('keeps all decimals of a stored value, even more than the setting allows', () => {
    const form = storedFormOf('torch_ch4', { volume: 0.1234567891, koef_transform: '0.668000' });
    expect(opened(form).preview).toMatchObject({ ok: true, inputs: { volume: 0.1234567891 } });
  });
});

describe('the draft of a form', () => {
  it('is restored exactly as typed when the form is opened again', () => {
    createStore().set(newFormOf('torch_ch4').draftAtom, { name: ' Факел ', values: { volume: '1 000,50' } });
    const again = newFormOf('torch_ch4');
    const store = createStore();
    expect(store.get(again.hasDraftAtom)).toBe(true);
    expect(store.get(again.draftAtom)).toMatchObject({ name: ' Факел ', values: { volume: '1 000,50' } });
  });

  it('keeps the version of the calculation that it changes', () => {
    const first = storedFormOf('torch_ch4', { volume: 1, koef_transform: '0.668000', version: 3 });
    createStore().set(first.draftAtom, { values: { volume: '2' } });
    const later = storedFormOf('torch_ch4', { volume: 9, koef_transform: '0.668000', version: 5 });
    expect(createStore().get(later.draftAtom)).toMatchObject({ values: { volume: '2' }, version: 3 });
  });

  it('is dropped if an older release stored another format', () => {
    const form = newFormOf('torch_ch4');
    keepDraft(form.context.draftKey, { text: 'old' });
    expect(createStore().get(newFormOf('torch_ch4').hasDraftAtom)).toBe(false);
  });

  it('is removed by clearing', () => {
    const store = createStore();
    const form = newFormOf('torch_ch4');
    store.set(form.draftAtom, { name: 'Факел' });
    store.set(form.clearDraftAtom);
    expect(localStorage.length).toBe(0);
    expect(store.get(form.draftAtom).name).toBe('');
  });
});
