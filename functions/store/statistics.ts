import type { Statistics } from '#core/contract/user.ts';
import type { Database } from './database.ts';
import type { Tenant } from './tenant.ts';

/** Counts of the company's projects and of the calculations of its active projects, from the keys of its lists. */
export async function readStatistics(db: Database, tenant: Tenant): Promise<Statistics> {
  const [projects, calculations] = await Promise.all([
    db.listKeys(tenant.partition, 'P#'),
    db.listKeys(tenant.partition, 'K#'),
  ]);
  const archivedProjects = new Set(projects.flatMap(({ list, sk }) => (list.startsWith('P#D#') ? [sk.slice(2)] : [])));
  const byType: Record<string, number> = {};
  let active = 0;
  let archived = 0;
  for (const { list } of calculations) {
    const [, project = '', type = '', state] = list.split('#');
    if (archivedProjects.has(project)) continue;
    if (state === 'D') archived += 1;
    else {
      active += 1;
      byType[type] = (byType[type] ?? 0) + 1;
    }
  }
  const changes = [...projects, ...calculations].map(({ updated_at }) => updated_at);
  return {
    projects: projects.length - archivedProjects.size,
    projects_archived: archivedProjects.size,
    calculations: active,
    calculations_archived: archived,
    calculations_by_type: byType,
    last_activity: changes.reduce<string | null>((last, at) => (last === null || at > last ? at : last), null),
  };
}
