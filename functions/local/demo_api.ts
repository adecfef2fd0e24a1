import { paths } from '#core/contract/paths.ts';
import type { TokenPair } from '#core/contract/user.ts';
import type { Fetcher } from '../server/site.ts';

/** The product's API, called in memory by a signed-in user. Throws on every error response. */
export interface DemoApi {
  get<T>(path: string): Promise<T>;
  /** A body is sent as JSON, a form as it is. */
  post<T>(path: string, body: unknown): Promise<T>;
}

/** Signs in; undefined if there is no such user or the secrets differ. */
export async function signInDemo(
  app: Fetcher,
  { email, password, guardant_code }: { email: string; password: string; guardant_code: string },
): Promise<DemoApi | undefined> {
  const response = await app.fetch(request('POST', paths.token, { email, password, guardant_code }));
  if (response.status === 401) return undefined;
  const { access } = await success<TokenPair>(response);
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
    success<T>(await app.fetch(request(method, path, body, access)));
  return { get: (path) => call('GET', path), post: (path, body) => call('POST', path, body) };
}

function request(method: string, path: string, body: unknown, token?: string): Request {
  const isForm = body instanceof FormData;
  return new Request(new URL(path, 'http://local.invalid'), {
    method,
    headers: {
      ...(!isForm && { 'Content-Type': 'application/json' }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
}

async function success<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`The API answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
