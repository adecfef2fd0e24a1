import type { AuditPage } from '#core/contract/audit.ts';
import { auditPageSchema } from '#core/contract/audit.ts';
import { MAX_LIMIT } from '#core/contract/page.ts';
import type { Session } from '../../auth/sessions.ts';
import { listEntries } from '../../store/audit.ts';
import type { AppContext } from '../app_context.ts';
import { listWindow, pathOf } from '../request.ts';
import type { AdminRoute, RouteContext } from '../route.ts';

const ID = /^[0-9a-f-]{36}$/;

export const auditRoutes: readonly AdminRoute[] = [
  {
    access: 'admin',
    method: 'GET',
    path: '/v1/company/audit',
    id: 'listAuditEntries',
    slash: true,
    summary: 'Журнал действий администраторов, новые первыми',
    query: { limit: `Сколько строк, не больше ${MAX_LIMIT}`, before: 'Номер записи: показать более ранние' },
    answer: { status: 200, schema: auditPageSchema },
    handle: listOwn,
  },
];

/** By the last entry seen and not by an offset: entries come while the list is read. */
async function listOwn(c: AppContext, { db, now }: RouteContext, { tenant }: Session): Promise<Response> {
  const { limit } = listWindow(c);
  const cursor = c.req.query('before') ?? '';
  const before = ID.test(cursor) ? cursor : undefined;
  const { entries, hasMore } = await listEntries(db, tenant, { before, limit }, now());
  const last = entries.at(-1);
  const next = hasMore && last ? pathOf(c, { limit: String(limit), before: last.id }) : null;
  return c.json({ next, results: entries } satisfies AuditPage);
}
