import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type ExportFormat, exportFileName } from '#core/contract/export.ts';
import { counted } from '#core/contract/russian.ts';
import { Refusal } from '../errors.ts';
import type { Database } from '../store/database.ts';
import { readProject } from '../store/projects.ts';
import { Tenant } from '../store/tenant.ts';
import { type ProjectSnapshot, readProjectSnapshot, snapshotHash } from './project_snapshot.ts';
import { cellsOf, makeReport, type ReportServices } from './report.ts';
import type { Section } from './section.ts';
import { exportWriter, writeExport } from './write_export.ts';

/** Cells that are written within a second: an export of no more is answered at once. */
const DIRECT_CELLS = 40_000;

/** Bytes that an answer of ours may have; a Lambda sends 6 MB, encoded by a third more. */
const DIRECT_BYTES = 4 * 1024 * 1024;

/** What is exported, and for which company. */
export interface ExportRequest {
  readonly company: string;
  readonly project: string;
  readonly format: ExportFormat;
  readonly detail: boolean;
}

/** A small export whole; of a large one the hash under which it is built and stored. */
export interface PreparedExport {
  readonly fileName: string;
  readonly hash: string;
  readonly bytes?: Uint8Array<ArrayBuffer>;
}

/** `signal`: nobody waits for it any more. */
export type PrepareExport = (request: ExportRequest, signal: AbortSignal) => Promise<PreparedExport>;

/** Reads a project at one instant, and makes the file if it is small. Throws a Refusal where the format has no room for it. */
export async function prepareExport(
  services: Omit<ReportServices, 'tenant'> & { readonly db: Database },
  { company, project, format, detail }: ExportRequest,
): Promise<PreparedExport> {
  const tenant = Tenant.ofSession({ company });
  const content = await readProjectSnapshot(services.db, tenant, async () => {
    const found = await readProject(services.db, tenant, project);
    if (!found) throw new Error(`The project ${project} has vanished`);
    return found;
  });
  const sections = await makeReport({ ...services, tenant }, content, detail);
  const cells = cellsOf(sections);
  const { cellLimit } = await exportWriter(format);
  if (cells > cellLimit) throw tooLarge(format, cells, cellLimit);
  const fileName = exportFileName(content.project.name, format);
  const hash = snapshotHash(content, services.core.sha256, format, detail);
  if (cells > DIRECT_CELLS) return { fileName, hash };
  const bytes = await fileBytes(format, content, sections);
  return { fileName, hash, ...(bytes.length <= DIRECT_BYTES && { bytes: new Uint8Array(bytes) }) };
}

function tooLarge(format: ExportFormat, cells: number, cellLimit: number): Refusal {
  const [needed, most] = [cells, cellLimit].map((count) => counted(count, 'ячейка', 'ячейки', 'ячеек'));
  const next = format === 'xls' ? 'Выберите xlsx.' : 'Экспортируйте без строк таблиц или разделите проект на части.';
  const detail = `В файл ${format} столько данных не поместится: нужно ${needed}, помещается ${most}. ${next}`;
  return new Refusal(413, { detail, code: 'too_large' });
}

async function fileBytes(
  format: ExportFormat,
  content: ProjectSnapshot,
  sections: readonly Section[],
): Promise<Buffer> {
  const out = new PassThrough();
  const [bytes] = await Promise.all([
    buffer(out),
    writeExport(format, content, sections, out).then(
      () => out.end(),
      (error) => out.destroy(error),
    ),
  ]);
  return bytes;
}
