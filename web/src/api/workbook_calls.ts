import { paths } from '#core/contract/paths.ts';
import type { WorkbookLoad } from '#core/contract/workbook_schema.ts';
import { requestBody } from './client.ts';
import type { ReceivedFile } from './send.ts';

/** A workbook is read and computed whole before it is answered. */
const TIMEOUT_MS = 120_000;

/** The inventory of a project as one workbook. */
export const getWorkbook = (project: string) =>
  requestBody<ReceivedFile>({ path: paths.workbook(project), answer: 'bytes', timeoutMs: TIMEOUT_MS });

/** Loads a workbook, all of it or nothing; `isCheck`: only says what it would change. */
export function loadWorkbook(project: string, file: File, isCheck: boolean): Promise<WorkbookLoad> {
  const body = new FormData();
  body.set('file_data', file);
  const path = `${paths.workbook(project)}${isCheck ? '?check=true' : ''}`;
  return requestBody<WorkbookLoad>({ method: 'POST', path, body, timeoutMs: TIMEOUT_MS });
}
