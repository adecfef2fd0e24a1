import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import type { GridModel } from '../grid/use_grid.ts';
import type { TableFormModel } from './table_form.ts';

/** The rows of a form for its grid. */
export function useGridModel(form: TableFormModel): GridModel {
  const [rows, onRows] = useAtom(form.rowsAtom);
  const onStep = useSetAtom(form.stepAtom);
  const { canUndo, canRedo } = useAtomValue(form.stepsAtom);
  const requestedCell = useAtomValue(form.focusedCellAtom);
  const { columns, context } = form;
  return { definition: context.definition, columns, rows, onRows, onStep, canUndo, canRedo, requestedCell };
}
