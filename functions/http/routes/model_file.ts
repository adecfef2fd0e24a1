import { badRequest } from '../../errors.ts';
import { type ModelServices, modelFile } from '../../store/models.ts';
import type { StoredModel } from '../../store/stored_model.ts';
import type { Tenant } from '../../store/tenant.ts';
import type { AppContext } from '../app_context.ts';

/**
 * Sends a model's file: its compact form, as gzip where the client accepts it, or with
 * `?original=true` the uploaded file. The browser caches it and revalidates every use, so a user
 * without a session gets no file.
 */
export async function sendModelFile(
  c: AppContext,
  services: ModelServices,
  tenant: Tenant,
  model: StoredModel,
): Promise<Response> {
  const original = isOriginal(c);
  const packs = !original && /\bgzip\b/.test(c.req.header('accept-encoding') ?? '');
  const etag = `"${original ? model.sha256 : model.compact_sha256}${packs ? '-gzip' : ''}"`;
  const headers = { ETag: etag, 'Cache-Control': 'private, no-cache', Vary: 'Accept-Encoding' };
  if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers);
  const stored = await modelFile(services, tenant, model, original ? 'original' : 'compact');
  const bytes = new Uint8Array(stored);
  // Unpacked as it is read: a client that does not read costs no more than what is stored.
  const body = original || packs ? bytes : new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return c.body(body, 200, {
    ...headers,
    'Content-Type': 'application/octet-stream',
    ...(packs && { 'Content-Encoding': 'gzip' }),
    ...(original && { 'Content-Disposition': attachment(model.file_name) }),
  });
}

function isOriginal(c: AppContext): boolean {
  const text = c.req.query('original') ?? '';
  if (text === 'true') return true;
  if (text === '' || text === 'false') return false;
  throw badRequest('Параметр original принимает true или false.');
}

function attachment(fileName: string): string {
  return `attachment; filename*=UTF-8''${encodeURIComponent(fileName).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`;
}
