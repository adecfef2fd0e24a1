import type { CalculationDefinition } from '#core/calculations/definition.ts';
import { type CalculationType, definitionOf, TABLE_TYPES } from '#core/calculations/index.ts';
import { ROWS_PAGE_LIMIT, type RowsPage } from '#core/contract/rows.ts';
import type { Session } from '../../auth/sessions.ts';
import { makeTemplate } from '../../calculations/template.ts';
import { badRequest, faultyFields } from '../../errors.ts';
import type { AppContext, IdempotentRequest } from '../app_context.ts';
import { readBody, TABLE_LIMIT } from '../body.ts';
import { schemaName } from '../calculation_schema.ts';
import { componentRef } from '../components.ts';
import { rowsUpdateBody } from '../dataset_schema.ts';
import { pathId, wholeNumber } from '../request.ts';
import type { RouteContext, SignedInRoute } from '../route.ts';
import { MISSING, ownCalculation, updateCalculation } from './calculations.ts';
import { readRowsPage } from './rows_page.ts';

/** Rows of a page where the request does not say. */
const ROWS_DEFAULT = 100;

/** Addresses that calculations of a table have besides those of all. */
export const tableRoutes: readonly SignedInRoute[] = TABLE_TYPES.flatMap((type) => {
  const definition = definitionOf(type);
  return [...(definition.table?.hasGrid ? [updateRoute(type, definition)] : []), ...readRoutes(type, definition)];
});

function updateRoute(type: CalculationType, definition: CalculationDefinition): SignedInRoute {
  return {
    method: 'PATCH',
    path: `/v1/${type}/{calculation}/data_update`,
    id: `update${schemaName(type)}Rows`,
    slash: true,
    access: 'signed-in',
    summary: `${definition.title}: изменение строк; всё вычисляется заново`,
    body: rowsUpdateBody(definition),
    bodyLimit: TABLE_LIMIT,
    apart: true,
    answer: { status: 200, schema: componentRef(schemaName(type)) },
    handle: (c, context, session, write) => updateRows(c, context, session, type, write),
  };
}

function readRoutes(type: CalculationType, definition: CalculationDefinition): SignedInRoute[] {
  return [
    {
      method: 'GET',
      path: `/v1/${type}/{calculation}/rows`,
      id: `list${schemaName(type)}Rows`,
      slash: true,
      access: 'signed-in',
      summary: `${definition.title}: строки таблицы с результатами, страницами`,
      query: { limit: `Сколько строк, не больше ${ROWS_PAGE_LIMIT}`, offset: 'Сколько строк пропустить' },
      answer: { status: 200, schema: componentRef(`${schemaName(type)}Rows`) },
      handle: (c, context, session) => readPage(c, context, session, type),
    },
    {
      method: 'GET',
      path: `/v1/${type}/template`,
      id: `download${schemaName(type)}Template`,
      slash: true,
      access: 'signed-in',
      summary: `${definition.title}: заполненный образец таблицы`,
      query: { format: { description: 'Без него — xlsx', values: ['xlsx', 'csv'] } },
      answer: { status: 200, files: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'] },
      apart: true,
      handle: (c) => sendTemplate(c, definition),
    },
  ];
}

async function updateRows(
  c: AppContext,
  context: RouteContext,
  session: Session,
  type: CalculationType,
  write: IdempotentRequest,
) {
  const id = pathId(c, 'calculation', MISSING);
  const { data, deleted, version } = await readBody(c);
  if ((data ?? deleted ?? undefined) === undefined) {
    throw faultyFields([{ field: 'data', message: 'Передайте строки (data) или номера удалённых строк (deleted).' }]);
  }
  return c.json(await updateCalculation(context, session, type, id, { fields: { data, deleted, version } }, write));
}

async function readPage(c: AppContext, context: RouteContext, session: Session, type: CalculationType) {
  const calculation = await ownCalculation(context, session, type, pathId(c, 'calculation', MISSING));
  const limit = Math.min(wholeNumber(c.req.query('limit')) || ROWS_DEFAULT, ROWS_PAGE_LIMIT);
  const offset = wholeNumber(c.req.query('offset'));
  const { head, rows } = await readRowsPage(context.files, session.tenant, calculation, { offset, limit });
  return c.json({ count: head.count, head, results: rows } satisfies RowsPage);
}

async function sendTemplate(c: AppContext, definition: CalculationDefinition) {
  const format = c.req.query('format') ?? 'xlsx';
  if (format !== 'csv' && format !== 'xlsx') throw badRequest('Параметр format принимает csv или xlsx.');
  const { bytes, fileName, contentType } = await makeTemplate(definition, format);
  return c.body(new Uint8Array(bytes), 200, {
    'Content-Type': contentType,
    'Content-Disposition': `attachment; filename="template.${format}"; filename*=UTF-8''${encodeURIComponent(fileName)}`,
  });
}
