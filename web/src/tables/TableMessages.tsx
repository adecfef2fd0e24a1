import { useAtomValue } from 'jotai';
import type { Calculation } from '#core/contract/calculation.ts';
import { ApiFailure } from '../api/failure.ts';
import { conflictDifferences } from '../fields/conflict.ts';
import type { Draft } from '../fields/draft.ts';
import { shortHash } from '../format.ts';
import type { Difference } from '../records/Conflict.tsx';
import { FormMessages } from '../records/FormMessages.tsx';
import type { RecordForm } from '../records/use_record_form.ts';
import { FaultsTable } from './FaultsTable.tsx';
import type { TableFormModel } from './table_form.ts';

interface TableMessagesProps {
  readonly form: TableFormModel;
  readonly record: RecordForm<Calculation>;
  readonly onTakeTheirs: (current: Calculation) => void;
}

/**
 * Messages of the form of a table; faults of cells that the server has found are listed by place.
 */
export function TableMessages({ form, record, onTakeTheirs }: TableMessagesProps) {
  const draft = useAtomValue(form.draftAtom);
  const fields = useAtomValue(form.fieldsAtom);
  const { failure } = record;
  const inTable =
    failure instanceof ApiFailure
      ? failure.faults.filter(({ row, column }) => row !== undefined || column !== undefined)
      : [];
  return (
    <FormMessages
      form={record}
      fields={['name', 'file_data', 'data', ...Object.keys(form.context.definition.inputs)]}
      differences={(current) => [
        ...conflictDifferences(form.context, current, draft, fields),
        ...settingDifferences(form, draft, current),
        ...rowsDifference(form, current),
      ]}
      onTakeTheirs={onTakeTheirs}
      {...(failure instanceof ApiFailure &&
        inTable.length > 0 && {
          failure: <FaultsTable detail={failure.message} faults={inTable} total={failure.faultsTotal} />,
        })}
    />
  );
}

function settingDifferences(
  { context: { definition } }: TableFormModel,
  draft: Draft,
  current: Calculation,
): Difference[] {
  return Object.entries(definition.inputs).flatMap(([name, input]) => {
    if (input.kind === 'number') return [];
    const shown = (value: string) => (input.kind === 'choice' ? (input.options[value] ?? value) : value);
    const theirs = shown(String(current[name] ?? ''));
    const mine = shown(draft.values[name] ?? '');
    return theirs === mine ? [] : [{ label: input.label, theirs, mine }];
  });
}

/** Rows are too many to be compared one by one: their fingerprints tell whether they are others. */
function rowsDifference({ context: { calculation } }: TableFormModel, current: Calculation): Difference[] {
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
