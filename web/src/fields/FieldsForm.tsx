import { Stack, TextInput } from '@mantine/core';
import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import type { Calculation } from '#core/contract/calculation.ts';
import { Notice } from '../components/Notice.tsx';
import { DraftNote } from '../records/DraftNote.tsx';
import { FormButtons } from '../records/FormButtons.tsx';
import { FormFooter } from '../records/FormFooter.tsx';
import { FormMessages } from '../records/FormMessages.tsx';
import { conflictDifferences } from './conflict.ts';
import classes from './FieldsForm.module.css';
import type { FieldsFormModel } from './form.ts';
import { InputFields } from './InputFields.tsx';
import { MagnitudeQuestion } from './MagnitudeQuestion.tsx';
import { PreviewPanel } from './PreviewPanel.tsx';
import { useFieldsSaving } from './use_fields_saving.ts';

interface FieldsFormProps {
  readonly form: FieldsFormModel;
  readonly projectId: string;
  /** The calculation to change; without one a new calculation is created. */
  readonly calculation?: Calculation;
  readonly onClose: () => void;
  /** The user drops the draft for the server's calculation. */
  readonly onTakeTheirs: (current: Calculation) => void;
}

/**
 * The form of any closed-form type, made from its definition, with the result computed while it is
 * filled in.
 */
export function FieldsForm({ form, projectId, calculation, onClose, onTakeTheirs }: FieldsFormProps) {
  const fields = useAtomValue(form.fieldsAtom);
  const clearDraft = useSetAtom(form.clearDraftAtom);
  const [isRestored, setRestored] = useState(useAtomValue(form.hasDraftAtom));
  const record = useFieldsSaving({ form, projectId, onClose, ...(calculation && { calculation }) });
  const clear = () => {
    clearDraft();
    setRestored(false);
    record.reset();
  };
  const empty = fields.filter(({ mode, text = '' }) => mode === 'typed' && text.trim() === '');
  return (
    <form onSubmit={record.submit} noValidate className={classes.form}>
      <Stack gap="sm">
        {isRestored && <DraftNote onClear={clear} />}
        <TextInput label="Название расчёта" autoFocus data-autofocus required {...record.field('name')} />
        <InputFields form={form} record={record} />
        <MagnitudeQuestion form={form} />
      </Stack>
      <div className={classes.preview}>
        <PreviewPanel form={form} missing={empty.map(({ input }) => input.label)} />
      </div>
      <FormFooter>
        <FormMessages
          form={record}
          fields={['name', ...fields.filter(({ mode }) => mode === 'typed').map(({ name }) => name)]}
          differences={(current) => conflictDifferences(form.context, current, record.draft, fields)}
          onTakeTheirs={(current) => {
            clearDraft();
            onTakeTheirs(current);
          }}
        >
          <PresetFaults form={form} />
        </FormMessages>
        <FormButtons form={record} onClose={onClose} mt={0} />
      </FormFooter>
    </form>
  );
}

/**
 * Faults that no typed field shows: of numbers that dictionaries give, and of the inputs as a
 * whole.
 */
function PresetFaults({ form }: { readonly form: FieldsFormModel }) {
  const preview = useAtomValue(form.previewAtom);
  const fields = useAtomValue(form.fieldsAtom);
  if (preview.ok) return null;
  const typed = fields.filter(({ mode }) => mode === 'typed').map(({ name }) => name);
  return Object.entries(preview.faults).map(([name, message]) =>
    typed.includes(name) ? null : (
      <Notice key={name} tone="error">
        {message}
      </Notice>
    ),
  );
}
