import { Anchor, Text } from '@mantine/core';
import { useAtomValue, useSetAtom } from 'jotai';
import { useMemo } from 'react';
import { Notice } from '../components/Notice.tsx';
import { formatNumber } from '../format.ts';
import { badCells } from '../grid/cell_fault.ts';
import { columnName } from '../grid/rows.ts';
import type { RecordForm } from '../records/use_record_form.ts';
import classes from './SavingFaults.module.css';
import type { TableFormModel } from './table_form.ts';

/** Faults of the whole table that are listed, at most. */
const LISTED = 20;

interface SavingFaultsProps {
  readonly form: TableFormModel;
  readonly record: Pick<RecordForm, 'faults' | 'isTried'>;
  /** Leaves the full screen for the first field with a fault. */
  readonly onField: () => void;
}

/**
 * What prevents the saving while the grid fills the screen and hides the fields and the results;
 * each line leads to its place.
 */
export function SavingFaults({ form, record, onField }: SavingFaultsProps) {
  const { columns, context } = form;
  const rows = useAtomValue(form.rowsAtom);
  const inputs = useAtomValue(form.inputsAtom);
  const settings = useAtomValue(form.settingsAtom);
  const preview = useAtomValue(form.previewAtom);
  const focusCell = useSetAtom(form.focusedCellAtom);
  const cells = useMemo(() => badCells(columns, rows, Number.POSITIVE_INFINITY), [columns, rows]);
  const [first] = cells;
  if (!record.isTried) return null;
  const labelOf = (field = '') => (field === 'name' ? 'Название расчёта' : context.definition.inputs[field]?.label);
  const fields = [
    // Faults of the rows that the server has found are listed with its answer.
    ...Object.entries(record.faults).filter(([field]) => field !== 'data'),
    ...(settings.ok ? [] : settings.errors.map(({ field = '', message }) => [field, message] as const)),
    ...(inputs.ok ? [] : Object.entries(inputs.faults)),
  ];
  const refusal = cells.length === 0 && preview.status === 'refused' ? preview.refusal : undefined;
  if (fields.length === 0 && cells.length === 0 && !refusal) return null;
  return (
    <section data-saving-faults aria-label="Что мешает сохранить" className={classes.faults}>
      <Notice tone="error" title="Расчёт не сохранён">
        <ul>
          {fields.map(([field, message]) => {
            const label = labelOf(field);
            return (
              <li key={`${field} ${message}`}>
                <Line
                  onClick={label === undefined ? () => focusCell({ row: 0, column: 0 }) : onField}
                  text={label === undefined ? message : `${label}: ${message}`}
                />
              </li>
            );
          })}
          {first && (
            <li>
              <Line
                onClick={() => focusCell({ ...first })}
                text={`Ячеек с ошибками: ${formatNumber(cells.length)}. Первая — строка ${first.row + 1}, ${columnName(columns, first.column)}.`}
              />
            </li>
          )}
          {refusal?.errors.slice(0, LISTED).map(({ row, column, message }) => (
            <li key={`${row} ${column} ${message}`}>
              {row === undefined ? message : `Строка ${row}, ${column}: ${message}`}
            </li>
          ))}
        </ul>
        {refusal && <Text size="sm">{refusal.detail}</Text>}
      </Notice>
    </section>
  );
}

function Line({ text, onClick }: { readonly text: string; readonly onClick: () => void }) {
  return (
    <Anchor component="button" type="button" size="sm" ta="left" onClick={onClick}>
      {text}
    </Anchor>
  );
}
