import { useAtomValue } from 'jotai';
import type { Calculation } from '#core/contract/calculation.ts';
import { ApiFailure } from '../api/failure.ts';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { conflictDifferences } from '../fields/conflict.ts';
import type { Draft } from '../fields/draft.ts';
import classes from '../fields/FormMessages.module.css';
import { shortHash } from '../format.ts';
import { Conflict, type Difference } from '../records/Conflict.tsx';
import { FaultsTable } from './FaultsTable.tsx';
import type { TableForm } from './table_form.ts';
import type { TableSaving } from './table_saving.ts';

interface TableMessagesProps {
  readonly form: TableForm;
  readonly saving: TableSaving;
  readonly onTakeTheirs: (current: Calculation) => void;
}

/** What concerns the form as a whole: a conflict, a failed saving, faults that only the server has found. */
export function TableMessages({ form, saving, onTakeTheirs }: TableMessagesProps) {
  const draft = useAtomValue(form.draftAtom);
  const fields = useAtomValue(form.fieldsAtom);
  const { current, failure } = saving;
  const faults = failure instanceof ApiFailure ? failure.faults : [];
  const inTable = faults.filter(({ row, column }) => row !== undefined || column !== undefined);
  const shownFields = ['name', 'file_data', 'data', ...Object.keys(form.context.definition.inputs)];
  return (
    <div className={classes.messages}>
      {current && (
        <Conflict
          differences={[
            ...conflictDifferences(form.context, current, draft, fields),
            ...settingDifferences(form, draft, current),
            ...rowsDifference(form, current),
          ]}
          isArchived={current.is_deleted}
          isBusy={saving.isBusy}
          onOverwrite={() => void saving.save(current)}
          onTakeTheirs={() => onTakeTheirs(current)}
        />
      )}
      {failure instanceof ApiFailure && inTable.length > 0 && (
        <FaultsTable detail={failure.message} faults={inTable} total={failure.faultsTotal} />
      )}
      {failure !== undefined && !current && inTable.length === 0 && (
        <FailureAlert error={failure} shownFields={shownFields} />
      )}
    </div>
  );
}

function settingDifferences({ context: { definition } }: TableForm, draft: Draft, current: Calculation): Difference[] {
  return Object.entries(definition.inputs).flatMap(([name, input]) => {
    if (input.kind === 'number') return [];
    const shown = (value: string) => (input.kind === 'choice' ? (input.options[value] ?? value) : value);
    const theirs = shown(String(current[name] ?? ''));
    const mine = shown(draft.values[name] ?? '');
    return theirs === mine ? [] : [{ label: input.label, theirs, mine }];
  });
}

/** Rows are too many to be compared one by one: their fingerprints tell whether they are others. */
function rowsDifference({ context: { calculation } }: TableForm, current: Calculation): Difference[] {
  const [theirs, mine] = [current, calculation].map((item) => String(item?.rows_sha256 ?? ''));
  if (theirs === mine || theirs === undefined || mine === undefined) return [];
  const text = (count: unknown, sha256: string) => `${String(count)}, отпечаток ${shortHash(sha256)}…`;
  return [
    {
      label: 'Строк',
      theirs: text(current.rows_count, theirs),
      mine: `были открыты: ${text(calculation?.rows_count, mine)}`,
    },
  ];
}
