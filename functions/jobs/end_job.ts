import { ALARMING } from '../log.ts';
import { moveJob, type StoredJob } from '../store/jobs.ts';
import type { Tenant } from '../store/tenant.ts';
import type { JobServices } from './services.ts';
import { KEPT_MS } from './times.ts';

export const RETRIES_EXHAUSTED =
  'Не удалось обработать файл: за несколько попыток сервер не довёл работу до конца. Ничего не сохранено. Повторите обработку: файл хранится сутки. Если не поможет, разделите его на части.';

export const TOO_LONG =
  'Обработка файла заняла слишком много времени и остановлена. Ничего не сохранено. Повторите обработку: файл хранится сутки. Если не поможет, разделите его на части и загрузите их отдельными расчётами.';

export const NO_FILE =
  'Файл не пришёл: отправку прервали, или срок разрешения на неё истёк. Ничего не сохранено. Загрузите файл снова.';

export const CANCELLED = 'Обработка отменена. Ничего не сохранено.';

/** Ends or releases a job of this claim; undefined if the claim is lost. */
export function endJob(
  { db, now }: JobServices,
  tenant: Tenant,
  { id, state, fence }: StoredJob,
  end: Partial<StoredJob>,
): Promise<StoredJob | undefined> {
  return moveJob(db, tenant, id, { ...end, updated_at: now().toISOString() }, { states: [state], fence });
}

export function failJob(services: JobServices, tenant: Tenant, job: StoredJob, detail: string) {
  return endJob(services, tenant, job, { state: 'failed', detail });
}

/** Fails a job whose file is not at fault: it can be restarted while the file is kept. */
export function failRetryable(services: JobServices, tenant: Tenant, job: StoredJob, detail: string) {
  services.log({ level: 'error', event: ALARMING.jobGivenUp, company: tenant.company, job: job.id, after: job.fence });
  const retry_until = new Date(Date.parse(job.created_at) + KEPT_MS).toISOString();
  return endJob(services, tenant, job, { state: 'failed', detail, retry_until });
}
