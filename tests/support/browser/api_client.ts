import { paths } from '#core/contract/paths.ts';
import type { TokenPair } from '#core/contract/user.ts';
import type { DemoAccess } from '#functions/local/demo_access.ts';

/** Calls the API over HTTP as the signed-in demonstration user; a body is sent as JSON, a form as it is. */
export interface ApiClient {
  /** Access token, for requests that this client does not support. */
  readonly token: string;
  /** `body`: JSON, or a form with a file. */
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
}

/** Signs in at the product's own address. */
export async function apiClient({ url, email, password, guardant_code }: DemoAccess): Promise<ApiClient> {
  const { access } = await send<TokenPair>(url, 'POST', paths.token, { email, password, guardant_code });
  return { token: access, call: (method, path, body) => send(url, method, path, body, access) };
}

async function send<T>(url: string, method: string, path: string, body?: unknown, token?: string): Promise<T> {
  const response = await fetch(new URL(path, url), {
    method,
    headers: {
      ...(!(body instanceof FormData) && { 'Content-Type': 'application/json' }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/** Credentials of a new administrator that `npm run company` prints. */
export function printedAccess(printed: string): Pick<DemoAccess, 'password' | 'guardant_code'> {
  const [, password] = /Одноразовый пароль: +(\S+)/.exec(printed) ?? [];
  const [, guardant_code] = /Код ключа Guardant: +(\S+)/.exec(printed) ?? [];
  if (password === undefined || guardant_code === undefined) throw new Error(`No access in: ${printed}`);
  return { password, guardant_code };
}
