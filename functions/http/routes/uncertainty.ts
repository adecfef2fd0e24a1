import { createHash } from 'node:crypto';
import { type CalculationType, definitionOf, FIELDS_TYPES } from '#core/calculations/index.ts';
import {
  calculationUncertaintySchema,
  inventoryUncertaintySchema,
  uncertaintyPlanSchema,
} from '#core/contract/uncertainty_schema.ts';
import {
  calculationUncertainty,
  inventoryPlan,
  inventoryUncertainty,
} from '#core/uncertainty/inventory_uncertainty.ts';
import { PlanRefused } from '#core/uncertainty/plan_refused.ts';
import type { Session } from '../../auth/sessions.ts';
import { readComparedInput, readInventoryInput } from '../../calculations/inventory_input.ts';
import { placementsOf } from '../../calculations/placement.ts';
import { badRequest, Refusal } from '../../errors.ts';
import { attachment } from '../../export/disposition.ts';
import { uncertaintyWorkbook } from '../../export/uncertainty_sections.ts';
import type { AppContext } from '../app_context.ts';
import { schemaName } from '../calculation_schema.ts';
import { pathId } from '../request.ts';
import type { RouteContext, SignedInRoute } from '../route.ts';
import { MISSING, ownCalculation } from './calculations.ts';
import { MISSING_PROJECT, ownProject } from './projects.ts';

const others = { 409: 'Одной общей ошибке заданы разные законы' } as const;
const common = { method: 'GET', slash: true, access: 'signed-in', apart: true } as const;

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** How sure totals are: of a project's inventory and of each calculation with a total. Nothing is stored: it is computed on reading. */
export const uncertaintyRoutes: readonly SignedInRoute[] = [
  {
    ...common,
    path: '/v1/projects/{project}/uncertainty',
    id: 'getInventoryUncertainty',
    summary: 'Неопределённость инвентаризации: способы 1 и 2 МГЭИК, изменение к прошлому году, ключевые категории',
    answer: { status: 200, schema: inventoryUncertaintySchema, others },
    handle: showInventory,
  },
  {
    ...common,
    path: '/v1/projects/{project}/uncertainty/plan',
    id: 'getUncertaintyPlan',
    summary:
      'План розыгрышей полной инвентаризации: его принимает npm run uncertainty, пересчитать можно без этой программы',
    answer: { status: 200, schema: uncertaintyPlanSchema, others },
    handle: showPlan,
  },
  {
    ...common,
    path: '/v1/projects/{project}/uncertainty/table',
    id: 'downloadUncertaintyTable',
    summary: 'Книга xlsx: таблица 3.2 МГЭИК, разброс по способу 2, величины, ключевые категории',
    answer: { status: 200, files: [WORKBOOK], others },
    handle: sendTable,
  },
  ...FIELDS_TYPES.filter((type) => definitionOf(type).total !== undefined).map((type): SignedInRoute => {
    return {
      ...common,
      path: `/v1/${type}/{calculation}/uncertainty`,
      id: `get${schemaName(type)}Uncertainty`,
      summary: `${definitionOf(type).title}: неопределённость расчёта`,
      answer: { status: 200, schema: calculationUncertaintySchema, others },
      handle: (c, context, session) => showCalculation(c, context, session, type),
    };
  }),
];

async function showInventory(c: AppContext, { core, db, now }: RouteContext, session: Session): Promise<Response> {
  const project = await ownProject(db, session, pathId(c, 'project', MISSING_PROJECT));
  const input = await readComparedInput(db, session.tenant, project, now());
  return c.json(await refusing(inventoryUncertainty(core, input, { digest })));
}

async function sendTable(c: AppContext, { core, db, now }: RouteContext, session: Session): Promise<Response> {
  const project = await ownProject(db, session, pathId(c, 'project', MISSING_PROJECT));
  const input = await readComparedInput(db, session.tenant, project, now());
  const uncertainty = await refusing(inventoryUncertainty(core, input, { digest }));
  const bytes = await uncertaintyWorkbook(uncertainty, { author: project.author, at: project.updated_at });
  return c.body(new Uint8Array(bytes), 200, {
    'Content-Type': WORKBOOK,
    'Content-Disposition': attachment(`${project.name}, неопределённость.xlsx`),
  });
}

async function showPlan(c: AppContext, { core, db }: RouteContext, session: Session): Promise<Response> {
  const project = await ownProject(db, session, pathId(c, 'project', MISSING_PROJECT));
  const input = await readInventoryInput(db, session.tenant, project);
  return c.json(await refusing(inventoryPlan(core, input, { digest })));
}

async function showCalculation(c: AppContext, context: RouteContext, session: Session, type: CalculationType) {
  const stored = await ownCalculation(context, session, type, pathId(c, 'calculation', MISSING));
  const placement = await placementsOf(context.db, session.tenant, stored.project);
  const calculation = { ...stored, isCopy: false };
  const { part } = placement(stored.id) ?? {};
  const computed = calculationUncertainty(context.core, stored.project, calculation, part, { digest });
  const uncertainty = await refusing(computed);
  if (!uncertainty)
    throw badRequest('У расчётов этого вида нет выбросов в т CO₂-экв., поэтому нет и неопределённости.');
  return c.json(uncertainty);
}

/** Laws that contradict each other are the person's to mend: by field, in Russian. */
async function refusing<Answer>(computed: Promise<Answer>): Promise<Answer> {
  try {
    return await computed;
  } catch (error) {
    if (!(error instanceof PlanRefused)) throw error;
    const detail = error.faults[0]?.message ?? 'Неопределённости величин противоречат друг другу.';
    throw new Refusal(409, { detail, code: 'contradicting_laws', errors: error.faults });
  }
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
