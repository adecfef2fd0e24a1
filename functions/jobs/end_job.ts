import { moveJob, type StoredJob } from '../store/jobs.ts';
import type { Tenant } from '../store/tenant.ts';
import type { JobServices } from './services.ts';

export const NOT_MANAGED =
  'Не удалось обработать файл: за несколько попыток сервер не довёл работу до конца. Ничего не сохранено. Загрузите файл снова; если не поможет, разделите его на части.';

export const TOO_LONG =
  'Обработка файла заняла больше 15 минут и остановлена. Ничего не сохранено. Разделите файл на части и загрузите их отдельными расчётами.';

export const NO_FILE =
  'Файл не пришёл: отправку прервали, или срок разрешения на неё истёк. Ничего не сохранено. Загрузите файл снова.';

export const CANCELLED = 'Обработка отменена. Ничего не сохранено.';

/** Ends a job that this claim holds, or lets it go; undefined if it is not held any more. */
export function endJob(
  { table, now }: JobServices,
  tenant: Tenant,
  { id, state, fence }: StoredJob,
  end: Partial<StoredJob>,
): Promise<StoredJob | undefined> {
  return moveJob(table, tenant, id, { ...end, updated_at: now().toISOString() }, { states: [state], fence });
}

export function failJob(services: JobServices, tenant: Tenant, job: StoredJob, detail: string) {
  return endJob(services, tenant, job, { state: 'failed', detail });
}
