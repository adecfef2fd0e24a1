import type { Session } from '../../auth/sessions.ts';
import { placementsOf } from '../../calculations/placement.ts';
import { listProjectCalculations } from '../../store/calculations.ts';
import type { AppContext } from '../app_context.ts';
import { componentRef } from '../components.ts';
import { listWindow, pathId, walkedPage } from '../request.ts';
import { PAGING, type RouteContext, type SignedInRoute } from '../route.ts';
import { handlersOf } from './calculations.ts';
import { MISSING_PROJECT, ownProject } from './projects.ts';

export const projectCalculationRoutes: readonly SignedInRoute[] = [
  {
    method: 'GET',
    path: '/v1/projects/{project}/calculations',
    id: 'listProjectCalculations',
    slash: true,
    access: 'signed-in',
    summary: 'Расчёты проекта всех видов, новые первыми',
    query: PAGING,
    answer: { status: 200, schema: componentRef('ProjectCalculations') },
    handle: listOwn,
  },
];

async function listOwn(c: AppContext, { db }: RouteContext, session: Session): Promise<Response> {
  const window = listWindow(c);
  const { id } = await ownProject(db, session, pathId(c, 'project', MISSING_PROJECT));
  const { types, ...listed } = await listProjectCalculations(db, session.tenant, id, window);
  const placement = await placementsOf(db, session.tenant, id);
  const results = listed.objects.map((calculation) => ({
    ...handlersOf(calculation.type).toSummary(calculation),
    ...placement(calculation.id),
    type: calculation.type,
  }));
  return c.json({ ...walkedPage(c, window, listed, results), types });
}
