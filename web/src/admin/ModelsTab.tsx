import { Button, Group, Text } from '@mantine/core';
import { IconCheck, IconUpload } from '@tabler/icons-react';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import type { Model } from '#core/contract/model.ts';
import { DataTable, type DataTableColumn } from '../components/DataTable.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingRows } from '../components/Loading.tsx';
import { RowButton } from '../components/RowButton.tsx';
import { RowLink } from '../components/RowLink.tsx';
import { StateTag } from '../components/StateTag.tsx';
import { formatBytes, formatDay } from '../format.ts';
import { modelsAtom } from '../models/models.ts';
import { useStableAtom } from '../use_stable_atom.ts';
import classes from './Admin.module.css';
import { ModelForm } from './ModelForm.tsx';
import { ModelView } from './ModelView.tsx';
import { methodLabel } from './methods.ts';
import { useModelActivation } from './use_model_activation.tsx';

type OpenModel = { readonly mode: 'load' } | { readonly mode: 'view'; readonly model: Model };

/**
 * The models of the company and the shipped ones: which of a method's models new calculations take,
 * and the loading of another.
 */
export function ModelsTab() {
  const models = useAtomValue(useStableAtom(modelsAtom, true));
  const [dialog, setDialog] = useState<OpenModel>();
  const activation = useModelActivation();
  const close = () => setDialog(undefined);

  return (
    <>
      <Group justify="space-between" mb="sm">
        <Text size="sm" c="dimmed">
          Новые расчёты идут по действующей модели метода. Прежние остаются при своей.
        </Text>
        <Button leftSection={<IconUpload size={18} />} onClick={() => setDialog({ mode: 'load' })}>
          Загрузить модель
        </Button>
      </Group>
      {activation.error && <FailureAlert error={activation.error} />}
      {models.error && <FailureAlert error={models.error} onRetry={() => void models.refetch()} />}
      {!models.data && !models.error && <LoadingRows rows={3} />}
      {models.data && (
        <DataTable
          label="Модели"
          items={models.data}
          columns={columns((model) => setDialog({ mode: 'view', model }))}
          onOpen={(model) => setDialog({ mode: 'view', model })}
          actions={(model) =>
            !model.is_active && (
              <RowButton
                label={`Сделать действующей: ${model.name}`}
                icon={IconCheck}
                isBusy={activation.isPending}
                onClick={() => activation.mutate(model)}
              />
            )
          }
        />
      )}
      <Dialog title={dialog?.mode === 'load' ? 'Новая модель' : 'Модель'} onClose={close} size={DIALOG_WIDTH}>
        {dialog ? content(dialog, close) : null}
      </Dialog>
    </>
  );
}

function content(dialog: OpenModel, onClose: () => void) {
  return dialog.mode === 'load' ? (
    <ModelForm onClose={onClose} />
  ) : (
    <ModelView model={dialog.model} onClose={onClose} />
  );
}

/** Wide enough for the days of a trial, px. */
const DIALOG_WIDTH = 860;

function columns(open: (model: Model) => void): readonly DataTableColumn<Model>[] {
  return [
    {
      key: 'name',
      header: 'Название',
      cell: (model) => <RowLink onOpen={() => open(model)}>{model.name}</RowLink>,
    },
    { key: 'method', header: 'Метод', cell: ({ method }) => methodLabel(method) },
    {
      key: 'state',
      header: 'Состояние',
      cell: ({ is_active, demonstration }) => (
        <span>
          {is_active && <StateTag>действующая</StateTag>}
          {demonstration && <span className={classes.aside}> демонстрационная</span>}
        </span>
      ),
    },
    { key: 'trees', header: 'Деревьев', isNumeric: true, cell: ({ trees }) => trees },
    { key: 'size', header: 'Файл', isNumeric: true, cell: ({ size }) => formatBytes(size) },
    {
      key: 'created_at',
      header: 'Загружена',
      cell: ({ created_at, author }) => (author === '' ? '—' : `${formatDay(created_at)}, ${author}`),
    },
  ];
}
