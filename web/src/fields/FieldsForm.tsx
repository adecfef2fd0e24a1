import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { type FormEvent, useState } from 'react';
import type { Calculation } from '#core/contract/calculation.ts';
import { DraftNote } from '../records/DraftNote.tsx';
import { focusFirstFault } from '../records/faults.ts';
import classes from './FieldsForm.module.css';
import { FormMessages } from './FormMessages.tsx';
import type { CalculationForm } from './form.ts';
import { InputFields } from './InputFields.tsx';
import { PreviewPanel } from './PreviewPanel.tsx';
import { useSaving } from './saving.tsx';

interface FieldsFormProps {
  readonly form: CalculationForm;
  readonly projectId: string;
  /** The calculation to change; without one a new calculation is made. */
  readonly calculation?: Calculation;
  readonly onClose: () => void;
  /** The person drops what is typed for what the server has. */
  readonly onTakeTheirs: (current: Calculation) => void;
}

/** The form of any closed-form type, made from its definition, with the result computed while it is filled in. */
export function FieldsForm({ form, projectId, calculation, onClose, onTakeTheirs }: FieldsFormProps) {
  const [draft, change] = useAtom(form.draftAtom);
  const fields = useAtomValue(form.fieldsAtom);
  const clearDraft = useSetAtom(form.clearDraftAtom);
  const [isRestored, setRestored] = useState(useAtomValue(form.hasDraftAtom));
  const saving = useSaving({ form, projectId, onClose, ...(calculation && { calculation }) });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget } = event;
    void saving.save().then(() => focusFirstFault(currentTarget));
  };
  const clear = () => {
    clearDraft();
    setRestored(false);
    saving.reset();
  };
  const takeTheirs = (current: Calculation) => {
    clearDraft();
    onTakeTheirs(current);
  };
  const empty = fields.filter(({ mode, text = '' }) => mode === 'typed' && text.trim() === '');
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <Stack gap="sm">
        {isRestored && <DraftNote onClear={clear} />}
        <TextInput
          label="Название расчёта"
          autoFocus
          data-autofocus
          required
          value={draft.name}
          onChange={(event) => {
            change({ name: event.currentTarget.value });
            saving.mend('name');
          }}
          error={saving.faults.name}
        />
        <InputFields form={form} saving={saving} />
      </Stack>
      <div className={classes.preview}>
        <PreviewPanel form={form} missing={empty.map(({ input }) => input.label)} />
      </div>
      <div className={classes.footer}>
        <FormMessages form={form} saving={saving} onTakeTheirs={takeTheirs} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Закрыть
          </Button>
          {!saving.current && (
            <Button type="submit" loading={saving.isBusy}>
              Сохранить
            </Button>
          )}
        </Group>
      </div>
    </form>
  );
}
