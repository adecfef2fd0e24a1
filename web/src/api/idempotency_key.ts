import { tabStorage } from '../browser/storage.ts';
import type { Call } from './send.ts';

/**
 * Under this prefix with the address: what was sent there and has got no answer yet. Erased at
 * sign-out, as its prefix says.
 */
const PREFIX = 'draft:sent:';

interface Unanswered {
  readonly content: string;
  readonly key: string;
}

/**
 * The Idempotency-Key of a change: a new one, or, where the same content was sent before and no
 * answer came, the one that it had. So it
 * is carried out once, however often it is sent, also after a reload.
 */
export function idempotencyKey(call: Call): string {
  const content = printOf(call);
  const sent = read(call);
  if (sent?.content === content) return sent.key;
  const key = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  tabStorage.set(PREFIX + call.path, JSON.stringify({ content, key } satisfies Unanswered));
  return key;
}

/** An answer has come, whatever it says: what is sent next is another request. */
export function forgetIdempotencyKey({ path }: Call): void {
  tabStorage.remove(PREFIX + path);
}

function read({ path }: Call): Unanswered | undefined {
  try {
    return JSON.parse(tabStorage.get(PREFIX + path) ?? '{}');
  } catch {
    return undefined;
  }
}

/** Tells contents apart, no more: the server compares them for certain. */
function printOf({ method, body }: Call): string {
  const text = body instanceof FormData ? [...body].map(partOf).join('\n') : (JSON.stringify(body) ?? '');
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return `${method} ${text.length} ${hash}`;
}

function partOf([name, value]: [string, FormDataEntryValue]): string {
  return `${name} ${typeof value === 'string' ? value : [value.name, value.size, value.lastModified]}`;
}
