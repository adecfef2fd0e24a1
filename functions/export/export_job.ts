import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { EXPORT_FORMATS, type ExportFormat } from '#core/contract/export.ts';
import { withScratchFolder } from '../scratch_folder.ts';
import type { Database } from '../store/database.ts';
import { claimBuild, type ExportBuild, moveBuild } from '../store/exports.ts';
import { exportKey } from '../store/file_key.ts';
import { holdLease } from '../store/lease.ts';
import type { ProjectSnapshot } from './project_snapshot.ts';
import type { ReportServices } from './report.ts';
import type { Section } from './section.ts';
import { writeExport } from './write_export.ts';

/** A builder that has said nothing for this long is dead: another one takes its place. */
export const EXPORT_LEASE_MS = 30_000;

/** How often a builder says that it lives. */
const BEAT_MS = 5000;

/** What is to be built. */
export interface ExportJob {
  readonly format: ExportFormat;
  readonly content: ProjectSnapshot;
  readonly sections: readonly Section[];
}

export interface BuildServices extends ReportServices {
  readonly db: Database;
  readonly now: () => Date;
  /** Aborted shortly before the builder must end. */
  readonly deadline?: AbortSignal;
}

/** The builder's process stops: another one may go on at once. */
export class BuilderStopped extends Error {
  override readonly name = 'BuilderStopped';
}

/** Claims a build that nobody has; undefined: another one has it. */
export function claimExport({ db, tenant, now }: BuildServices, hash: string): Promise<ExportBuild | undefined> {
  return claimBuild(db, tenant, hash, now().getTime(), EXPORT_LEASE_MS);
}

/**
 * Builds a file under a claim. It appears in the bucket whole or not at all; a failure is written down before it is thrown, so that
 * whoever waits learns of it. `order` may find that there is nothing to build.
 */
export async function build(
  services: BuildServices,
  hash: string,
  claimed: ExportBuild,
  order: () => Promise<ExportJob | undefined>,
): Promise<void> {
  const { db, tenant, now, deadline } = services;
  const lease = holdLease(claimed, {
    ...{ leaseMs: EXPORT_LEASE_MS, beatMs: BEAT_MS, now },
    write: async (current, changes) => {
      const isHeld = await moveBuild(db, tenant, current, changes);
      return isHeld ? { ...current, ...changes } : undefined;
    },
  });
  const signal = deadline ? AbortSignal.any([lease.lost, deadline]) : lease.lost;
  try {
    const asked = await order();
    if (asked) await toBucket(services, hash, asked, signal);
  } catch (error) {
    await lease.stop();
    const isStopped = signal.reason instanceof BuilderStopped;
    await moveBuild(db, tenant, claimed, isStopped ? { lease_ends_at: now().getTime() } : { state: 'failed' });
    throw error;
  } finally {
    await lease.stop();
  }
}

/** By way of a file of this machine: neither the report nor the file is ever held in memory whole. */
async function toBucket(
  { files, tenant }: BuildServices,
  hash: string,
  { format, content, sections }: ExportJob,
  signal: AbortSignal,
): Promise<void> {
  await withScratchFolder(async (folder) => {
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
    }
  });
}
