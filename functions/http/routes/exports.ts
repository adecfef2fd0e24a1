import { setTimeout as sleep } from 'node:timers/promises';
import { EXPORT_FORMAT_NAMES, EXPORT_FORMATS, type ExportFormat } from '#core/contract/export.ts';
import { paths } from '#core/contract/paths.ts';
import type { Session } from '../../auth/sessions.ts';
import { badRequest, Refusal } from '../../errors.ts';
import { attachment } from '../../export/disposition.ts';
import { claimExport } from '../../export/export_job.ts';
import { formatExportMessage, runExport } from '../../export/export_message.ts';
import type { ExportRequest, PreparedExport } from '../../export/prepare_export.ts';
import { readBuild } from '../../store/exports.ts';
import { exportKey } from '../../store/file_key.ts';
import type { AppContext } from '../app_context.ts';
import { schemaName } from '../calculation_schema.ts';
import { pathId } from '../request.ts';
import { type RouteContext, type SignedInRoute, YES_NO } from '../route.ts';
import { MISSING_PROJECT, ownProject } from './projects.ts';

/** How long a request waits for a file that is being built, and how often it looks. */
const WAIT_MS = 15_000;
const LOOK_MS = 250;

/** Redirects that the waiting may take: browsers follow twenty, and one leads to the file. */
const HOPS = 18;

/** How long a link to a file may be followed. */
const LINK_SECONDS = 300;

/** Downloads of a project as a file, an address per format. */
export const exportRoutes: readonly SignedInRoute[] = EXPORT_FORMAT_NAMES.map((format) => {
  const { title, contentType, hasDetail } = EXPORT_FORMATS[format];
  return {
    method: 'GET',
    path: `/v1/projects/{project}/export_to_${format}`,
    id: `exportProjectTo${schemaName(format)}`,
    slash: true,
    access: 'signed-in',
    isCostly: true,
    summary: `Экспорт проекта в файл ${format} (${title}); большой файл отдаётся через цепочку перенаправлений 303`,
    query: {
      detail: hasDetail
        ? { description: 'true — с коэффициентами, формулами и строками таблиц', values: YES_NO }
        : { description: 'Подробной формы нет', values: ['false', ''] },
      build: 'Ставит сервер: какой файл готовится',
      wait: 'Ставит сервер: которое это ожидание',
    },
    answer: {
      status: 200,
      files: [contentType.split(';')[0] ?? contentType],
      others: {
        303: 'Большой файл готовится или готов: идите по адресу из Location',
        408: 'Ответа никто не ждёт: подготовка файла остановлена',
        409: 'Проект меняют так часто, что цельного состояния не застать; повторите',
        413: 'В этот формат столько данных не поместится',
        503: 'Файл собирается дольше обычного; Retry-After говорит, когда повторить',
      },
    },
    handle: (c, context, session) => sendExport(c, context, session, format),
  };
});

async function sendExport(
  c: AppContext,
  context: RouteContext,
  session: Session,
  format: ExportFormat,
): Promise<Response> {
  const project = pathId(c, 'project', MISSING_PROJECT);
  const detail = isDetailed(c, format);
  await ownProject(context.db, session, project);
  const request: ExportRequest = { company: session.tenant.company, project, format, detail };
  const { bytes, hash, fileName } = await context.prepareExport(request, c.req.raw.signal);
  if (bytes) return file(c, format, fileName, bytes);
  const stopWaiting = context.waitForExport?.(hash, c.req.raw.signal);
  try {
    return await fromBucket(c, context, session, { ...request, hash, fileName });
  } finally {
    stopWaiting?.();
  }
}

/** As specified: a text has no detailed form. */
function isDetailed(c: AppContext, format: ExportFormat): boolean {
  const detail = c.req.query('detail')?.toLowerCase() ?? '';
  if (detail === '' || detail === 'false') return false;
  if (detail !== 'true') throw badRequest('Параметр detail принимает true или false.');
  if (EXPORT_FORMATS[format].hasDetail) return true;
  throw badRequest(`Подробного экспорта в ${format} нет. Выберите xlsx или xls.`);
}

function file(c: AppContext, format: ExportFormat, fileName: string, bytes: Uint8Array<ArrayBuffer>): Response {
  return c.body(bytes, 200, {
    'Content-Type': EXPORT_FORMATS[format].contentType,
    'Content-Length': String(bytes.length),
    'Content-Disposition': attachment(fileName),
  });
}

/** An export that is too large to be made while somebody waits. */
interface LargeExport extends ExportRequest, Pick<PreparedExport, 'hash' | 'fileName'> {}

/**
 * A large file is built once and stored under the hash of its content. A request waits and is then
 * redirected: to the same address while the file is being built, then to the file. The clients
 * follow redirects, but do not support 202.
 */
async function fromBucket(
  c: AppContext,
  context: RouteContext,
  session: Session,
  large: LargeExport,
): Promise<Response> {
  const { hash, format, project, detail, fileName } = large;
  const key = exportKey(session.tenant, hash, format);
  const wait = Math.trunc(Number(c.req.query('wait'))) || 0;
  const hasWaited = c.req.query('build') === hash;
  const ends = performance.now() + (context.exportWaitMs ?? WAIT_MS);
  do {
    if ((await context.files.size(key)) !== undefined) {
      const download = { contentType: EXPORT_FORMATS[format].contentType, disposition: attachment(fileName) };
      return c.redirect(await context.files.link(key, download, LINK_SECONDS), 303);
    }
    const build = await readBuild(context.db, session.tenant, hash);
    // Whoever has waited learns of the failure; whoever asks anew has it built again.
    if (build?.state === 'failed' && hasWaited) throw failed();
    const begun = await begin(c, context, session, large);
    await Promise.race([sleep(LOOK_MS), ...(begun ? [begun.ended] : [])]);
    const after = await readBuild(context.db, session.tenant, hash);
    if (after?.state === 'failed') throw failed();
  } while (performance.now() < ends && !c.req.raw.signal.aborted);
  if (wait >= HOPS) throw slow();
  const query = new URLSearchParams({ ...(detail && { detail: 'true' }), build: hash, wait: String(wait + 1) });
  return c.redirect(`${paths.export(project, format)}?${query}`, 303);
}

/**
 * Has the file built, unless somebody is at it: by a worker, where there is one, or here. Resolves when a build of this process has
 * ended, one way or the other.
 */
async function begin(c: AppContext, context: RouteContext, { tenant }: Session, large: LargeExport) {
  const { hash, format, detail, project, company } = large;
  const claimed = await claimExport({ ...context, tenant }, hash);
  if (!claimed) return undefined;
  const message = { company, project, format, detail, hash, fence: claimed.fence };
  if (context.sendExport) {
    await context.sendExport(formatExportMessage(message), company, hash);
    return undefined;
  }
  return { ended: runExport(context, message).catch((error) => logFailure(c, context, error)) };
}

function logFailure(c: AppContext, { log }: RouteContext, error: unknown): void {
  const text = error instanceof Error ? error.stack : String(error);
  log({ level: 'error', event: 'export_failed', request_id: c.var.requestId, error: text });
}

function failed(): Refusal {
  const detail =
    'Файл не удалось собрать, ошибка записана. Повторите через минуту; если не поможет, сообщите администратору.';
  return new Refusal(500, { detail, code: 'export_failed' });
}

function slow(): Refusal {
  const detail =
    'Файл собирается дольше обычного. Повторите экспорт через несколько минут: готовый файл откроется сразу.';
  return new Refusal(503, { detail, code: 'export_slow' }, { 'Retry-After': '60' });
}
