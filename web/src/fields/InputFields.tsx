import { Stack } from '@mantine/core';
import { useAtom, useAtomValue } from 'jotai';
import { useState } from 'react';
import { parseDecimal } from '#core/contract/decimal.ts';
import { inUnit, unitsOf } from '#core/contract/quantity_units.ts';
import { NumberField } from '../components/NumberField.tsx';
import { formatNumber } from '../format.ts';
import type { RecordForm } from '../records/use_record_form.ts';
import { DictionaryField } from './DictionaryField.tsx';
import { type FieldState, STORED } from './draft.ts';
import type { FieldsFormModel } from './form.ts';
import { PresetFields } from './PresetFields.tsx';

/** What the fields need of the record form. */
export type FieldsRecord = Pick<RecordForm, 'faults' | 'isTried' | 'mend'>;

/** What the fields need of the model of a form, of a table or of a formula. */
export type FieldForm = Pick<FieldsFormModel, 'context' | 'draftAtom' | 'fieldsAtom' | 'inputsAtom'>;

/**
 * The dictionaries of the form with the numbers that they give, then the numbers that the user
 * types.
 */
export function InputFields({ form, record }: { readonly form: FieldForm; readonly record: FieldsRecord }) {
  const { definition, dictionaries, baseline } = form.context;
  const [draft, change] = useAtom(form.draftAtom);
  const fields = useAtomValue(form.fieldsAtom);
  const uses = definition.dictionaries ?? [];
  const rows = (some: readonly FieldState[]) => (
    <>
      <PresetFields fields={some.filter(({ mode }) => mode !== 'typed')} />
      {some
        .filter(({ mode }) => mode === 'typed')
        .map((field) => (
          <TypedField key={field.name} field={field} form={form} record={record} />
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
  readonly record: FieldsRecord;
}

function TypedField({ field, form, record }: TypedFieldProps) {
  const { name, input, unit, typedUnit = unit, text = '' } = field;
  const [draft, change] = useAtom(form.draftAtom);
  const inputs = useAtomValue(form.inputsAtom);
  const [isLeft, setLeft] = useState(false);
  // An empty field is not a fault until it loses the focus or the form is sent.
  const isDue = record.isTried || text.trim() !== '' || isLeft;
  return (
    <NumberField
      label={input.label}
      symbol={input.symbol}
      unit={typedUnit}
      units={unitsOf(unit)}
      onUnit={(chosen) => change({ units: { ...draft.units, [name]: chosen } })}
      equal={equalText(field)}
      value={text}
      hint={input.hint}
      error={record.faults[name] ?? (isDue && !inputs.ok ? inputs.faults[name] : undefined)}
      onChange={(value) => {
        change({ values: { ...draft.values, [name]: value } });
        record.mend(name);
      }}
      onBlur={() => setLeft(true)}
    />
  );
}

/** «= 20 000 т»: a typed number in the unit of the formula or, where it is typed in that one, in the smallest unit. */
function equalText({ text = '', unit, typedUnit = unit }: FieldState): string | undefined {
  const [smallest = unit] = unitsOf(unit);
  const other = typedUnit === unit ? smallest : unit;
  const parsed = parseDecimal(inUnit(text, typedUnit, other));
  return other === typedUnit || !parsed.ok ? undefined : `= ${formatNumber(parsed.value)} ${other}`;
}
