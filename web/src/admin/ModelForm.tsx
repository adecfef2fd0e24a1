import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useSetAtom } from 'jotai';
import { type FormEvent, useId, useState } from 'react';
import type { LoadedModel } from '#core/contract/model.ts';
import { activateModel, loadModel } from '../api/admin_calls.ts';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { Notice } from '../components/Notice.tsx';
import { notifyDone } from '../components/notify.tsx';
import { focusFirstFault } from '../records/faults.ts';
import { useAction } from '../records/use_action.ts';
import classes from './Admin.module.css';
import { ModelView } from './ModelView.tsx';
import { reloadModelsAtom } from './state.ts';
import { TrialTable } from './TrialTable.tsx';

/** Loads a model file; the server checks it and answers what it says of some days, before anybody computes by it. */
export function ModelForm({ onClose }: { readonly onClose: () => void }) {
  const [file, setFile] = useState<File>();
  const [name, setName] = useState('');
  const [loaded, setLoaded] = useState<LoadedModel>();
  const { isBusy, failure, faults, refuse, run } = useAction();
  const reload = useSetAtom(reloadModelsAtom);
  const id = useId();
  if (loaded) return <Loaded model={loaded} onClose={onClose} />;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (!file) {
      refuse({ file: 'Выберите файл модели XGBoost или LightGBM.' });
      return focusFirstFault(form);
    }
    void run(async () => {
      setLoaded(await loadModel(file, name.trim()));
      await reload();
    }).then(() => focusFirstFault(form));
  };

  return (
    <form onSubmit={submit} noValidate>
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
            onChange={(event) => setFile(event.currentTarget.files?.[0])}
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
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={faults.name}
        />
        {failure !== undefined && <FailureAlert error={failure} shownFields={['file', 'name']} />}
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button variant="default" onClick={onClose}>
            Закрыть
          </Button>
          <Button type="submit" loading={isBusy}>
            Загрузить и проверить
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The loaded model with its trial, and the choice to compute by it from now on. */
function Loaded({ model, onClose }: { readonly model: LoadedModel; readonly onClose: () => void }) {
  const { isBusy, failure, run } = useAction();
  const reload = useSetAtom(reloadModelsAtom);
  const activate = () =>
    run(async () => {
      await activateModel(model.id);
      notifyDone('Модель сделана действующей', <Text size="sm">{model.name}</Text>);
      await reload();
      onClose();
    });
  const button = (
    <Button onClick={() => void activate()} loading={isBusy}>
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
      {failure !== undefined && <FailureAlert error={failure} />}
    </ModelView>
  );
}
