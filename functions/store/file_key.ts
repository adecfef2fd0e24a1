import { v4 } from 'uuid';
import { EXPORTS, MODELS, ROWS, UPLOADS } from './layout.ts';
import type { Tenant } from './tenant.ts';

declare const made: unique symbol;

/**
 * The key of a file in the bucket. Only the functions below create one, and each takes a tenant, so
 * a file of another company cannot be addressed. The key of a permanent file ends in the SHA-256 of
 * its bytes, so that it is immutable and damage is detected.
 */
export type FileKey = string & { readonly [made]: true };

/** The rows file of a calculation (`wasm-core/calculations/rows_file.ts`). */
export function rowsKey(tenant: Tenant, calculation: string, sha256: string): FileKey {
  return keyOf(ROWS, tenant, calculation, sha256);
}

/** A file of a company's model: as uploaded, or in the compact form. */
export function modelKey(tenant: Tenant, sha256: string): FileKey {
  return keyOf(MODELS, tenant, sha256);
}

/** A new key for the file of a job. */
export function uploadKey(tenant: Tenant, job: string): FileKey {
  return `${UPLOADS}${part(tenant.company)}/${part(job)}/${v4()}` as FileKey;
}

/** A built export of the company, by the SHA-256 of what it was built from. */
export function exportKey(tenant: Tenant, content: string, format: string): FileKey {
  return `${EXPORTS}${part(tenant.company)}/${part(content)}.${part(format)}` as FileKey;
}

/** Parses the key of an export; undefined for any other key. */
export function readExportKey(key: string): FileKey | undefined {
  return /^exports\/[\w-]{1,64}\/[0-9a-f]{64}\.[a-z]{3,4}$/.test(key) ? (key as FileKey) : undefined;
}

/** Company and job of an uploaded file; undefined for any other key. */
export function readUploadKey(key: string): { readonly company: string; readonly job: string } | undefined {
  const [, company, job] = /^uploads\/([\w-]+)\/([\w-]+)\/[0-9a-f-]{36}$/.exec(key) ?? [];
  return company !== undefined && job !== undefined ? { company, job } : undefined;
}

/** SHA-256 of the file's bytes according to its key; undefined if the key has none. */
export function sha256Of(key: FileKey): string | undefined {
  return /\/([0-9a-f]{64})$/.exec(key)?.[1];
}

function keyOf(folder: string, tenant: Tenant, ...parts: readonly string[]): FileKey {
  return `${folder}${[tenant.company, ...parts].map(part).join('/')}` as FileKey;
}

/** Checks a part of a key, an id or a hash; anything else is a defect. */
function part(text: string): string {
  if (!/^[\w-]{1,64}$/.test(text)) throw new Error(`${JSON.stringify(text)} cannot stand in the key of a file`);
  return text;
}
