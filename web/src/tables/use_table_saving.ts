import { useAtom, useSetAtom, useStore } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import type { Calculation } from '#core/contract/calculation.ts';
import { REQUEST_FILE_LIMIT } from '#core/contract/rows.ts';
import { askUploadTicket, changeTable, createTable, type TableFields } from '../api/table_calls.ts';
import { upload } from '../api/upload.ts';
import { notifyDone } from '../components/notify.tsx';
import type { Draft } from '../fields/draft.ts';
import { reloadCalculationsAtom } from '../fields/reload_calculations.ts';
import { calculationFields, parseName } from '../fields/save.ts';
import type { SavingOptions } from '../fields/use_fields_saving.ts';
import { badCells } from '../grid/cell_fault.ts';
import { type Checked, NOT_SENT, useRecordForm } from '../records/use_record_form.ts';
import { reportSavedAtom } from '../results/report_saved.tsx';
import { expectResult, rememberSent } from './expected.ts';
import { type Fingerprint, fingerprintOf, savedTableReport } from './fingerprint.ts';
import { cancelJobAtom, reloadJobsAtom } from './jobs.ts';
import type { TableFormModel } from './table_form.ts';
import type { PreviewWork } from './use_preview.ts';

/** Room that the other parts of a request take beside the file, bytes. */
const REQUEST_REST = 64 * 1024;

/** Why an upload ends without a failure. */
const STOPPED = new DOMException('Stopped by the user', 'AbortError');

interface TableSavingOptions extends SavingOptions<TableFormModel> {
  readonly work: PreviewWork;
  readonly onFault: (form: HTMLFormElement) => void;
}

/**
 * The record form of a table calculation: one request, or an upload by a ticket where the file is
 * large.
 */
export function useTableSaving(options: TableSavingOptions) {
  const { form, work, projectId, calculation, onClose, onFault } = options;
  const store = useStore();
  const [draft, change] = useAtom(form.draftAtom);
  const report = useSetAtom(reportSavedAtom);
  const reload = useSetAtom(reloadCalculationsAtom);
  const reloadJobs = useSetAtom(reloadJobsAtom);
  const [sent, setSent] = useState<number>();
  const uploading = useRef<AbortController>(undefined);

  // A form that closes stops its upload: the file and the draft stay for the next time.
  useEffect(() => () => uploading.current?.abort(STOPPED), []);

  const check = (): Checked<TableFields> => {
    const name = parseName(draft.name);
    const inputs = store.get(form.inputsAtom);
    const settings = store.get(form.settingsAtom);
    const hasRows = store.get(form.inputAtom) !== undefined || (calculation !== undefined && !form.context.stored);
    const hasBadCells = store.get(form.isGridAtom) && badCells(form.columns, store.get(form.rowsAtom), 1).length > 0;
    if (!name.ok || !inputs.ok || !settings.ok || !hasRows || hasBadCells) {
      // Numbers, settings and cells show their own faults.
      const faults = { ...(!name.ok && { name: name.message }), ...(!hasRows && { file_data: missingRows(form) }) };
      return { ok: false, faults };
    }
    const model = store.get(form.modelAtom)?.chosen;
    const payload: TableFields = {
      ...calculationFields(form.context, draft, name.name, inputs.inputs),
      ...settings.settings,
      ...(model && { model: model.id }),
    };
    return { ok: true, payload };
  };

  const send = async (fields: TableFields, over?: Calculation) => {
    uploading.current = undefined;
    await work.settle();
    const preview = store.get(form.previewAtom);
    // The faults of the rows are shown in the place of the results.
    if (preview.status === 'refused') return NOT_SENT;
    const expected = preview.status === 'ready' ? fingerprintOf(preview, form.context.core) : undefined;
    const file = store.get(form.isGridAtom) ? null : store.get(form.fileAtom);
    const target = over ?? (calculation && { id: calculation.id, version: draft.version ?? calculation.version });
    if (file && file.size > REQUEST_FILE_LIMIT - REQUEST_REST) return sendByTicket({ fields, expected }, file, target);
    const saved = await sendInRequest(fields, file, target);
    store.set(form.finishAtom);
    await reload();
    report(savedTableReport(saved, expected));
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

  const sendByTicket = async ({ fields, expected }: Upload, file: File, target: Target | undefined) => {
    const { type, draftKey } = form.context;
    const abort = new AbortController();
    uploading.current = abort;
    setSent(0);
    try {
      const ticket = await askUploadTicket(type, target ? fields : { ...fields, project: projectId }, file, target);
      const { job } = ticket;
      try {
        abort.signal.throwIfAborted();
        await upload(ticket, file, setSent, abort.signal);
      } catch (error) {
        // Nobody waits for this file any more.
        void store.set(cancelJobAtom, job);
        throw error;
      }
      if (expected) expectResult(job.id, expected);
      rememberSent(job.id, { draftKey, draft: store.get(form.draftAtom), file, calculation: target?.id });
    } catch (error) {
      if (abort.signal.aborted) return NOT_SENT;
      throw error;
    } finally {
      setSent(undefined);
    }
    store.set(form.finishAtom);
    notifyDone('Файл отправлен');
    await reloadJobs();
    onClose();
  };

  return {
    record: useRecordForm<Draft, TableFields, Calculation>({ draft, onChange: change, check, send, onFault }),
    /** Share of a large file that has been sent; undefined: none is being sent. */
    sent,
    /** Stops the upload; the draft stays. */
    stop: () => uploading.current?.abort(STOPPED),
  };
}

interface Upload {
  readonly fields: TableFields;
  readonly expected: Fingerprint | undefined;
}

type Target = Pick<Calculation, 'id' | 'version'>;

function missingRows({ context, canType }: TableFormModel): string {
  if (!context.table.hasGrid) return 'Выберите файл с таблицей.';
  return canType ? 'Введите хотя бы одну строку или выберите файл.' : 'Выберите файл с таблицей.';
}
