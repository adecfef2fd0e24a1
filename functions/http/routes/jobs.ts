import type { Job } from '#core/contract/job.ts';
import { jobPageSchema, jobSchema } from '#core/contract/job.ts';
import type { Session } from '../../auth/sessions.ts';
import { badRequest, notFound, Refusal } from '../../errors.ts';
import { CANCELLED } from '../../jobs/end_job.ts';
import { keptUntil, restart } from '../../jobs/restart.ts';
import { listJobs, moveJob, readJob, type StoredJob } from '../../store/jobs.ts';
import type { AppContext } from '../app_context.ts';
import { listWindow, page, pathId } from '../request.ts';
import type { RouteContext, SignedInRoute } from '../route.ts';

const MISSING = 'Загрузка не найдена. Откройте список загрузок проекта: возможно, ссылка устарела.';

export const jobRoutes: readonly SignedInRoute[] = [
  {
    method: 'GET',
    path: '/v1/jobs',
    id: 'listJobs',
    slash: true,
    access: 'signed-in',
    summary: 'Загрузки файлов проекта: идущие и за последние 30 дней, новые первыми',
    query: {
      project: { description: 'Проект', required: true },
      limit: 'Сколько строк, не больше 100',
      offset: 'Сколько строк пропустить',
    },
    answer: { status: 200, schema: jobPageSchema },
    handle: listOwn,
  },
  {
    method: 'GET',
    path: '/v1/jobs/{job}',
    id: 'getJob',
    slash: true,
    access: 'signed-in',
    summary: 'Загрузка файла: состояние, доля сделанного, ошибки',
    answer: { status: 200, schema: jobSchema },
    handle: async (c, context, session) => c.json(showJob(await ownJob(c, context, session))),
  },
  {
    method: 'POST',
    path: '/v1/jobs/{job}/cancel',
    id: 'cancelJob',
    slash: true,
    access: 'signed-in',
    summary: 'Отмена загрузки, пока результат не сохраняется',
    answer: { status: 200, schema: jobSchema },
    handle: cancelOwn,
  },
  {
    method: 'POST',
    path: '/v1/jobs/{job}/retry',
    id: 'retryJob',
    slash: true,
    access: 'signed-in',
    summary: 'Повтор обработки, которая не удалась не из-за файла, пока он хранится (retry_until)',
    answer: { status: 200, schema: jobSchema },
    handle: retryOwn,
  },
];

/** A job as it travels. */
export function showJob(job: StoredJob): Job {
  const { id, type, project, name, file_name, state, progress, calculation } = job;
  const { detail, errors, errors_total, retry_until = null, created_at, updated_at } = job;
  return {
    ...{ id, type, project, name, file_name, state, progress, calculation },
    ...{ detail, errors, errors_total, retry_until, created_at, updated_at },
  };
}

async function listOwn(c: AppContext, { db }: RouteContext, { tenant }: Session) {
  const project = c.req.query('project');
  if (!project)
    throw badRequest('Укажите проект в параметре project.', [{ field: 'project', message: 'Укажите проект.' }]);
  const window = listWindow(c);
  const { count, jobs } = await listJobs(db, tenant, project, window);
  return c.json(page(c, window, count, jobs.map(showJob)));
}

/** Cancels a job without an outcome. The sweeper removes its file; its worker stops at the next heartbeat. */
async function cancelOwn(c: AppContext, context: RouteContext, session: Session) {
  const { id } = await ownJob(c, context, session);
  const updated_at = context.now().toISOString();
  const cancelled = { state: 'cancelled', detail: CANCELLED, updated_at } as const;
  const job =
    (await moveJob(context.db, session.tenant, id, cancelled, { states: ['waiting', 'running'] })) ??
    (await ownJob(c, context, session));
  // No job goes back to a state in which it can be cancelled.
  const { state } = job;
  if (state === 'saving' || state === 'done' || state === 'failed')
    throw new Refusal(409, { ...TOO_LATE[state], current: showJob(job) });
  return c.json(showJob(job));
}

/** What a cancel that came too late is told. */
const TOO_LATE = {
  done: { detail: 'Файл уже обработан, расчёт сохранён. Если он не нужен, отправьте его в архив.', code: 'job_ended' },
  failed: {
    detail: 'Обработка файла уже закончилась неудачей: отменять нечего, ничего не сохранено.',
    code: 'job_ended',
  },
  saving: {
    detail:
      'Файл уже обработан, расчёт сохраняется: отменить нельзя. Дождитесь конца и, если он не нужен, отправьте его в архив.',
    code: 'job_saving',
  },
} as const;

/** Restarts a failed job. A job that already runs again is returned as it is. */
async function retryOwn(c: AppContext, context: RouteContext, session: Session) {
  const current = await ownJob(c, context, session);
  const job = (await restart(context, session.tenant, current)) ?? (await ownJob(c, context, session));
  const { state } = job;
  if (state === 'waiting' || state === 'running' || state === 'saving') return c.json(showJob(job));
  const detail = state === 'failed' && keptUntil(job) === 0 ? FAULTY : NO_RETRY[state];
  throw new Refusal(409, { detail, code: 'not_retriable', current: showJob(job) });
}

/** Why a job cannot be started over. */
const NO_RETRY = {
  done: 'Файл уже обработан, повторять нечего: откройте расчёт.',
  cancelled: 'Обработку отменили, файл на сервере удалён. Загрузите файл снова.',
  failed: 'Файл на сервере уже удалён. Загрузите файл снова.',
} as const;
const FAULTY = 'С этим файлом повтор не поможет. Исправьте то, что названо в причине, и загрузите файл снова.';

async function ownJob(c: AppContext, { db }: RouteContext, { tenant }: Session): Promise<StoredJob> {
  const job = await readJob(db, tenant, pathId(c, 'job', MISSING));
  if (!job) throw notFound(MISSING);
  return job;
}
