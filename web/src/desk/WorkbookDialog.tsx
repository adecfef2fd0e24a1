import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import { useRef, useState } from 'react';
import { ApiFailure } from '../api/failure.ts';
import { getWorkbook, loadWorkbook } from '../api/workbook_calls.ts';
import { saveFile } from '../browser/save_file.ts';
import { Dialog } from '../components/Dialog.tsx';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { notifyDone, notifyFailure } from '../components/notify.tsx';
import { reloadCalculationsAtom } from '../fields/reload_calculations.ts';
import { FaultsTable } from '../tables/FaultsTable.tsx';
import { WorkbookPreview } from './WorkbookPreview.tsx';

interface WorkbookDialogProps {
  readonly projectId: string;
  /** A project in the archive gives its workbook and takes none. */
  readonly canLoad: boolean;
}

/** The inventory of a project as one Excel workbook: out, and in with a preview of what changes. */
export function WorkbookDialog(props: WorkbookDialogProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Книга Excel
      </Button>
      <Dialog title="Инвентаризация книгой Excel" onClose={() => setOpen(false)} size={860}>
        {isOpen ? <WorkbookExchange {...props} onDone={() => setOpen(false)} /> : null}
      </Dialog>
    </>
  );
}

function WorkbookExchange({ projectId, canLoad, onDone }: WorkbookDialogProps & { readonly onDone: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const reload = useSetAtom(reloadCalculationsAtom);
  const check = useMutation({ mutationFn: (file: File) => loadWorkbook(projectId, file, true) });
  const load = useMutation({
    mutationFn: (file: File) => loadWorkbook(projectId, file, false),
    onSuccess: async ({ created, changed }) => {
      await reload();
      notifyDone(`Записано: новых ${created}, изменённых ${changed}`);
      onDone();
    },
  });
  const file = check.variables;
  const preview = check.data;
  const count = preview ? preview.created + preview.changed : 0;
  const failure = load.error ?? check.error;
  return (
    <Stack gap="md">
      <Text size="sm">
        Лист на вид расчёта, строка на расчёт. Измените числа, добавьте строки без номера — и загрузите книгу обратно.
        Перед записью видно, что изменится; с одной ошибкой не записывается ничего. Прогноз, ряды и чувствительность в
        книгу не входят: их строки — отдельные таблицы.
      </Text>
      <Group gap="xs">
        <Button variant="default" data-autofocus onClick={() => void download(projectId)}>
          Скачать книгу
        </Button>
        {canLoad && (
          <Button
            variant={preview ? 'default' : 'filled'}
            loading={check.isPending}
            onClick={() => input.current?.click()}
          >
            {file ? 'Выбрать другую книгу' : 'Загрузить книгу'}
          </Button>
        )}
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Книга инвентаризации"
          accept=".xlsx"
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? [];
            // The same file, changed in Excel, is chosen once more.
            currentTarget.value = '';
            load.reset();
            if (chosen) check.mutate(chosen);
          }}
        />
        {file && <Text size="sm">{file.name}</Text>}
      </Group>
      {failure && <WorkbookFailure error={failure} />}
      {preview && !failure && <WorkbookPreview load={preview} />}
      {preview && file && !failure && (
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            Закрыть
          </Button>
          {count > 0 && (
            <Button loading={load.isPending} onClick={() => load.mutate(file)}>
              Записать: {count}
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
}

/** A refusal names the cells; any other failure, its cause. */
function WorkbookFailure({ error }: { readonly error: Error }) {
  if (error instanceof ApiFailure && error.faults.some(({ sheet }) => sheet !== undefined)) {
    return <FaultsTable detail={error.message} faults={error.faults} total={error.faultsTotal} />;
  }
  return <FailureAlert error={error} />;
}

async function download(project: string): Promise<void> {
  try {
    const { bytes, fileName, contentType } = await getWorkbook(project);
    saveFile(bytes, fileName ?? 'Книга инвентаризации.xlsx', contentType);
  } catch (error) {
    notifyFailure('Книга не скачана', error);
  }
}
