import type { Statistics } from '#core/contract/user.ts';
import type { Database } from './database.ts';
import type { Tenant } from './tenant.ts';
import { listKeys } from './versioned_items.ts';

/** Counts of the company's projects and calculations, from the keys of its lists. */
export async function readStatistics(db: Database, tenant: Tenant): Promise<Statistics> {
  const [projects, calculations] = await Promise.all([listKeys(db, tenant, 'P#'), listKeys(db, tenant, 'K#')]);
  const byType: Record<string, number> = {};
  let archived = 0;
  for (const { list } of calculations) {
    const [, , type = '', state] = list.split('#');
    if (state === 'D') archived += 1;
    else byType[type] = (byType[type] ?? 0) + 1;
  }
  const archivedProjects = projects.filter(({ list }) => list.startsWith('P#D#')).length;
  const changes = [...projects, ...calculations].map(({ updated_at }) => updated_at);
  return {
    projects: projects.length - archivedProjects,
    projects_archived: archivedProjects,
    calculations: calculations.length - archived,
    calculations_archived: archived,
    calculations_by_type: byType,
    last_activity: changes.reduce<string | null>((last, at) => (last === null || at > last ? at : last), null),
  };
}
