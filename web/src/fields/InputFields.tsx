import { Stack } from '@mantine/core';
import { useAtom, useAtomValue } from 'jotai';
import { useState } from 'react';
import { NumberField } from '../components/NumberField.tsx';
import { DictionaryField } from './DictionaryField.tsx';
import { type FieldState, STORED } from './draft.ts';
import type { CalculationForm } from './form.ts';
import { GivenFields } from './PresetFields.tsx';
import type { Saving } from './saving.tsx';

/** What the fields ask of the saving. */
export type FieldSaving = Pick<Saving, 'faults' | 'isTried' | 'mend'>;

/** What they ask of the form, of a table or of a formula. */
export type FieldForm = Pick<CalculationForm, 'context' | 'draftAtom' | 'fieldsAtom' | 'inputsAtom'>;

/** The dictionaries of the form with the numbers that they give, then the numbers of the person. */
export function InputFields({ form, saving }: { readonly form: FieldForm; readonly saving: FieldSaving }) {
  const { definition, dictionaries, baseline } = form.context;
  const [draft, change] = useAtom(form.draftAtom);
  const fields = useAtomValue(form.fieldsAtom);
  const uses = definition.dictionaries ?? [];
  const rows = (some: readonly FieldState[]) => (
    <>
      <GivenFields fields={some.filter(({ mode }) => mode !== 'typed')} />
      {some
        .filter(({ mode }) => mode === 'typed')
        .map((field) => (
          <TypedField key={field.name} field={field} form={form} saving={saving} />
        ))}
    </>
  );
  return (
    <>
      {uses.map((use) => {
        const dictionary = dictionaries[use.name];
        if (!dictionary) return null;
        return (
          <Stack key={use.name} gap="xs">
            <DictionaryField
              use={use}
              dictionary={dictionary}
              draft={draft}
              hasStored={baseline.choices[use.name] === STORED}
              onChoose={(choice) => change({ choices: { ...draft.choices, [use.name]: choice } })}
            />
            {rows(fields.filter(({ name }) => use.presets.includes(name)))}
          </Stack>
        );
      })}
      {rows(fields.filter(({ name }) => !uses.some(({ presets }) => presets.includes(name))))}
    </>
  );
}

interface TypedFieldProps {
  readonly field: FieldState;
  readonly form: FieldForm;
  readonly saving: FieldSaving;
}

function TypedField({ field: { name, input, unit, text = '' }, form, saving }: TypedFieldProps) {
  const [draft, change] = useAtom(form.draftAtom);
  const given = useAtomValue(form.inputsAtom);
  const [isLeft, setLeft] = useState(false);
  // An empty field is no fault before it was left or the form was sent.
  const isDue = saving.isTried || text.trim() !== '' || isLeft;
  return (
    <NumberField
      label={input.label}
      symbol={input.symbol}
      unit={unit}
      value={text}
      hint={input.hint}
      error={saving.faults[name] ?? (isDue && !given.ok ? given.faults[name] : undefined)}
      onChange={(value) => {
        change({ values: { ...draft.values, [name]: value } });
        saving.mend(name);
      }}
      onBlur={() => setLeft(true)}
    />
  );
}
