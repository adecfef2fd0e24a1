import * as z from 'zod/mini';
import { EXPORT_FORMAT_NAMES } from '#core/contract/export.ts';
import { adoptBuild } from '../store/exports.ts';
import { readProject } from '../store/projects.ts';
import { Tenant } from '../store/tenant.ts';
import { type BuildServices, build, EXPORT_LEASE_MS } from './export_job.ts';
import { readProjectSnapshot, snapshotHash } from './project_snapshot.ts';
import { makeReport } from './report.ts';

/** Asks a worker to build a file; `fence` names the claim that was made for it. */
const exportMessage = z.object({
  company: z.string(),
  project: z.string(),
  format: z.enum(EXPORT_FORMAT_NAMES),
  detail: z.boolean(),
  hash: z.string(),
  fence: z.int(),
});
export type ExportMessage = z.infer<typeof exportMessage>;

/** The queue's message. Workers of the former release know it by its property `export` alone. */
export const exportRequested = z.object({
  kind: z._default(z.literal('export'), 'export'),
  export: exportMessage,
});

/** The body of the queue's message. */
export function formatExportMessage(message: ExportMessage): string {
  return JSON.stringify({ kind: 'export', export: message } satisfies z.infer<typeof exportRequested>);
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
