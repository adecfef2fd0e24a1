import { REQUEST_FILE_LIMIT } from '#core/contract/rows.ts';
import { badRequest, Refusal } from '../errors.ts';
import type { AppContext, AppMiddleware } from './app_context.ts';
import { bodyTurn } from './body_turns.ts';
import type { JsonObject } from './request.ts';

/** Largest JSON body, bytes: far above any form, far below what would hurt. */
export const JSON_LIMIT = 256 * 1024;

/** Largest body that carries a table, bytes: the file and what a form writes around it. */
export const TABLE_LIMIT = REQUEST_FILE_LIMIT + 64 * 1024;

/** A body beyond this takes turns with others, bytes: forms are smaller. */
const LARGE_BODY = 64 * 1024;

/** Bounds the body of a request, in bytes. */
export function limitBody(limit = JSON_LIMIT): AppMiddleware {
  return async (c, next) => {
    c.set('bodyLimit', limit);
    await next();
  };
}

/** The request's body, which must be a JSON object. */
export async function readBody(c: AppContext): Promise<JsonObject> {
  if (contentType(c) !== 'application/json') {
    throw unsupportedMediaType('Тело запроса должно быть в JSON. Укажите заголовок Content-Type: application/json.');
  }
  return jsonObject(await readBytes(c));
}

/** The media type of the body, without parameters, in lower case. */
export function contentType(c: AppContext): string | undefined {
  return c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
}

/** 415: the body is in another format than the address reads. */
export function unsupportedMediaType(detail: string): Refusal {
  return new Refusal(415, { detail, code: 'unsupported_media_type' });
}

/** A JSON object from the bytes of a body. */
export function jsonObject(bytes: Uint8Array): JsonObject {
  const body = parseJson(decode(bytes));
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw badRequest('Тело запроса — не объект JSON. Передайте поля в виде {"имя": значение}.', [], 'bad_json');
  }
  return body as JsonObject;
}

/** All bytes of the body, at most as many as the route allows. */
export function readBytes(c: AppContext): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = c.var.bodyBytes ?? countBytes(c);
  c.set('bodyBytes', bytes);
  return bytes;
}

/** What comes is counted: the length that a client claims may be a lie. */
async function countBytes(c: AppContext): Promise<Uint8Array<ArrayBuffer>> {
  const limit = c.var.bodyLimit;
  if (Number(c.req.header('content-length')) > limit) throw payloadTooLarge(limit);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunksOf(c)) {
    size += chunk.length;
    if (size > limit) throw payloadTooLarge(limit);
    chunks.push(chunk);
    // A body of one chunk waits for nobody.
    if (size > LARGE_BODY) await bodyTurn(chunk.length);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

async function* chunksOf(c: AppContext): AsyncGenerator<Uint8Array> {
  const reader = c.req.raw.body?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause) => {
        throw new Refusal(
          400,
          { detail: 'Тело запроса пришло не полностью. Повторите запрос.', code: 'cut_short' },
          {},
          { cause },
        );
      });
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** 413: the body is larger than the address takes. */
export function payloadTooLarge(limit: number): Refusal {
  const detail =
    limit > JSON_LIMIT
      ? 'В запросе передают не больше 4 МБ. Файл крупнее загрузите по билету: POST …/upload_ticket/.'
      : 'Тело запроса слишком велико. Сократите его до 256 КБ.';
  return new Refusal(413, { detail, code: 'too_large' });
}

/** Bytes in another encoding would be stored as nonsense. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw badRequest('Тело запроса не в кодировке UTF-8. Перекодируйте его и повторите.', [], 'bad_json');
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('Тело запроса — не JSON. Проверьте кавычки, скобки и запятые.', [], 'bad_json');
  }
}
