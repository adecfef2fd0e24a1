import { v4 } from 'uuid';
import { EXPORTS, MODELS, ROWS, UPLOADS } from './layout.ts';
import type { Tenant } from './tenant.ts';

declare const made: unique symbol;

/**
 * The place of a file in the bucket. Only the functions below make one, and each takes a tenant: a file of another company cannot be named.
 * Whatever is stored for good ends in the SHA-256 of its bytes, so it never changes and a torn or foreign one is recognised.
 */
export type FileKey = string & { readonly [made]: true };

/** The rows of one calculation, as `wasm-core/calculations/rows_file.ts` packs them. */
export function rowsKey(tenant: Tenant, calculation: string, sha256: string): FileKey {
  return keyOf(ROWS, tenant, calculation, sha256);
}

/** A file of a model of the company: as it was loaded, or its compact form. */
export function modelKey(tenant: Tenant, sha256: string): FileKey {
  return keyOf(MODELS, tenant, sha256);
}

/** A new place for the file of a job. */
export function uploadKey(tenant: Tenant, job: string): FileKey {
  return `${UPLOADS}${part(tenant.company)}/${part(job)}/${v4()}` as FileKey;
}

/** A built export of the company, by the SHA-256 of what it was built from. */
export function exportKey(tenant: Tenant, content: string, format: string): FileKey {
  return `${EXPORTS}${part(tenant.company)}/${part(content)}.${part(format)}` as FileKey;
}

/** The key of an export, or undefined if no export has such a one. */
export function readExportKey(key: string): FileKey | undefined {
  return /^exports\/[\w-]{1,64}\/[0-9a-f]{64}\.[a-z]{3,4}$/.test(key) ? (key as FileKey) : undefined;
}

/** Whose job the file at `key` belongs to, or undefined if no upload ticket names such a place. */
export function readUploadKey(key: string): { readonly company: string; readonly job: string } | undefined {
  const [, company, job] = /^uploads\/([\w-]+)\/([\w-]+)\/[0-9a-f-]{36}$/.exec(key) ?? [];
  return company !== undefined && job !== undefined ? { company, job } : undefined;
}

/** SHA-256 that the bytes at `key` must have, or undefined where the key does not say it. */
export function sha256Of(key: FileKey): string | undefined {
  return /\/([0-9a-f]{64})$/.exec(key)?.[1];
}

function keyOf(folder: string, tenant: Tenant, ...parts: readonly string[]): FileKey {
  return `${folder}${[tenant.company, ...parts].map(part).join('/')}` as FileKey;
}

/** A part of a key: an id or a hash. Anything else is our own mistake. */
function part(text: string): string {
  if (!/^[\w-]{1,64}$/.test(text)) throw new Error(`${JSON.stringify(text)} cannot stand in the key of a file`);
  return text;
}
