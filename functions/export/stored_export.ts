import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { EXPORT_FORMATS, type ExportFormat } from '#core/contract/export.ts';
import { claimBuild, type ExportBuild, moveBuild } from '../store/exports.ts';
import { exportKey } from '../store/file_key.ts';
import type { Table } from '../store/table.ts';
import type { ProjectContent } from './content.ts';
import type { ReportServices } from './report.ts';
import type { Section } from './section.ts';
import { writeExport } from './write_export.ts';

/** A builder that has said nothing for this long is dead: another one takes its place. */
export const LEASE_MS = 30_000;

/** How often a builder says that it lives. */
const BEAT_MS = 5000;

/** What is to be built, and the name under which it is kept: the hash of all that decides its bytes. */
export interface ExportOrder {
  readonly hash: string;
  readonly format: ExportFormat;
  readonly content: ProjectContent;
  readonly sections: readonly Section[];
}

export interface BuildServices extends ReportServices {
  readonly table: Table;
  readonly now: () => Date;
}

/** Another builder has the build. */
class BuildLost extends Error {
  override readonly name = 'BuildLost';
}

/**
 * Takes a build if nobody has it and starts it; tells by a promise how it ends, or undefined if another one has it. The file appears in
 * the bucket whole or not at all; a failure is written down before it is thrown, so that whoever waits learns of it.
 */
export async function startBuild(
  services: BuildServices,
  order: ExportOrder,
): Promise<{ readonly ended: Promise<void> } | undefined> {
  const { table, tenant, now } = services;
  const claimed = await claimBuild(table, tenant, order.hash, now().getTime(), LEASE_MS);
  return claimed && { ended: build(services, order, claimed) };
}

async function build(services: BuildServices, order: ExportOrder, claimed: ExportBuild): Promise<void> {
  const { table, tenant, now } = services;
  const stop = new AbortController();
  const beat = setInterval(async () => {
    const lives = { lease_ends_at: now().getTime() + LEASE_MS };
    // A store that does not answer now may answer the next time; until then the lease lasts.
    const held = await moveBuild(table, tenant, claimed, lives).catch(() => true);
    if (!held) stop.abort(new BuildLost(`Another builder has the export ${order.hash}`));
  }, BEAT_MS);
  try {
    await toBucket(services, order, stop.signal);
  } catch (error) {
    await moveBuild(table, tenant, claimed, { state: 'failed' });
    throw error;
  } finally {
    clearInterval(beat);
  }
}

/** By way of a file of this machine: neither the report nor the file is ever held in memory whole. */
async function toBucket(
  { files, tenant }: BuildServices,
  { hash, format, content, sections }: ExportOrder,
  signal: AbortSignal,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'export-'));
  const path = join(folder, 'file');
  const out = createWriteStream(path, { mode: 0o600, signal });
  try {
    const written = finished(out);
    await Promise.race([writeExport(format, content, sections, out), written]);
    out.end();
    await written;
    signal.throwIfAborted();
    await files.putFile(exportKey(tenant, hash, format), path, EXPORT_FORMATS[format].contentType);
  } finally {
    out.destroy();
    await rm(folder, { recursive: true, force: true });
  }
}
