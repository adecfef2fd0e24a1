import { Button, Group, Stack, Text } from '@mantine/core';
import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { useDeferredValue, useMemo, useState } from 'react';
import { counted } from '#core/contract/russian.ts';
import { LISTED_FAULTS } from '#core/tables/refused.ts';
import { Notice } from '../components/Notice.tsx';
import { badCells } from '../grid/cell_fault.ts';
import { RowsGrid } from '../grid/RowsGrid.tsx';
import { columnName } from '../grid/rows.ts';
import { FaultsTable } from './FaultsTable.tsx';
import type { TableFormModel } from './table_form.ts';
import { textRows } from './typed_rows.ts';
import { useGridModel } from './use_grid_model.ts';
import type { PreviewWork } from './use_preview.ts';

interface GridRowsProps {
  readonly form: TableFormModel;
  readonly work: PreviewWork;
  readonly isFull: boolean;
  readonly onFull: (isFull: boolean) => void;
  /** Whether what is typed survives a reload. */
  readonly isKept: boolean;
  readonly error: string | undefined;
}

/** The grid with what is wrong in it; or, of a file, the way to mend its cells there. */
export function GridRows({ form, work, isFull, onFull, isKept, error }: GridRowsProps) {
  const isGrid = useAtomValue(form.isGridAtom);
  if (!form.canType) return null;
  if (!isGrid) return <MendInGrid form={form} work={work} />;
  return (
    <Stack gap="xs">
      <FormGrid form={form} isFull={isFull} onFull={onFull} />
      {error !== undefined && <Notice tone="error">{error}</Notice>}
      {!isKept && (
        <Notice tone="warning">
          Строк слишком много, чтобы сохранить черновик: после перезагрузки страницы они пропадут.
        </Notice>
      )}
      <GridFaults form={form} />
    </Stack>
  );
}

function FormGrid({ form, ...screen }: Pick<GridRowsProps, 'form' | 'isFull' | 'onFull'>) {
  return <RowsGrid model={useGridModel(form)} {...screen} />;
}

/** The bad cells of all pages. */
function GridFaults({ form }: { readonly form: TableFormModel }) {
  const { columns } = form;
  const rows = useDeferredValue(useAtomValue(form.rowsAtom));
  const bad = useMemo(() => badCells(columns, rows, Number.POSITIVE_INFINITY), [columns, rows]);
  if (bad.length === 0) return null;
  const faults = bad.slice(0, LISTED_FAULTS).map(({ row, column, message }) => ({
    row: row + 1,
    column: columnName(columns, column),
    value: rows[row]?.cells[column] ?? '',
    message,
  }));
  const detail = `В строках ${counted(bad.length, 'ошибка', 'ошибки', 'ошибок')}. Исправьте отмеченные ячейки.`;
  return <FaultsTable detail={detail} faults={faults} total={bad.length} />;
}

/** Offers to open the rows of a chosen file in the grid. */
function MendInGrid({ form, work }: Pick<GridRowsProps, 'form' | 'work'>) {
  const [file, setFile] = useAtom(form.fileAtom);
  const settings = useAtomValue(form.settingsAtom);
  const setRows = useSetAtom(form.rowsAtom);
  const change = useSetAtom(form.draftAtom);
  const [failure, setFailure] = useState<string>();
  if (!file || form.context.calculation) return null;
  const open = async () => {
    const { type } = form.context;
    const cells = await work.worker.ask({ ask: 'cells', file, type, settings: settings.settings });
    if (!cells.ok) return setFailure(cells.message);
    setRows(textRows(form.columns, cells.rows));
    setFile(null);
    change({ isGrid: true, fileName: '' });
  };
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Button size="xs" variant="default" onClick={() => void open().catch(() => setFailure(BROKEN))}>
          Править в таблице
        </Button>
        <Text size="xs" c="dimmed">
          Строки файла откроются здесь, плохие ячейки будут отмечены.
        </Text>
      </Group>
      {failure !== undefined && <Notice tone="error">{failure}</Notice>}
    </Stack>
  );
}

const BROKEN = 'Строки не открылись. Выберите файл ещё раз.';
