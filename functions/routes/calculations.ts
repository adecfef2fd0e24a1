import type { Context } from 'hono';
import * as z from 'zod/mini';
import { compute } from '#core/calculations/compute.ts';
import { type CalculationDefinition, type NumberInputs, numberInputs } from '#core/calculations/definition.ts';
import { type CalculationType, definitionOf, FIELDS_TYPES } from '#core/calculations/index.ts';
import { findProvenance } from '#core/calculations/provenance.ts';
import { faults, parseInputs } from '#core/calculations/schema.ts';
import { actualSchema, calculationNameSchema, projectIdSchema } from '#core/contract/calculation.ts';
import { formatCoefficient } from '#core/contract/decimal.ts';
import type { Dictionary } from '#core/contract/dictionary.ts';
import type { Session } from '../auth/sessions.ts';
import { badRequest, notFound, Refusal } from '../errors.ts';
import {
  createCalculation,
  listCalculations,
  readCalculation,
  replaceCalculation,
  type StoredCalculation,
} from '../store/calculations.ts';
import { newVersioned } from '../store/versioned.ts';
import { calculationBody, schemaName } from './calculation_schema.ts';
import { change } from './change.ts';
import { ownProject } from './projects.ts';
import { check, faultyFields, type JsonObject, listWindow, page, pathId, readBody, refuseForged } from './request.ts';
import type { RouteContext, SignedInRoute } from './route.ts';

const MISSING = 'Расчёт не найден. Откройте список расчётов: возможно, ссылка устарела.';

/** What a person gives of any calculation, beside the inputs of its type. */
const commonSchema = z.object({ name: calculationNameSchema, actual: actualSchema });

/** The one router of all calculation types: its addresses come from the registry. */
export const calculationRoutes: readonly SignedInRoute[] = FIELDS_TYPES.flatMap(routesOf);

function routesOf(type: CalculationType): SignedInRoute[] {
  const definition = definitionOf(type);
  const one = { $ref: `#/components/schemas/${schemaName(type)}` };
  const common = { access: 'signed-in', slash: true } as const;
  return [
    {
      ...common,
      method: 'GET',
      path: `/v1/${type}`,
      summary: `${definition.title}: расчёты проекта, новые первыми`,
      query: {
        project: 'Проект (обязательно)',
        is_active: 'true',
        is_deleted: 'false — действующие, true — архив',
        limit: 'Сколько строк, не больше 100',
        offset: 'Сколько строк пропустить',
      },
      answer: { status: 200, schema: { $ref: `#/components/schemas/${schemaName(type)}Page` } },
      handle: (c, context, session) => listOwn(c, context, session, type),
    },
    {
      ...common,
      method: 'POST',
      path: `/v1/${type}`,
      summary: `${definition.title}: новый расчёт`,
      body: calculationBody(type, definition),
      answer: { status: 201, schema: one },
      handle: (c, context, session) => createOwn(c, context, session, type),
    },
    {
      ...common,
      method: 'GET',
      path: `/v1/${type}/{calculation}/single_calc/{slot}`,
      summary: `${definition.title}: один расчёт`,
      answer: { status: 200, schema: one },
      handle: (c, context, session) => readOwn(c, context, session, type),
    },
    {
      ...common,
      method: 'PATCH',
      path: `/v1/${type}/{calculation}`,
      summary: `${definition.title}: изменение, архивация (is_deleted) и восстановление`,
      body: calculationBody(type, definition),
      answer: { status: 200, schema: one },
      handle: (c, context, session) => changeOwn(c, context, session, type),
    },
  ];
}

async function listOwn(c: Context, { table }: RouteContext, { tenant }: Session, type: CalculationType) {
  const project = c.req.query('project');
  if (!project)
    throw badRequest('Укажите проект в параметре project.', [{ field: 'project', message: 'Укажите проект.' }]);
  const window = listWindow(c);
  const { count, objects } = await listCalculations(table, tenant, type, project, window);
  return c.json(page(c, window, count, objects.map(show)));
}

async function readOwn(c: Context, context: RouteContext, session: Session, type: CalculationType) {
  // Clients name the slot of the chart that they fill; the answer is the same.
  if (!['1', '2', '3'].includes(c.req.param('slot') ?? ''))
    throw notFound('Такого адреса нет: single_calc принимает 1, 2 или 3.');
  return c.json(show(await ownCalculation(context, session, type, pathId(c, 'calculation', MISSING))));
}

async function createOwn(c: Context, context: RouteContext, session: Session, type: CalculationType) {
  const body = await readBody(c);
  refuseForged(body, { company: session.tenant.company, user: session.user.id });
  const { project } = check(z.object({ project: projectIdSchema }), body);
  const computed = await computeBody(context, type, body);
  const { id, is_deleted } = await ownProject(context.table, session, project);
  if (is_deleted) {
    throw new Refusal(409, { detail: 'Проект в архиве. Восстановите его, чтобы добавлять расчёты.', code: 'archived' });
  }
  const calculation = { ...newVersioned(session.user, context.now()), type, project: id, ...computed };
  return c.json(show(await createCalculation(context.table, session.tenant, calculation)), 201);
}

async function changeOwn(c: Context, context: RouteContext, session: Session, type: CalculationType) {
  const id = pathId(c, 'calculation', MISSING);
  const body = await readBody(c);
  const changed = await change<StoredCalculation>(body, session.user, context.now(), {
    read: () => ownCalculation(context, session, type, id),
    next: async (current, { is_deleted }) => {
      refuseForged(body, { id, project: current.project, user: current.user, company: session.tenant.company });
      const computed = await computeBody(context, type, { ...show(current), ...body });
      const same = sameInputs(current.inputs, computed.inputs);
      if (!same && !definitionOf(type).editable) throw badRequest('Такой расчёт не изменяют. Создайте новый.');
      // Into the archive and back a calculation keeps the figures that it was reported with, whatever the core is by now.
      return same && is_deleted !== current.is_deleted ? current : { ...current, ...computed };
    },
    replace: (current, next) => replaceCalculation(context.table, session.tenant, current, next),
    show,
  });
  return c.json(show(changed));
}

async function ownCalculation({ table }: RouteContext, { tenant }: Session, type: CalculationType, id: string) {
  const calculation = await readCalculation(table, tenant, type, id);
  if (!calculation) throw notFound(MISSING);
  return calculation;
}

/** Parses a body and computes: whatever results the client sent are not looked at. Every fault comes at once. */
async function computeBody({ core, dictionary }: RouteContext, type: CalculationType, body: JsonObject) {
  const definition = definitionOf(type);
  const common = z.safeParse(commonSchema, body);
  const parsed = parseInputs(definition, body, core.constant);
  if (!common.success || !parsed.ok) {
    const errors = common.success ? [] : faults(common.error.issues, body);
    throw faultyFields([...errors, ...(parsed.ok ? [] : parsed.errors)]);
  }
  const { inputs } = parsed;
  const dictionaries = await readDictionaries(definition, dictionary);
  return {
    ...common.data,
    inputs,
    results: compute(core, type, definition, inputs),
    provenance: findProvenance(definition, inputs, (name) => dictionaries.get(name), common.data.actual),
    core_sha256: core.sha256,
  };
}

async function readDictionaries({ dictionaries = [] }: CalculationDefinition, read: RouteContext['dictionary']) {
  const entries = dictionaries.map(async ({ name }) => [name, await read(name)] as const);
  return new Map<string, Dictionary>(await Promise.all(entries));
}

function sameInputs(one: NumberInputs, other: NumberInputs): boolean {
  return Object.keys(one).every((name) => one[name] === other[name]);
}

/** A calculation as it travels: coefficients as six-decimal strings, other inputs and results as numbers. */
function show({ type, inputs, results, ...common }: StoredCalculation) {
  const wire = numberInputs(definitionOf(type)).map(([name, { coefficient }]) => {
    const value = inputs[name] ?? Number.NaN;
    return [name, coefficient ? formatCoefficient(value) : value];
  });
  return { ...common, ...Object.fromEntries(wire), ...results };
}
