import { useAtom } from 'jotai';
import { RESET } from 'jotai/utils';
import { useMemo, useState } from 'react';
import { keepDraft, storedDraftAtom } from '../browser/drafts.ts';
import { notifyDone } from '../components/notify.tsx';
import { type Checked, useRecordForm, type VersionedRecord } from './use_record_form.ts';

/** Typed fields. `version`: of the record that is being changed. */
interface VersionedDraft {
  readonly version?: number;
}

interface DraftFormOptions<Draft, Payload, Current> {
  /** Where the draft is kept (`draftKey`). */
  readonly storageKey: string;
  readonly isDraft: (value: unknown) => value is Draft;
  /** The record to change; without one a new record is created. */
  readonly record: Current | undefined;
  /** The fields of a record as they are typed; of no record, the empty form. */
  readonly draftOf: (record: Current | undefined) => Draft;
  readonly check: (draft: Draft) => Checked<Payload>;
  readonly save: (payload: Payload, record: Current | undefined) => Promise<unknown>;
  /** Said when the record is saved. */
  readonly done: string;
  readonly onDone: () => void;
}

/** The form of a record whose draft survives a failed call, a reload and a new sign-in. */
export function useDraftForm<Draft extends VersionedDraft, Payload, Current extends VersionedRecord>(
  options: DraftFormOptions<Draft, Payload, Current>,
) {
  const { storageKey, isDraft, record, draftOf, check, save, done, onDone } = options;
  const [base, setBase] = useState(record);
  const draftAtom = useMemo(() => storedDraftAtom<Draft>(storageKey, isDraft), [storageKey, isDraft]);
  const [stored, setStored] = useAtom(draftAtom);
  const [isRestored, setRestored] = useState(stored !== null);
  const draft = stored ?? draftOf(base);

  const form = useRecordForm<Draft, Payload, Current>({
    draft,
    onChange: (changes) => setStored({ ...draft, ...changes }),
    check: () => check(draft),
    send: async (fields, over) => {
      const { version } = draft;
      // The draft may be older than the loaded record: the server learns which version was changed.
      const target = over ?? (base && { ...base, ...(version !== undefined && { version }) });
      await save(fields, target);
      // The form shows the saved values until it has closed.
      keepDraft(storageKey, null);
      notifyDone(done);
      onDone();
    },
  });
  const clear = () => {
    setStored(RESET);
    setRestored(false);
    form.reset();
  };
  return {
    form,
    draft,
    /** The draft was typed before, and kept. */
    isRestored,
    clear,
    /** Goes on from the record that the server has now, without what was typed. */
    takeTheirs: (current: Current) => {
      clear();
      setBase(current);
    },
  };
}
