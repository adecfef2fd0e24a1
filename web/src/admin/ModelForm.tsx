import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useSetAtom } from 'jotai';
import { useId, useState } from 'react';
import type { LoadedModel } from '#core/contract/model.ts';
import { loadModel } from '../api/admin_calls.ts';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { Notice } from '../components/Notice.tsx';
import { FormButtons } from '../records/FormButtons.tsx';
import { FormMessages } from '../records/FormMessages.tsx';
import { useRecordForm } from '../records/use_record_form.ts';
import classes from './Admin.module.css';
import { ModelView } from './ModelView.tsx';
import { reloadModelsAtom } from './state.ts';
import { TrialTable } from './TrialTable.tsx';
import { useModelActivation } from './use_model_activation.tsx';

interface ModelDraft {
  readonly name: string;
  readonly file?: File;
}

/**
 * Loads a model file; the server checks it and answers what it says of some days, before anybody
 * computes by it.
 */
export function ModelForm({ onClose }: { readonly onClose: () => void }) {
  const [draft, setDraft] = useState<ModelDraft>({ name: '' });
  const [loaded, setLoaded] = useState<LoadedModel>();
  const reload = useSetAtom(reloadModelsAtom);
  const id = useId();
  const form = useRecordForm<ModelDraft, File>({
    draft,
    onChange: (changes) => setDraft({ ...draft, ...changes }),
    check: () =>
      draft.file
        ? { ok: true, payload: draft.file }
        : { ok: false, faults: { file: 'Выберите файл модели XGBoost или LightGBM.' } },
    send: async (file) => {
      setLoaded(await loadModel(file, draft.name.trim()));
      await reload();
    },
  });
  if (loaded) return <Loaded model={loaded} onClose={onClose} />;
  const { faults } = form;
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="sm">
        <div className={classes.file}>
          <label htmlFor={id}>Файл модели</label>
          <Text size="xs" c="dimmed" id={`${id}-hint`}>
            XGBoost (JSON, UBJSON) или LightGBM (текст), можно сжатый gzip; не больше 4 МБ.
          </Text>
          <input
            id={id}
            type="file"
            accept=".json,.ubj,.txt,.gz,.model"
            aria-describedby={`${id}-hint`}
            aria-invalid={faults.file !== undefined}
            onChange={({ currentTarget: { files } }) => {
              setDraft({ name: draft.name, ...(files?.[0] && { file: files[0] }) });
              form.mend('file');
            }}
          />
          {faults.file !== undefined && (
            <Text size="xs" c="var(--mantine-color-error)" mt={4} role="alert">
              {faults.file}
            </Text>
          )}
        </div>
        <TextInput
          label="Название"
          description="Если не указать, им станет имя файла."
          autoComplete="off"
          {...form.field('name')}
        />
        <FormMessages form={form} fields={['file', 'name']} />
        <FormButtons form={form} submit="Загрузить и проверить" onClose={onClose} />
      </Stack>
    </form>
  );
}

/** The loaded model with its trial, and the choice to compute by it from now on. */
function Loaded({ model, onClose }: { readonly model: LoadedModel; readonly onClose: () => void }) {
  const activation = useModelActivation(onClose);
  const button = (
    <Button onClick={() => activation.mutate(model)} loading={activation.isPending}>
      Сделать действующей
    </Button>
  );
  return (
    <ModelView model={model} onClose={onClose} buttons={button}>
      {model.is_by_order && (
        <Notice tone="warning" title="В файле нет имён признаков">
          Признаки взяты в порядке столбцов таблицы. Сверьте их список выше с тем, на чём модель обучали.
        </Notice>
      )}
      <TrialTable model={model} />
      {activation.error && <FailureAlert error={activation.error} />}
    </ModelView>
  );
}
