import type { Writable } from 'node:stream';
import type { ExportFormat } from '#core/contract/export.ts';
import { changedAt, type ProjectSnapshot } from './project_snapshot.ts';
import type { Section } from './section.ts';
import { writeText } from './text.ts';
import { writeXls, XLS_CELLS } from './xls.ts';
import { writeXlsx } from './xlsx.ts';

/** Writes a report as a file of `format`, to its end. */
export async function writeExport(
  format: ExportFormat,
  content: ProjectSnapshot,
  sections: readonly Section[],
  out: Writable,
): Promise<void> {
  const facts = { author: content.project.author, at: changedAt(content) };
  await WRITERS[format](sections, out, facts);
}

/** Cells that a file of `format` may have. */
export function cellLimit(format: ExportFormat): number {
  return format === 'xls' ? XLS_CELLS : Number.POSITIVE_INFINITY;
}

const WRITERS = { txt: writeText, xls: writeXls, xlsx: writeXlsx } as const;
