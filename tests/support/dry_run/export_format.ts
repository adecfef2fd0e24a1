import { type Addition, insertBefore } from './addition.ts';

const NAME = 'csv';

const FACTS = `  csv: {
    contentType: 'text/csv; charset=utf-8',
    title: 'CSV',
    note: 'Для обмена данными: значения через точку с запятой.',
    hasDetail: true,
  },
`;

const WRITER = `import type { Writable } from 'node:stream';
import type { Section } from './section.ts';
import { writeChunk } from './write_chunk.ts';
import type { ExportWriter } from './writer.ts';

async function writeCsv(sections: readonly Section[], out: Writable): Promise<void> {
  for (const section of sections) {
    const { columns, blocks } = await section.open();
    await writeChunk(out, \`\${section.title}\\r\\n\${columns.map(({ header }) => header).join(';')}\\r\\n\`);
    for await (const rows of blocks)
      for (const row of rows) await writeChunk(out, \`\${row.map((cell) => cell ?? '').join(';')}\\r\\n\`);
  }
}

export const writer: ExportWriter = { cellLimit: Number.POSITIVE_INFINITY, write: writeCsv };
`;

/** A format of exported reports. */
export const EXPORT_FORMAT = {
  name: NAME,
  edits: {
    'wasm-core/contract/export.ts': insertBefore(/^\} as const satisfies Record/m, FACTS),
    [`functions/export/${NAME}_writer.ts`]: () => WRITER,
  },
  suites: [
    'tests/functions/export/names.test.ts',
    'tests/functions/export/same_bytes.test.ts',
    'tests/functions/http/routes/exports.test.ts',
  ],
} as const satisfies Addition;
