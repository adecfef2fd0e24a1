import { Refusal } from '../errors.ts';
import type { Database } from '../store/database.ts';
import { COMPANY_BYTES, reserveBytes } from '../store/stored_bytes.ts';
import type { Tenant } from '../store/tenant.ts';

/** Stores and the quota of a company. */
export interface QuotaServices {
  readonly db: Database;
  /** Bytes that a company may store, at most. */
  readonly companyBytes?: number;
}

/** Counts bytes that are about to be stored. Throws a Refusal where the company has no room for them. */
export async function takeRoom(
  { db, companyBytes = COMPANY_BYTES }: QuotaServices,
  tenant: Tenant,
  bytes: number,
): Promise<void> {
  if (await reserveBytes(db, tenant, bytes, companyBytes)) return;
  const gigabytes = (companyBytes / 2 ** 30).toLocaleString('ru-RU', { maximumFractionDigits: 2 });
  const detail = `Место компании на сервере заполнено: она может хранить ${gigabytes} ГБ таблиц и моделей. Ничего не сохранено. Обратитесь к тому, кто обслуживает сервер: предел можно увеличить (COMPANY_GIGABYTES).`;
  throw new Refusal(413, { detail, code: 'quota_spent' });
}
