import { SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { useRef, useState } from 'react';
import type { Calculation } from '#core/contract/calculation.ts';
import { Meter } from '../components/Meter.tsx';
import { InputFields } from '../fields/InputFields.tsx';
import { badCells } from '../grid/cell_fault.ts';
import { DraftNote } from '../records/DraftNote.tsx';
import { FormButtons } from '../records/FormButtons.tsx';
import { FormFooter } from '../records/FormFooter.tsx';
import { focusFirstFault } from '../records/faults.ts';
import { FileZone } from './FileZone.tsx';
import { GridRows } from './GridRows.tsx';
import { ModelNote } from './ModelNote.tsx';
import { PreviewSection } from './PreviewSection.tsx';
import { SavingFaults } from './SavingFaults.tsx';
import { SettingFields } from './SettingFields.tsx';
import classes from './TableForm.module.css';
import { TableMessages } from './TableMessages.tsx';
import type { TableFormModel as Form } from './table_form.ts';
import { useFileHeaders } from './use_file_headers.ts';
import { useKeptRows } from './use_kept_rows.ts';
import { usePreview } from './use_preview.ts';
import { useTableSaving } from './use_table_saving.ts';

export interface TableFormProps {
  readonly form: Form;
  readonly projectId: string;
  /** The calculation to change; without one a new calculation is made. */
  readonly calculation?: Calculation;
  readonly isFull: boolean;
  /** Asks the dialog for the whole screen, or gives it back. */
  readonly onFull: (isFull: boolean) => void;
  readonly onClose: () => void;
  /** The user drops what is entered for what the server has. */
  readonly onTakeTheirs: (current: Calculation) => void;
}

/**
 * The form of any type that takes a table: its fields, the file or the rows, and the results while
 * it is filled in.
 */
export function TableForm(props: TableFormProps) {
  const { form, projectId, calculation, isFull, onFull, onClose, onTakeTheirs } = props;
  const change = useSetAtom(form.draftAtom);
  const isGrid = useAtomValue(form.isGridAtom);
  const store = useStore();
  const focusCell = useSetAtom(form.focusedCellAtom);
  const clearDraft = useSetAtom(form.clearDraftAtom);
  const [isRestored, setRestored] = useState(useAtomValue(form.hasDraftAtom));
  const work = usePreview(form);
  const headers = useFileHeaders(form, work.worker);
  const isKept = useKeptRows(form);
  /**
   * Leads the keyboard to what prevents the saving: the list of a full screen, a field, or a cell,
   * which may be on another page.
   */
  const focusFault = (element: HTMLFormElement) => {
    const [cell] = store.get(form.isGridAtom) ? badCells(form.columns, store.get(form.rowsAtom), 1) : [];
    if (isFull) setTimeout(() => element.querySelector<HTMLElement>('[data-saving-faults] button')?.focus());
    else focusFirstFault(element, () => cell && focusCell(cell));
  };
  const { record, sent, stop } = useTableSaving({
    ...{ form, work, projectId, onClose, onFault: focusFault },
    ...(calculation && { calculation }),
  });
  const clear = () => {
    clearDraft();
    setRestored(false);
    record.reset();
  };
  const takeTheirs = (current: Calculation) => {
    clearDraft();
    onTakeTheirs(current);
  };
  const element = useRef<HTMLFormElement>(null);
  const leaveForField = () => {
    onFull(false);
    if (element.current) focusFirstFault(element.current);
  };
  return (
    <form ref={element} onSubmit={record.submit} noValidate className={classes.form} data-full={isFull}>
      <div className={classes.fields} hidden={isFull}>
        <Stack gap="sm">
          {isRestored && <DraftNote onClear={clear} />}
          <TextInput label="Название расчёта" autoFocus data-autofocus required {...record.field('name')} />
          <SettingFields form={form} record={record} headers={headers} />
          <InputFields form={form} record={record} />
        </Stack>
        <Stack gap="sm">
          {form.canType && (
            <SegmentedControl
              aria-label="Откуда строки"
              value={isGrid ? 'grid' : 'file'}
              onChange={(value) => change({ isGrid: value === 'grid' })}
              data={[
                { value: 'grid', label: calculation ? 'Строки расчёта' : 'Ввести строки' },
                { value: 'file', label: calculation ? 'Заменить файлом' : 'Загрузить файл' },
              ]}
              transitionDuration={0}
            />
          )}
          {!isGrid && (
            <FileZone form={form} error={record.faults.file_data} onChosen={() => record.mend('file_data')} />
          )}
          <ModelNote form={form} />
        </Stack>
      </div>
      <GridRows form={form} work={work} isFull={isFull} onFull={onFull} isKept={isKept} error={record.faults.data} />
      <div hidden={isFull} className={classes.preview}>
        <PreviewSection form={form} work={work} />
      </div>
      <FormFooter>
        {isFull && <SavingFaults form={form} record={record} onField={leaveForField} />}
        <TableMessages form={form} record={record} onTakeTheirs={takeTheirs} />
        {sent !== undefined && (
          <Meter label="Отправка файла" share={sent} onCancel={stop} cancelLabel="Отменить отправку" />
        )}
        <FormButtons
          form={record}
          close={isFull ? 'Свернуть' : 'Закрыть'}
          onClose={isFull ? () => onFull(false) : onClose}
          mt={0}
        />
      </FormFooter>
    </form>
  );
}
