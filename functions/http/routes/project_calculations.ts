import type { Session } from '../../auth/sessions.ts';
import { listProjectCalculations } from '../../store/calculations.ts';
import type { AppContext } from '../app_context.ts';
import { componentRef } from '../components.ts';
import { listWindow, pathId, walkedPage } from '../request.ts';
import { type RouteContext, type SignedInRoute, YES_NO } from '../route.ts';
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
    query: {
      is_active: { description: 'true — действующие', values: YES_NO },
      is_deleted: { description: 'false — действующие, true — архив', values: YES_NO },
      limit: 'Сколько строк, не больше 100',
      offset: 'Сколько строк пропустить',
      after: 'Идентификатор, после которого продолжить; его несёт next',
    },
    answer: { status: 200, schema: componentRef('ProjectCalculations') },
    handle: listOwn,
  },
];

async function listOwn(c: AppContext, { db }: RouteContext, session: Session): Promise<Response> {
  const window = listWindow(c);
  const { id } = await ownProject(db, session, pathId(c, 'project', MISSING_PROJECT));
  const { types, ...listed } = await listProjectCalculations(db, session.tenant, id, window);
  const results = listed.objects.map((calculation) => ({
    ...handlersOf(calculation.type).toSummary(calculation),
    type: calculation.type,
  }));
  return c.json({ ...walkedPage(c, window, listed, results), types });
}
