import { useAtomValue } from 'jotai';
import type { Calculation } from '#core/contract/calculation.ts';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { Notice } from '../components/Notice.tsx';
import { Conflict } from '../records/Conflict.tsx';
import { conflictDifferences } from './conflict.ts';
import classes from './FormMessages.module.css';
import type { CalculationForm } from './form.ts';
import type { Saving } from './saving.tsx';

interface FormMessagesProps {
  readonly form: CalculationForm;
  readonly saving: Saving;
  readonly onTakeTheirs: (current: Calculation) => void;
}

/** What concerns the form as a whole: faults of numbers that are not typed, a conflict, a failed saving. */
export function FormMessages({ form, saving, onTakeTheirs }: FormMessagesProps) {
  const draft = useAtomValue(form.draftAtom);
  const fields = useAtomValue(form.fieldsAtom);
  const preview = useAtomValue(form.previewAtom);
  const { current, failure } = saving;
  const typed = fields.filter(({ mode }) => mode === 'typed').map(({ name }) => name);
  const unshown = preview.ok ? [] : Object.entries(preview.faults).filter(([name]) => !typed.includes(name));
  return (
    <div className={classes.messages}>
      {unshown.map(([name, message]) => (
        <Notice key={name} tone="error">
          {message}
        </Notice>
      ))}
      {current && (
        <Conflict
          differences={conflictDifferences(form.context, current, draft, fields)}
          isArchived={current.is_deleted}
          isBusy={saving.isBusy}
          onOverwrite={() => void saving.save(current)}
          onTakeTheirs={() => onTakeTheirs(current)}
        />
      )}
      {failure !== undefined && !current && <FailureAlert error={failure} shownFields={['name', ...typed]} />}
    </div>
  );
}
