import { useAtom } from 'jotai';
import { RESET } from 'jotai/utils';
import { useMemo, useState } from 'react';
import { draftKey, keepDraft, storedDraftAtom } from '../browser/drafts.ts';
import { notifyDone } from '../components/notify.tsx';
import type { RecordFormProps } from './RecordDialog.tsx';
import { type Checked, useRecordForm, type VersionedRecord } from './use_record_form.ts';

/** The typed texts of a record by field. `version`: of the record that is being changed. */
export type TextDraft<Field extends string> = Readonly<Record<Field, string>> & { readonly version?: number };

/** How a kind of record is typed. */
export interface DraftKind<Field extends string, Payload, Current> {
  /** Part of the key under which drafts are stored. */
  readonly name: string;
  /** Every field that is typed, with its label. */
  readonly labels: Readonly<Record<Field, string>>;
  /** The fields of a record as they are typed; without a record, an empty form. */
  readonly draftOf: (record: Current | undefined) => TextDraft<Field>;
  /** Checked fields, or the first fault of each. */
  readonly check: (draft: TextDraft<Field>) => Checked<Payload>;
  /** Texts of the notice that follows a successful call. */
  readonly created: string;
  readonly changed: string;
}

export interface DraftFormOptions<Field extends string, Payload, Current> extends RecordFormProps<Current> {
  readonly kind: DraftKind<Field, Payload, Current>;
  readonly save: (payload: Payload, record: Current | undefined) => Promise<unknown>;
}

/** The form of a record whose draft survives a failed call, a reload and a new sign-in. */
export function useDraftForm<Field extends string, Payload, Current extends VersionedRecord & { readonly id: string }>(
  options: DraftFormOptions<Field, Payload, Current>,
) {
  const { kind, record, author, save, onDone } = options;
  const storageKey = draftKey(author.id, kind.name, record?.id ?? '');
  const [base, setBase] = useState(record);
  const draftAtom = useMemo(
    () => storedDraftAtom(storageKey, (value) => isDraftOf(kind.labels, value)),
    [storageKey, kind],
  );
  const [stored, setStored] = useAtom(draftAtom);
  const [isRestored, setRestored] = useState(stored !== null);
  const draft = stored ?? kind.draftOf(base);

  const form = useRecordForm<TextDraft<Field>, Payload, Current>({
    draft,
    onChange: (changes) => setStored({ ...draft, ...changes }),
    check: () => kind.check(draft),
    send: async (fields, over) => {
      const { version } = draft;
      // The draft may be older than the loaded record: the server learns which version was changed.
      const target = over ?? (base && { ...base, ...(version !== undefined && { version }) });
      await save(fields, target);
      // The form shows the saved values until it has closed.
      keepDraft(storageKey, null);
      notifyDone(record ? kind.changed : kind.created);
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

function isDraftOf<Field extends string>(
  labels: Readonly<Record<Field, string>>,
  value: unknown,
): value is TextDraft<Field> {
  const draft = value as TextDraft<Field> | null;
  return (
    typeof draft === 'object' &&
    draft !== null &&
    (Object.keys(labels) as Field[]).every((field) => typeof draft[field] === 'string')
  );
}
