import type { Calculation } from '#core/contract/calculation.ts';
import type { Job, UploadTicket } from '#core/contract/job.ts';
import type { Model } from '#core/contract/model.ts';
import { MAX_LIMIT } from '#core/contract/page.ts';
import { paths } from '#core/contract/paths.ts';
import type { CalculationPayload, Signal } from './calls.ts';
import { request, requestBody } from './client.ts';
import type { ReceivedFile } from './send.ts';

/** Room for a file of a few megabytes over a slow line. */
const FILE_TIMEOUT_MS = 180_000;

/** Fields of a table calculation: texts, numbers and lists; the file is beside them. */
export type TableFields = CalculationPayload;

/** The calculation that a call changes. */
export type Target = Pick<Calculation, 'id' | 'version'>;

/**
 * Creates a calculation from typed rows, or, with `file`, from a small file. Undefined: saved, but
 * nothing was answered.
 */
export const createTable = (type: string, fields: TableFields, file?: File) =>
  request({
    method: 'POST',
    path: paths.calculations(type),
    body: file ? formOf(fields, file) : fields,
    timeoutMs: FILE_TIMEOUT_MS,
  }) as Promise<Calculation | undefined>;

/** Changes fields of a calculation, its rows, or, with `file`, all of its table. */
export const changeTable = (type: string, { id, version }: Target, fields: TableFields, file?: File) => {
  const body = { ...fields, version };
  return requestBody<Calculation>({
    method: 'PATCH',
    path: paths.changeCalculation(type, id),
    body: file ? formOf(body, file) : body,
    timeoutMs: FILE_TIMEOUT_MS,
  });
};

/** Fields as the text parts of a form, a part per element of a list; the file after them. */
function formOf(fields: Readonly<Record<string, unknown>>, file: File): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const part of Array.isArray(value) ? value : [value]) form.append(name, String(part));
  }
  form.append('file_data', file, file.name);
  return form;
}

/**
 * Asks for the way of a large file. `calculation` and `version` name the calculation whose file it
 * replaces.
 */
export const askUploadTicket = (type: string, fields: TableFields, file: File, target?: Target) =>
  requestBody<UploadTicket>({
    method: 'POST',
    path: paths.uploadTicket(type),
    body: {
      ...fields,
      file_name: file.name,
      size: file.size,
      ...(target && { calculation: target.id, version: target.version }),
    },
  });

/** A filled example of the table, in the format csv or xlsx. */
export const getTemplate = (type: string, format: string) =>
  requestBody<ReceivedFile>({ path: paths.template(type, format), answer: 'bytes' });

/** The unfinished and the recent jobs of a project, newest first. */
export const getJobs = async (project: string, signal: Signal) => {
  const path = `${paths.jobs}?${new URLSearchParams({ project, limit: String(MAX_LIMIT) })}`;
  return (await requestBody<{ readonly results: readonly Job[] }>({ path, signal })).results;
};

export const cancelJob = (id: string) => requestBody<Job>({ method: 'POST', path: paths.cancelJob(id) });

/** Starts a job over whose file the server still has. */
export const retryJob = (id: string) => requestBody<Job>({ method: 'POST', path: paths.retryJob(id) });

/** Models of the company and the shipped ones. */
export const getModels = async (signal: Signal) =>
  (await requestBody<{ readonly results: readonly Model[] }>({ path: paths.models, signal })).results;

/** The file of a model, as the core reads it. */
export const getModelFile = (id: string, signal: Signal) =>
  requestBody<ReceivedFile>({ path: paths.modelFile(id), answer: 'bytes', signal, timeoutMs: FILE_TIMEOUT_MS });
