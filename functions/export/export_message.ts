import { EXPORT_FORMATS, type ExportFormat } from '#core/contract/export.ts';
import { adoptBuild } from '../store/exports.ts';
import { readProject } from '../store/projects.ts';
import { Tenant } from '../store/tenant.ts';
import { type BuildServices, build, EXPORT_LEASE_MS } from './export_job.ts';
import { readProjectSnapshot, snapshotHash } from './project_snapshot.ts';
import { makeReport } from './report.ts';

/** Asks a worker to build a file; `fence` names the claim that was made for it. */
export interface ExportMessage {
  readonly company: string;
  readonly project: string;
  readonly format: ExportFormat;
  readonly detail: boolean;
  readonly hash: string;
  readonly fence: number;
}

/** The body of the queue's message. */
export function formatExportMessage(message: ExportMessage): string {
  return JSON.stringify({ export: message });
}

/** The content of a message of the queue (its property `export`), checked. */
export function readExportMessage(content: unknown): ExportMessage {
  const message = content as ExportMessage;
  if (!Object.hasOwn(EXPORT_FORMATS, message.format)) throw new Error(`An export to ${message.format}`);
  return message;
}

/**
 * Builds the ordered file, unless another worker has the order, or the project is no longer what it was: whoever waits then asks for
 * another file.
 */
export async function runExport(
  services: Omit<BuildServices, 'tenant'>,
  { company, project, format, detail, hash, fence }: ExportMessage,
): Promise<void> {
  const tenant = Tenant.ofOperations(company);
  const own = { ...services, tenant };
  const held = await adoptBuild(services.db, tenant, hash, fence, services.now().getTime() + EXPORT_LEASE_MS);
  if (!held) return;
  await build(own, hash, held, async () => {
    const content = await readProjectSnapshot(services.db, tenant, async () => {
      const found = await readProject(services.db, tenant, project);
      if (!found) throw new Error(`The project ${project} has vanished`);
      return found;
    });
    if (snapshotHash(content, services.core.sha256, format, detail) !== hash) return undefined;
    return { format, content, sections: await makeReport(own, content, detail) };
  });
}
