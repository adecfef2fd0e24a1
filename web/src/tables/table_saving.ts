import { useSetAtom, useStore } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { numberInputs } from '#core/calculations/definition.ts';
import type { Calculation } from '#core/contract/calculation.ts';
import { formatCoefficient } from '#core/contract/decimal.ts';
import { REQUEST_FILE_LIMIT } from '#core/contract/rows.ts';
import { ApiFailure } from '../api/failure.ts';
import { askUploadTicket, changeTable, createTable, type TableFields } from '../api/table_calls.ts';
import { upload } from '../api/upload.ts';
import { notifyDone } from '../components/notify.tsx';
import { actualOf } from '../fields/form.ts';
import { parseName } from '../fields/save.ts';
import { reloadCalculationsAtom } from '../fields/save_calculation.ts';
import { badCells } from '../grid/cell_fault.ts';
import { currentOf } from '../records/Conflict.tsx';
import { type Faults, faultsByField } from '../records/faults.ts';
import { disagreementAtom } from '../results/disagreements.ts';
import { expectResult, rememberSent } from './expected.ts';
import { type Fingerprint, fingerprintOf, tableDisagreements } from './fingerprint.ts';
import { cancelJobAtom, reloadJobsAtom } from './jobs.ts';
import { notifyCompared } from './notify_compared.tsx';
import type { TableForm } from './table_form.ts';
import type { PreviewWork } from './use_preview.ts';

/** Room that the other parts of a request take beside the file, bytes. */
const REQUEST_REST = 64 * 1024;

/** Why a sending ends without a failure. */
const STOPPED = new DOMException('Stopped by the person', 'AbortError');

interface TableSavingProps {
  readonly form: TableForm;
  readonly work: PreviewWork;
  readonly projectId: string;
  readonly calculation?: Calculation;
  readonly onClose: () => void;
}

/** The saving of a table: checks, the call or the upload, the comparison of results, and what went wrong. */
export function useTableSaving({ form, work, projectId, calculation, onClose }: TableSavingProps) {
  const store = useStore();
  const report = useSetAtom(disagreementAtom);
  const reload = useSetAtom(reloadCalculationsAtom);
  const reloadJobs = useSetAtom(reloadJobsAtom);
  const [faults, setFaults] = useState<Faults>({});
  const [failure, setFailure] = useState<unknown>();
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [sent, setSent] = useState<number>();
  const sending = useRef<AbortController>(undefined);

  // Who closes the form stops the sending: the file and what is entered stay for the next time.
  useEffect(() => () => sending.current?.abort(STOPPED), []);

  const isStopped = () => sending.current?.signal.aborted === true;

  /** What is to be sent, or undefined with the faults shown. */
  const checked = async (): Promise<Checked | undefined> => {
    setTried(true);
    const draft = store.get(form.draftAtom);
    const name = parseName(draft.name);
    const given = store.get(form.inputsAtom);
    const settings = store.get(form.settingsAtom);
    const hasRows = store.get(form.inputAtom) !== undefined || (calculation !== undefined && !form.context.stored);
    const found = { ...(!name.ok && { name: name.message }), ...(!hasRows && { file_data: noRows(form) }) };
    setFaults(found);
    const hasBadCells = store.get(form.isGridAtom) && badCells(form.columns, store.get(form.rowsAtom), 1).length > 0;
    if (!name.ok || !given.ok || !settings.ok || !hasRows || hasBadCells) return undefined;
    await work.settle();
    const preview = store.get(form.previewAtom);
    // Its faults stand in the place of the results.
    if (preview.status === 'refused') return undefined;
    const { definition, dictionaries, core } = form.context;
    const numbers = numberInputs(definition).map(([input, { coefficient }]) => {
      const value = given.inputs[input] ?? Number.NaN;
      return [input, coefficient ? formatCoefficient(value) : value];
    });
    const chosen = store.get(form.modelAtom)?.chosen;
    const fields: TableFields = {
      ...Object.fromEntries(numbers),
      ...settings.settings,
      ...(chosen && { model: chosen.id }),
      name: name.name,
      actual: actualOf(definition, draft, dictionaries),
    };
    return { fields, expected: preview.status === 'ready' ? fingerprintOf(preview, core) : undefined };
  };

  /** `over`: the server's object that the person has chosen to write over. */
  const save = async (over?: Calculation) => {
    if (isBusy) return;
    sending.current = undefined;
    setBusy(true);
    setFailure(undefined);
    try {
      const ready = await checked();
      if (ready) await send(ready, over);
    } catch (error) {
      if (isStopped()) return;
      setFailure(error);
      if (error instanceof ApiFailure) setFaults(faultsByField(error));
    } finally {
      setBusy(false);
      setSent(undefined);
    }
  };

  const send = async (ready: Checked, over?: Calculation) => {
    const file = store.get(form.isGridAtom) ? null : store.get(form.fileAtom);
    const { version } = store.get(form.draftAtom);
    const target = over ?? (calculation && { id: calculation.id, version: version ?? calculation.version });
    if (file && file.size > REQUEST_FILE_LIMIT - REQUEST_REST) return sendByTicket(ready, file, target);
    const saved = await sendInRequest(ready.fields, file, target);
    store.set(form.finishAtom);
    await reload();
    const differing = saved && ready.expected ? tableDisagreements(saved, ready.expected) : [];
    if (differing.length > 0) report(differing);
    else notifyCompared(saved, ready.expected);
    onClose();
  };

  const sendInRequest = (fields: TableFields, file: File | null, target: Target | undefined) => {
    const { type } = form.context;
    const rows = store.get(form.isGridAtom) ? store.get(form.typedRowsAtom) : undefined;
    if (!target)
      return createTable(type, { ...fields, project: projectId, ...(rows && { data: rows.data }) }, file ?? undefined);
    const hasChanges = rows !== undefined && (rows.data.length > 0 || rows.deleted.length > 0);
    return changeTable(type, target, { ...fields, ...(hasChanges && rows) }, file ?? undefined);
  };

  const sendByTicket = async (ready: Checked, file: File, target: Target | undefined) => {
    const { type, draftKey } = form.context;
    const abort = new AbortController();
    sending.current = abort;
    setSent(0);
    const fields = target ? ready.fields : { ...ready.fields, project: projectId };
    const ticket = await askUploadTicket(type, fields, file, target);
    const { job } = ticket;
    try {
      abort.signal.throwIfAborted();
      await upload(ticket, file, setSent, abort.signal);
    } catch (error) {
      // Nobody waits for this file any more.
      void store.set(cancelJobAtom, job);
      throw error;
    }
    if (ready.expected) expectResult(job.id, ready.expected);
    rememberSent(job.id, { draftKey, draft: store.get(form.draftAtom), file, calculation: target?.id });
    store.set(form.finishAtom);
    notifyDone('Файл отправлен');
    await reloadJobs();
    onClose();
  };

  return {
    save,
    faults,
    failure,
    isTried,
    isBusy,
    /** Share of a large file that has been sent; undefined: none is being sent. */
    sent,
    /** Stops the sending; what is entered stays. */
    stop: () => sending.current?.abort(STOPPED),
    current: currentOf<Calculation>(failure),
    mend: (field: string) => setFaults(({ [field]: _mended, ...others }) => others),
    reset: () => {
      setFaults({});
      setFailure(undefined);
      setTried(false);
    },
  };
}

export type TableSaving = ReturnType<typeof useTableSaving>;

interface Checked {
  readonly fields: TableFields;
  readonly expected: Fingerprint | undefined;
}

type Target = Pick<Calculation, 'id' | 'version'>;

function noRows({ context, canType }: TableForm): string {
  if (!context.table.hasGrid) return 'Выберите файл с таблицей.';
  return canType ? 'Введите хотя бы одну строку или выберите файл.' : 'Выберите файл с таблицей.';
}
