import type { ErrorBody } from '#core/contract/errors.ts';
import { paths } from '#core/contract/paths.ts';
import type { TokenPair } from '#core/contract/user.ts';
import type { DemoSecrets } from '../local/demo_access.ts';

/** The command cannot continue. The message, in Russian, names the cause and the next step. */
export class CommandRefused extends Error {}

/** A client of the API of a running product, signed in as one user. */
export interface Client {
  /** Posts a form and returns the response. Throws CommandRefused with the server's message. */
  postForm<T>(path: string, form: FormData): Promise<T>;
  /** Ends the session. */
  signOut(): Promise<void>;
}

/**
 * Origin of a product: HTTPS or this machine, because credentials are sent. Throws CommandRefused.
 */
export function originOf(text: string): string {
  if (!URL.canParse(text))
    throw new CommandRefused(`Адрес «${text}» не разобрать. Пример: --url https://vybrosy.example`);
  const { protocol, hostname, origin } = new URL(text);
  const isLocal = ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
  if (protocol === 'https:' || (protocol === 'http:' && isLocal)) return origin;
  throw new CommandRefused(
    `Пароль передаётся только по https, а указан ${text}. Укажите адрес, который начинается с https.`,
  );
}

/** Signs in. Throws CommandRefused. */
export async function openClient(origin: string, secrets: DemoSecrets): Promise<Client> {
  const json = (path: string, body: unknown) =>
    call(origin, path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  const { access, refresh } = (await (await json(paths.token, secrets)).json()) as TokenPair;
  return {
    postForm: async <T>(path: string, form: FormData) => {
      const headers = { Authorization: `Bearer ${access}` };
      return (await (await call(origin, path, { method: 'POST', headers, body: form })).json()) as T;
    },
    signOut: async () => {
      await json(paths.revoke, { token: refresh });
    },
  };
}

async function call(origin: string, path: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(origin + path, { ...init, redirect: 'error' }).catch((cause) => {
    throw new CommandRefused(`Продукт по адресу ${origin} не отвечает. Проверьте адрес и что он запущен.`, { cause });
  });
  if (answer.ok) return answer;
  const said = (await answer.json().catch(() => ({}))) as Partial<ErrorBody>;
  const more = (said.errors ?? []).map(({ message }) => message).filter((message) => message !== said.detail);
  throw new CommandRefused([said.detail ?? `Сервер ответил ${answer.status}.`, ...more].join('\n'));
}
