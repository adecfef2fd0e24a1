import type { Writable } from 'node:stream';
import type { ExportFormat } from '#core/contract/export.ts';
import { changedAt, type ProjectSnapshot } from './project_snapshot.ts';
import type { Section } from './section.ts';
import type { ExportWriter } from './writer.ts';

/**
 * The writer of a format, loaded when it is needed: `<format>_writer.ts`. A new format is that file
 * and its entry in `EXPORT_FORMATS`.
 */
export async function exportWriter(format: ExportFormat): Promise<ExportWriter> {
  const { writer } = (await import(`./${format}_writer.ts`)) as { readonly writer: ExportWriter };
  return writer;
}

/** Writes a report as a file of `format`, to its end. */
export async function writeExport(
  format: ExportFormat,
  content: ProjectSnapshot,
  sections: readonly Section[],
  out: Writable,
): Promise<void> {
  const { write } = await exportWriter(format);
  await write(sections, out, { author: content.project.author, at: changedAt(content) });
}
