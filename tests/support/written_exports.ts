import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ExportFormat } from '#core/contract/export.ts';
import type { ProjectSnapshot } from '#functions/export/project_snapshot.ts';
import type { Section } from '#functions/export/section.ts';
import { exportWriter } from '#functions/export/write_export.ts';

/** The bytes of a report in a format. */
export async function written(format: ExportFormat, sections: readonly Section[]): Promise<Uint8Array<ArrayBuffer>> {
  const out = new PassThrough();
  const read = buffer(out);
  const { write } = await exportWriter(format);
  await write(sections, out, { author: 'Автор', at: '2026-11-21T09:00:00.000Z' });
  out.end();
  return new Uint8Array(await read);
}

/** A project whose every text is each of `texts`, in a calculation of a table of its own: six fields of each. */
export function contentOf(texts: readonly string[]): ProjectSnapshot {
  const common = {
    user: 'user',
    changed_by: 'user',
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    is_active: true,
    is_deleted: false,
    version: 1,
  };
  const [first = ''] = texts;
  const company = {
    id: 'company',
    name: first,
    email: first,
    postal_address: first,
    ogrn: first,
    okved: first,
    region: first,
  };
  const project = {
    ...common,
    id: 'project',
    name: first,
    author: first,
    editor: first,
    company: 'company',
    start_date: '2026-01-01',
    end_date: '2026-12-31',
    status: 1,
  } as const;
  const calculations = texts.map((text, place) => ({
    ...common,
    id: `calculation-${place}`,
    type: 'filling_blanks' as const,
    project: 'project',
    name: text,
    author: text,
    editor: text,
    write_id: text,
    inputs: {},
    results: { objects: place, filled: -place, left: 0.1 + 0.2 },
    actual: [],
    provenance: [],
    core_sha256: '0'.repeat(64),
    table: {
      settings: { name_element: text, name_value: text },
      rows: { sha256: '0'.repeat(64), bytes: 0, start: 0, count: place },
      model: null,
      file_name: text,
      warnings: [],
      warnings_total: 0,
      problems: [],
      problems_total: 0,
    },
  }));
  return { company, project, calculations };
}
