import { v7 } from 'uuid';
import * as z from 'zod/mini';
import { type CalculationType, definitionOf, TABLE_TYPES } from '#core/calculations/index.ts';
import type { UploadTicket } from '#core/contract/job.ts';
import { uploadTicketSchema } from '#core/contract/job.ts';
import { MAX_FILE_BYTES } from '#core/tables/limits.ts';
import type { Session } from '../../auth/sessions.ts';
import { checkTableFields } from '../../calculations/dataset_calculation.ts';
import { conflict, Refusal } from '../../errors.ts';
import { TICKET_SECONDS } from '../../jobs/times.ts';
import type { StoredCalculation } from '../../store/calculations.ts';
import { uploadKey } from '../../store/file_key.ts';
import { createJob, END_STATES, listJobs, readJob, type StoredJob } from '../../store/jobs.ts';
import { countWithin, secondsLeft } from '../../store/window_count.ts';
import type { AppContext, IdempotentRequest } from '../app_context.ts';
import { readBody } from '../body.ts';
import { calculationBody, schemaName, VERSION } from '../calculation_schema.ts';
import { cleanFileName } from '../form.ts';
import { versionOf } from '../optimistic_update.ts';
import { check, checkId, type JsonObject, refuseForged } from '../request.ts';
import type { RouteContext, SignedInRoute } from '../route.ts';
import { MISSING, ownCalculation, refuseArchived } from './calculations.ts';
import { datasetHandlers } from './dataset_handlers.ts';
import { showJob } from './jobs.ts';

/** Unfinished jobs of one project, at most. */
const UNFINISHED_LIMIT = 20;

/** Unfinished jobs of one company, at most: whoever sends more waits for its own. */
const COMPANY_LIMIT = 150;

/** How long to wait until one of them may have ended, s. */
const RETRY_SECONDS = 60;

/** Tickets of one company in a quarter of an hour, at most. */
const TICKET_LIMIT = 200;

const TOO_LARGE = `Файл больше ${MAX_FILE_BYTES / 2 ** 20} МБ. Разделите его на части или сохраните как CSV без лишних столбцов.`;
const NO_SIZE = 'Укажите размер файла в байтах (size), целым числом больше нуля.';

const fileSchema = z.object({
  file_name: z.pipe(
    z.string({ error: 'Укажите имя файла (file_name).' }).check(z.minLength(1, 'Укажите имя файла (file_name).')),
    z.transform(cleanFileName),
  ),
  size: z.int({ error: NO_SIZE }).check(z.positive(NO_SIZE)),
});

/** Way of files too large for a request: a ticket, the file straight to the bucket, a worker. */
export const uploadTicketRoutes: readonly SignedInRoute[] = TABLE_TYPES.map((type) => {
  const definition = definitionOf(type);
  const fields = calculationBody(definition);
  return {
    method: 'POST',
    path: `/v1/${type}/upload_ticket`,
    id: `create${schemaName(type)}UploadTicket`,
    slash: true,
    access: 'signed-in',
    summary: `${definition.title}: билет на загрузку файла до ${MAX_FILE_BYTES / 2 ** 20} МБ`,
    body: {
      ...fields,
      required: ['file_name', 'size'],
      anyOf: [
        { required: fields.required },
        { required: ['calculation'], properties: { calculation: { type: 'string' } } },
      ],
      properties: {
        ...(fields.properties as object),
        file_name: { type: 'string', minLength: 1, title: 'Имя файла' },
        size: { type: 'integer', minimum: 1, maximum: MAX_FILE_BYTES, title: 'Размер файла, байт' },
        calculation: { type: ['string', 'null'], title: 'Расчёт, файл которого заменить; без него — новый расчёт' },
        version: VERSION,
      },
    },
    answer: {
      status: 201,
      schema: uploadTicketSchema,
      others: {
        429: 'Компания начала слишком много загрузок или слишком много их ждёт; Retry-After говорит, когда продолжить',
      },
    },
    // The model that the fields name is read.
    apart: true,
    handle: (c, context, session, write) => issue(c, context, session, type, write),
  };
});

async function issue(
  c: AppContext,
  context: RouteContext,
  session: Session,
  type: CalculationType,
  write: IdempotentRequest,
) {
  const body = await readBody(c);
  const earlier = write.isKeyed && (await readJob(context.db, session.tenant, write.id));
  const job = earlier || (await orderJob(context, session, type, body, write));
  const seconds = Math.max(1, Math.ceil((job.ticket_ends_at - context.now().getTime()) / 1000));
  const form = await context.files.form(job.upload, MAX_FILE_BYTES, seconds);
  const expires_at = new Date(job.ticket_ends_at).toISOString();
  return c.json({ job: showJob(job), ...form, expires_at } satisfies UploadTicket, 201);
}

async function orderJob(
  context: RouteContext,
  session: Session,
  type: CalculationType,
  body: JsonObject,
  { id }: IdempotentRequest,
): Promise<StoredJob> {
  refuseForged(body, { company: session.tenant.company, user: session.user.id });
  const { file_name, size } = check(fileSchema, body);
  if (size > MAX_FILE_BYTES) throw new Refusal(413, { detail: TOO_LARGE, code: 'too_large' });
  const current = await replacedCalculation(context, session, type, body);
  const given = await checkGiven(context, session, type, body, current);
  await refuseArchived(context, session, given.project);
  await refuseCrowd(context, session, given.project);
  await refuseFlood(context, session);
  const job = newJob(context, session, { id, type, file_name, given, ...(current && { replaced: current }) });
  const made = await createJob(context.db, session.tenant, job, COMPANY_LIMIT);
  if (made) return made;
  const detail = `У компании уже ${COMPANY_LIMIT} файлов ждут обработки или обрабатываются, больше нельзя. Повторите через минуту или отмените ненужные загрузки.`;
  throw new Refusal(429, { detail, code: 'too_many_unfinished' }, { 'Retry-After': String(RETRY_SECONDS) });
}

/** The calculation whose file is to be replaced, as the person saw it; undefined: a new one is made. */
async function replacedCalculation(context: RouteContext, session: Session, type: CalculationType, body: JsonObject) {
  if (body.calculation === undefined || body.calculation === null) return undefined;
  const current = await ownCalculation(context, session, type, checkId(body.calculation, MISSING));
  const expected = versionOf(body);
  if (expected !== undefined && expected !== current.version) throw conflict(datasetHandlers.toSummary(current));
  if (current.is_deleted) {
    const detail = 'Расчёт в архиве. Сначала восстановите его, потом загружайте файл.';
    throw new Refusal(409, { detail, code: 'archived' });
  }
  return current;
}

/** The fields of the calculation, checked, as a body that gives the same calculation whenever it is read: the model is pinned. */
async function checkGiven(
  context: RouteContext,
  { tenant }: Session,
  type: CalculationType,
  body: JsonObject,
  current: StoredCalculation | undefined,
) {
  if (current) refuseForged(body, { project: current.project });
  const whole = current ? { ...datasetHandlers.toSummary(current), ...body } : body;
  const request = { tenant, type, body: whole, ...(current && { current }) };
  const { fields, model } = await checkTableFields(context, request);
  const { inputs, settings, ...common } = fields;
  return { ...inputs, ...settings, ...common, ...(model && { model: model.id }) };
}

async function refuseCrowd({ db }: RouteContext, { tenant }: Session, project: string): Promise<void> {
  const { jobs } = await listJobs(db, tenant, project, { limit: 100, offset: 0 });
  if (jobs.filter(({ state }) => !END_STATES.includes(state)).length < UNFINISHED_LIMIT) return;
  const detail = `В проекте уже обрабатывается ${UNFINISHED_LIMIT} файлов. Дождитесь, пока часть из них закончится, или отмените ненужные.`;
  throw new Refusal(409, { detail, code: 'too_many_jobs' });
}

/** Refuses a company that asks for tickets faster than people do: each is looked after until its time is over. */
async function refuseFlood({ db, now }: RouteContext, { tenant }: Session): Promise<void> {
  if (await countWithin(db, { pk: tenant.partition, prefix: 'W#tickets#' }, TICKET_LIMIT, now())) return;
  const retryAfter = secondsLeft(now());
  const minutes = Math.ceil(retryAfter / 60);
  const detail = `За четверть часа компания начала загрузку ${TICKET_LIMIT} файлов, больше нельзя. Продолжите через ${minutes} мин.`;
  throw new Refusal(429, { detail, code: 'too_many_tickets' }, { 'Retry-After': String(retryAfter) });
}

interface NewJob {
  readonly id: string;
  readonly type: CalculationType;
  readonly file_name: string;
  readonly given: { readonly name: string; readonly project: string };
  readonly replaced?: StoredCalculation;
}

function newJob(
  { now }: RouteContext,
  { tenant, user }: Session,
  { id, type, file_name, given, replaced }: NewJob,
): StoredJob {
  const at = now();
  return {
    id,
    type,
    project: given.project,
    name: given.name,
    file_name,
    state: 'waiting',
    progress: 0,
    // Chosen now, so that however often the job is repeated, it makes one calculation.
    calculation: replaced?.id ?? v7(),
    ...(replaced && { replaces: replaced.version }),
    detail: null,
    errors: [],
    errors_total: 0,
    retry_until: null,
    created_at: at.toISOString(),
    updated_at: at.toISOString(),
    user: user.id,
    given,
    upload: uploadKey(tenant, id),
    ticket_ends_at: at.getTime() + TICKET_SECONDS * 1000,
    enqueued_at: 0,
    fence: 0,
    lease_ends_at: 0,
    rows: [],
  };
}
