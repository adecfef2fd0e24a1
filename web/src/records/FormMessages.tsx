import type { ReactNode } from 'react';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { Conflict, type Difference } from './Conflict.tsx';
import classes from './FormMessages.module.css';
import type { RecordForm, VersionedRecord } from './use_record_form.ts';

interface FormMessagesProps<Current extends VersionedRecord> {
  readonly form: Pick<RecordForm<Current>, 'failure' | 'current' | 'isBusy' | 'save'>;
  /** Fields that show their own faults. */
  readonly fields?: readonly string[];
  /**
   * Fields in which the server's record and the draft differ; only forms that change a record need
   * it.
   */
  readonly differences?: (current: Current) => readonly Difference[];
  /** The user drops the draft for the server's record. */
  readonly onTakeTheirs?: (current: Current) => void;
  /** Shows the failure in place of the usual alert. */
  readonly failure?: ReactNode;
  readonly children?: ReactNode;
}

/** Messages that concern a form as a whole: its own (`children`), a conflict, a failed call. */
export function FormMessages<Current extends VersionedRecord>(props: FormMessagesProps<Current>) {
  const { form, fields = [], differences, onTakeTheirs, failure, children } = props;
  const { current } = form;
  return (
    <div className={classes.messages}>
      {children}
      {current && differences && onTakeTheirs ? (
        <Conflict
          differences={differences(current)}
          isArchived={current.is_deleted}
          isBusy={form.isBusy}
          onOverwrite={() => void form.save(current)}
          onTakeTheirs={() => onTakeTheirs(current)}
        />
      ) : (
        form.failure !== undefined && (failure ?? <FailureAlert error={form.failure} shownFields={fields} />)
      )}
    </div>
  );
}
