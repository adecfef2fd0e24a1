import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { type FormEvent, useState } from 'react';
import type { Calculation } from '#core/contract/calculation.ts';
import { Conflict, currentOf } from '../components/Conflict.tsx';
import { DraftNote } from '../components/DraftNote.tsx';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { NumberField } from '../components/NumberField.tsx';
import { conflictDifferences } from './conflict.ts';
import { DictionaryField } from './DictionaryField.tsx';
import { type FieldState, STORED } from './draft.ts';
import classes from './FieldsForm.module.css';
import type { CalculationForm } from './form.ts';
import { GivenFields } from './GivenFields.tsx';
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
  const { core, definition, dictionaries, baseline } = form.context;
  const [draft, change] = useAtom(form.draftAtom);
  const fields = useAtomValue(form.fieldsAtom);
  const preview = useAtomValue(form.previewAtom);
  const clearDraft = useSetAtom(form.clearDraftAtom);
  const [isRestored, setRestored] = useState(useAtomValue(form.hasDraftAtom));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const saving = useSaving({ form, projectId, onClose, ...(calculation && { calculation }) });

  const faultOf = (name: string, text: string) => {
    const isDue = saving.isTried || text.trim() !== '' || left.has(name);
    return saving.faults[name] ?? (isDue && !preview.ok ? preview.faults[name] : undefined);
  };
  const type = (name: string, text: string) => {
    change({ values: { ...draft.values, [name]: text } });
    saving.mend(name);
  };
  const clear = () => {
    clearDraft();
    setRestored(false);
    saving.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void saving.save();
  };

  const fieldRows = (some: readonly FieldState[]) => (
    <>
      <GivenFields fields={some.filter(({ mode }) => mode !== 'typed')} />
      {some
        .filter(({ mode }) => mode === 'typed')
        .map(({ name, input, unit, text = '' }) => (
          <NumberField
            key={name}
            label={input.label}
            symbol={input.symbol}
            unit={unit}
            value={text}
            hint={input.hint}
            error={faultOf(name, text)}
            onChange={(text) => type(name, text)}
            onBlur={() => setLeft((names) => new Set(names).add(name))}
          />
        ))}
    </>
  );
  const uses = definition.dictionaries ?? [];
  const typed = fields.filter(({ mode }) => mode === 'typed');
  const given = preview.ok ? [] : fields.filter(({ name, mode }) => mode !== 'typed' && preview.faults[name]);
  const current = currentOf<Calculation>(saving.failure);
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <Stack gap="sm" className={classes.fields ?? ''}>
        {isRestored && <DraftNote onClear={clear} />}
        <TextInput
          label="Название расчёта"
          data-autofocus
          required
          value={draft.name}
          onChange={(event) => {
            change({ name: event.currentTarget.value });
            saving.mend('name');
          }}
          error={saving.faults.name}
        />
        {uses.map((use) => {
          const dictionary = dictionaries[use.name];
          return (
            dictionary && (
              <Stack key={use.name} gap="xs">
                <DictionaryField
                  use={use}
                  dictionary={dictionary}
                  draft={draft}
                  hasStored={baseline.choices[use.name] === STORED}
                  onChoose={(choice) => change({ choices: { ...draft.choices, [use.name]: choice } })}
                />
                {fieldRows(fields.filter(({ name }) => use.presets.includes(name)))}
              </Stack>
            )
          );
        })}
        {fieldRows(fields.filter(({ name }) => !uses.some(({ presets }) => presets.includes(name))))}
      </Stack>
      <div className={classes.preview}>
        <PreviewPanel
          definition={definition}
          core={core}
          preview={preview}
          missing={typed.filter(({ text = '' }) => text.trim() === '').map(({ input }) => input.label)}
        />
      </div>
      <div className={classes.footer}>
        {given.map(({ name }) => (
          <Alert key={name} color="red" role="alert">
            {!preview.ok && preview.faults[name]}
          </Alert>
        ))}
        {current ? (
          <Conflict
            differences={conflictDifferences(form.context, current, draft, fields)}
            isArchived={current.is_deleted}
            isBusy={saving.isBusy}
            onOverwrite={() => void saving.save(current)}
            onTakeTheirs={() => {
              clearDraft();
              onTakeTheirs(current);
            }}
          />
        ) : (
          saving.failure !== undefined && <FailureAlert error={saving.failure} />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Закрыть
          </Button>
          {!current && (
            <Button type="submit" loading={saving.isBusy}>
              Сохранить
            </Button>
          )}
        </Group>
      </div>
    </form>
  );
}
