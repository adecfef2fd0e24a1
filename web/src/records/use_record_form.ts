import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, type FormEvent, useState } from 'react';
import { ApiFailure } from '../api/failure.ts';
import { type Faults, faultsByField, focusFirstFault } from './faults.ts';

/** What a form sends, or the faults by field that prevent it. */
export type Checked<Payload> =
  | { readonly ok: true; readonly payload: Payload }
  | { readonly ok: false; readonly faults: Faults };

/** A stored record as the server answers it after a conflict. */
export interface VersionedRecord {
  readonly version: number;
  readonly is_deleted: boolean;
}

/** What `send` resolves to when it has sent nothing: the form stays open for another attempt. */
export const NOT_SENT = Symbol('not sent');

interface RecordFormOptions<Draft, Payload, Current> {
  readonly draft: Draft;
  readonly onChange: (changes: Partial<Draft>) => void;
  readonly check: () => Checked<Payload>;
  /** Sends a checked payload. `over`: the server's record that the user has chosen to overwrite. */
  readonly send: (payload: Payload, over?: Current) => Promise<unknown>;
  /** Leads the keyboard to what prevents the saving; by default the first field with a fault. */
  readonly onFault?: (form: HTMLFormElement) => void;
}

/**
 * The state of one form of a record: its draft, the faults by field, the failure of the last call,
 * and the
 * conflict with a record that was changed meanwhile.
 */
export function useRecordForm<Draft extends object, Payload, Current extends VersionedRecord = VersionedRecord>(
  options: RecordFormOptions<Draft, Payload, Current>,
) {
  const { draft, check, onFault = focusFirstFault } = options;
  const [faults, setFaults] = useState<Faults>({});
  const [isTried, setTried] = useState(false);
  const sending = useMutation({
    mutationFn: ({ payload, over }: { readonly payload: Payload; readonly over?: Current | undefined }) =>
      options.send(payload, over),
    onError: (error) => {
      if (error instanceof ApiFailure) setFaults(faultsByField(error));
    },
  });
  // A form that was sent stays busy while it closes, so that it is not sent twice.
  const isBusy = sending.isPending || (sending.isSuccess && sending.data !== NOT_SENT);
  const current = currentOf<Current>(sending.error);

  const send = async (payload: Payload, over?: Current): Promise<void> => {
    setFaults({});
    // The failure is shown by the form.
    await sending.mutateAsync({ payload, over }).catch(() => undefined);
  };

  /**
   * Checks the draft and sends it. `over`: the server's record that the user has chosen to
   * overwrite.
   */
  const save = async (over?: Current): Promise<void> => {
    if (isBusy) return;
    setTried(true);
    const checked = check();
    if (checked.ok) return send(checked.payload, over);
    setFaults(checked.faults);
    if (!current) sending.reset();
  };

  /** Removes the fault of a field that the user has changed. */
  const mend = (field: string) => setFaults(({ [field]: _mended, ...others }) => others);

  return {
    draft,
    faults,
    failure: sending.error ?? undefined,
    /** After a conflict: the record as the server has it now. */
    current,
    isBusy,
    /** Whether the user has tried to send the form: from then on empty fields are faults. */
    isTried,
    save,
    /** Sends another payload than the draft's. */
    send,
    mend,
    submit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      const { currentTarget } = event;
      void save().then(() => onFault(currentTarget));
    },
    reset: () => {
      setFaults({});
      setTried(false);
      sending.reset();
    },
    /** Properties of the control of a field. */
    field: (name: keyof Draft & string) => ({
      value: String(draft[name]),
      onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
        options.onChange({ [name]: value } as Partial<Draft>);
        mend(name);
      },
      error: faults[name],
      'aria-invalid': faults[name] !== undefined,
    }),
  };
}

/** What the parts of a form need of it: messages, buttons and fields. */
export type RecordForm<Current extends VersionedRecord = VersionedRecord> = Pick<
  ReturnType<typeof useRecordForm<object, unknown, Current>>,
  'faults' | 'failure' | 'current' | 'isBusy' | 'isTried' | 'save' | 'mend'
>;

/** The record that the server has now, from its answer 409. */
function currentOf<Current extends VersionedRecord>(error: unknown): Current | undefined {
  if (!(error instanceof ApiFailure) || error.status !== 409) return undefined;
  const current = error.current as Current | undefined;
  return typeof current?.version === 'number' ? current : undefined;
}
