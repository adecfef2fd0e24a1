import { atom } from 'jotai';
import { EXPORT_FORMATS, type ExportFormat, exportFileName } from '#core/contract/export.ts';
import { paths } from '#core/contract/paths.ts';
import type { Project } from '#core/contract/project.ts';
import { requestBody } from '../api/client.ts';
import type { ReceivedFile } from '../api/send.ts';
import { saveFile } from '../browser/save_file.ts';

/**
 * A large file is built first, while the server sends the browser from one address to the next;
 * then it is downloaded.
 */
const TIMEOUT_MS = 15 * 60_000;

/** What is requested. */
export interface ExportOrder {
  readonly project: Pick<Project, 'id' | 'name'>;
  readonly format: ExportFormat;
  readonly isDetailed: boolean;
}

/**
 * Where the last export stands: nothing asked for, on its way (bytes as they come), saved, or
 * failed.
 */
export type ExportState =
  | { readonly status: 'idle' }
  | {
      readonly status: 'running';
      readonly order: ExportOrder;
      readonly received: number;
      readonly total: number | undefined;
      readonly stop: AbortController;
    }
  | { readonly status: 'saved'; readonly fileName: string }
  | { readonly status: 'failed'; readonly order: ExportOrder; readonly error: unknown };

export const exportAtom = atom<ExportState>({ status: 'idle' });

/**
 * Fetches a file and saves it under the name of its project. One at a time: a new one ends the one
 * before.
 */
export const runExportAtom = atom(null, async (get, set, order: ExportOrder) => {
  set(stopExportAtom);
  const stop = new AbortController();
  const isOurs = () => {
    const now = get(exportAtom);
    return now.status === 'running' && now.stop === stop;
  };
  set(exportAtom, { status: 'running', order, received: 0, total: undefined, stop });
  try {
    const { project, format } = order;
    const { bytes, fileName } = await fetchExport(order, stop.signal, (received, total) => {
      if (isOurs()) set(exportAtom, { status: 'running', order, received, total, stop });
    });
    if (!isOurs()) return;
    const name = fileName ?? exportFileName(project.name, format);
    saveFile(bytes, name, EXPORT_FORMATS[format].contentType);
    set(exportAtom, { status: 'saved', fileName: name });
  } catch (error) {
    if (isOurs()) set(exportAtom, { status: 'failed', order, error });
  }
});

/** Ends the export that is on its way, and forgets how the last one ended. */
export const stopExportAtom = atom(null, (get, set) => {
  const now = get(exportAtom);
  set(exportAtom, { status: 'idle' });
  if (now.status === 'running') now.stop.abort();
});

function fetchExport(
  { project, format, isDetailed }: ExportOrder,
  signal: AbortSignal,
  onProgress: (received: number, total: number | undefined) => void,
): Promise<ReceivedFile> {
  const path = paths.export(project.id, format) + (isDetailed ? '?detail=true' : '');
  return requestBody<ReceivedFile>({ path, answer: 'bytes', timeoutMs: TIMEOUT_MS, signal, onProgress });
}
