import { useAtomValue } from 'jotai';
import { useMemo, useState } from 'react';
import type { Calculation } from '#core/contract/calculation.ts';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingText } from '../components/Loading.tsx';
import type { FormBasis } from '../fields/open_form.ts';
import { modelsAtom } from '../models/models.ts';
import { useStableAtom } from '../use_stable_atom.ts';
import { newTableForm, storedTableForm, type TableBasis } from './open_table_form.ts';
import { storedRowsAtom } from './stored_rows.ts';
import { TableForm, type TableFormProps } from './TableForm.tsx';

type LoadedTableFormProps = Pick<TableFormProps, 'isFull' | 'onFull' | 'onClose'> & {
  readonly basis: FormBasis;
  readonly calculation?: Calculation;
};

/**
 * The form of a table needs, besides what every form does, the models and the rows of a stored
 * calculation.
 */
export function LoadedTableForm({ basis, calculation, ...rest }: LoadedTableFormProps) {
  const { table } = basis.definition;
  const [stored, setStored] = useState(calculation);
  const models = useAtomValue(useStableAtom(modelsAtom, table?.modelInput !== undefined));
  const rows = useAtomValue(useStableAtom(storedRowsAtom, basis.type, stored));
  const failed = [models, rows].find(({ error, data }) => error !== null && data === undefined);
  if (failed) return <FailureAlert error={failed.error} onRetry={() => void failed.refetch()} />;
  const isLoaded = (table?.modelInput === undefined || models.data) && (!stored || rows.data !== undefined);
  if (!table || !isLoaded) return <LoadingText />;
  const tableBasis: TableBasis = {
    ...basis,
    table,
    models: models.data ?? [],
    ...(rows.data && { stored: rows.data }),
  };
  return (
    <OpenedTableForm
      key={stored?.version}
      basis={tableBasis}
      onTakeTheirs={setStored}
      {...rest}
      {...(stored && { calculation: stored })}
    />
  );
}

type OpenedProps = Omit<LoadedTableFormProps, 'basis'> &
  Pick<TableFormProps, 'onTakeTheirs'> & { readonly basis: TableBasis };

/**
 * The form is opened once, with what has been loaded: a later reload must not touch what is typed.
 */
function OpenedTableForm({ basis: loaded, calculation, ...rest }: OpenedProps) {
  const [basis] = useState(loaded);
  const form = useMemo(
    () => (calculation ? storedTableForm(basis, calculation) : newTableForm(basis)),
    [basis, calculation],
  );
  return <TableForm form={form} projectId={basis.projectId} {...rest} {...(calculation && { calculation })} />;
}
