import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { keyedHashBy, pseudonym } from '#functions/auth/keyed_hash.ts';
import { readSecondFactorFailures } from '#functions/auth/second_factor_failures.ts';
import { behindProxies } from '#functions/server/behind_proxies.ts';
import { FIXED_HASH_KEY } from '../../support/keys.ts';
import { type ApiResponse, KEY_CODE, openService, PASSWORD } from '../../support/service.ts';

const service = await openService();
const person = await service.createUser();
const right = { email: person.user.email, password: PASSWORD, guardant_code: KEY_CODE };
afterAll(() => service.close());

/** Each test in a quarter of an hour of its own, so that attempts do not add up. */
function later(): void {
  service.clock = new Date(service.clock.getTime() + 15 * 60_000);
}

describe('signing in', () => {
  it('returns two tokens for the right e-mail, password and key code', async () => {
    const { status, body } = await service.signIn(right);
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['access', 'refresh']);
    const me = await service.call('GET', paths.me, { token: body.access });
    expect(me.body).toMatchObject({ email: right.email, company: { id: person.company.id, name: 'Шахта № 1' } });
  });

  it('ignores case and spaces of the e-mail and a stale Authorization header', async () => {
    for (const header of ['Bearer null', 'Bearer undefined', 'Bearer a.b.c', 'garbage', '']) {
      const answer = await service.call('POST', paths.token, {
        body: { ...right, email: ` ${right.email.toUpperCase()} ` },
        headers: { Authorization: header },
      });
      expect(answer.status).toBe(200);
    }
  });

  it('gives the same response to any wrong credential', async () => {
    later();
    const wrong = [
      { ...right, password: 'не тот' },
      { ...right, guardant_code: 'не тот' },
      { ...right, guardant_code: '' },
      { email: right.email, password: PASSWORD },
      { ...right, email: 'nobody@mine.example' },
    ];
    const answers = await Promise.all(wrong.map((credentials) => service.signIn(credentials)));
    for (const { status, text, headers } of answers) {
      expect(status).toBe(401);
      expect(text).toBe(answers[0]?.text);
      expect(headers.get('www-authenticate')).toBe('Bearer');
    }
    expect(answers[0]?.body.detail).toMatch(/Неверный логин, пароль или код ключа/);
    expect(JSON.stringify(service.log)).not.toContain(right.email);
  });

  it('does not require a key code of a user without an enrolled key', async () => {
    later();
    const hired = await service.createUser({ email: 'nokey@mine.example', guardant_code: '' });
    expect(hired.tokens.access).toBeTruthy();
    const answer = await service.signIn({ email: 'nokey@mine.example', password: PASSWORD });
    expect(answer.status).toBe(200);
  });

  it('refuses a body with wrong types by field, in Russian', async () => {
    const { status, body } = await service.signIn({ email: ['a'], password: { $gt: '' }, guardant_code: 5 });
    expect(status).toBe(400);
    expect(body.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
      'email',
      'guardant_code',
      'password',
    ]);
    expect(body.errors.every(({ message }: { message: string }) => /[а-я]/.test(message))).toBe(true);
  });

  it('verifies at most ten guesses of an account in 15 minutes, also in parallel', async () => {
    later();
    service.clock = new Date(service.clock.getTime() + 60_000);
    const guesses = Array.from({ length: 40 }, (_, n) => service.signIn({ ...right, password: `догадка ${n}` }));
    const answers = await Promise.all(guesses);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    const throttled = answers.filter(({ status }) => status === 429);
    expect(throttled).toHaveLength(30);
    expect(throttled[0]?.body.detail).toMatch(/Повторите через \d+ мин/);
    const seconds = Number(throttled[0]?.headers.get('retry-after'));
    const start = service.clock.getTime();
    service.clock = new Date(start + (seconds - 1) * 1000);
    expect((await service.signIn(right)).status).toBe(429);
    service.clock = new Date(start + seconds * 1000);
    expect((await service.signIn(right)).status).toBe(200);
  });

  it('does not count successful sign-ins', async () => {
    later();
    for (let n = 0; n < 12; n++) expect((await service.signIn(right)).status).toBe(200);
  });
});

describe('a device that has signed in before', () => {
  const cookieOf = (answer: ApiResponse) => answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  /** A network that the account does not know: another one in each test. */
  let address = '';
  let networks = 10;
  beforeEach(() => {
    networks += 1;
    address = `198.51.100.${networks}`;
  });
  const signInWith = (cookie: string, credentials: object = right) =>
    service.call('POST', paths.token, { body: credentials, headers: { Cookie: cookie }, address });
  const signInAtHome = (cookie: string) =>
    service.call('POST', paths.token, { body: right, headers: { Cookie: cookie } });
  /** Uses up what strangers may try of the account. */
  const lockOut = async () => {
    const body = { ...right, password: 'не тот' };
    for (let n = 0; n < 10; n++) await service.call('POST', paths.token, { body, address: '198.51.100.9' });
  };

  it('may sign in during an attack: its attempts are limited separately', async () => {
    later();
    const cookie = cookieOf(await service.signIn(right));
    await lockOut();
    expect((await signInWith('')).status).toBe(429);
    expect((await signInWith(cookie)).status).toBe(200);
    const guesses = Array.from({ length: 14 }, () => signInWith(cookie, { ...right, password: 'не тот' }));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect((await signInWith(cookie)).status).toBe(429);
  });

  it('is identified by an HttpOnly, SameSite cookie, Secure over TLS', async () => {
    later();
    const plain = (await service.signIn(right)).headers.get('set-cookie');
    expect(plain).toMatch(/^device_[0-9a-f]{16}=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(plain).not.toContain(right.email);
    const safe = await service.call('POST', `https://mine.example${paths.token}`, { body: right });
    const bound = /^__Host-device_\w+=\S+; Max-Age=\d+; Path=\/; HttpOnly; Secure; /;
    expect(safe.headers.get('set-cookie')).toMatch(bound);
    // As `npm run serve` gets it from the reverse proxy that has the certificate.
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': '5.5.5.5', 'X-Forwarded-Proto': 'https' };
    const request = { method: 'POST', headers, body: JSON.stringify(right) };
    const proxied = await behindProxies(service.app, 1).fetch(
      new Request(`http://mine.example${paths.token}`, request),
    );
    expect(proxied.headers.get('set-cookie')).toMatch(bound);
  });

  it('keeps its token, which it cannot choose or use for another user', async () => {
    later();
    const cookie = cookieOf(await service.signIn(right));
    expect(cookieOf(await signInAtHome(cookie))).toBe(cookie);
    const [name] = cookie.split('=');
    const chosen = `${name}=${'z'.repeat(43)}`;
    expect(cookieOf(await signInAtHome(chosen))).not.toBe(chosen);
    const other = await service.createUser();
    const renamed = cookieOf(
      await service.signIn({ email: other.user.email, password: PASSWORD, guardant_code: KEY_CODE }),
    );
    await lockOut();
    expect((await signInWith(`${name}=${renamed.split('=')[1]}`)).status).toBe(429);
    expect((await signInWith(chosen)).status).toBe(429);
    expect((await signInWith(cookie)).status).toBe(200);
  });

  it('expires half a year after its last sign-in', async () => {
    later();
    const cookie = cookieOf(await service.signIn(right));
    service.clock = new Date(service.clock.getTime() + 181 * 24 * 3_600_000);
    await lockOut();
    expect((await signInWith(cookie)).status).toBe(429);
  });

  it('may change the password during an attack', async () => {
    later();
    const day = 24 * 3_600_000;
    service.clock = new Date(service.clock.getTime() + day);
    const { body, headers } = await service.signIn(right);
    await lockOut();
    const change = (cookie: string) =>
      service.call('POST', paths.changePassword, {
        body: { password: PASSWORD, new_password: 'совсем новый пароль 2' },
        token: body.access,
        headers: { Cookie: cookie },
        address,
      });
    expect((await change('')).status).toBe(429);
    expect((await change(headers.get('set-cookie')?.split(';')[0] ?? '')).status).toBe(200);
  });
});

describe('a right password with a wrong code of the key', () => {
  it('is logged and shown to the user until the password changes or a month passes', async () => {
    later();
    const hired = await service.createUser();
    const credentials = { email: hired.user.email, password: PASSWORD };
    const refusals = async (token = hired.tokens.access) =>
      (await service.call('GET', paths.me, { token })).body.key_refusals;
    await service.signIn({ ...credentials, password: 'не тот', guardant_code: 'не тот' });
    expect(await refusals()).toBeUndefined();
    service.log.length = 0;
    await service.signIn({ ...credentials, guardant_code: 'не тот' });
    await service.signIn({ ...credentials, guardant_code: '' });
    expect(service.log.map(({ event }) => event)).toEqual(['key_code_refused', 'key_code_refused']);
    const last_at = service.clock.toISOString();
    expect(await refusals()).toEqual({ times: 2, last_at });

    const account = pseudonym(keyedHashBy(FIXED_HASH_KEY), 'account', hired.user.email);
    expect(await readSecondFactorFailures(service.db, account, service.clock)).toBeDefined();
    const month = new Date(service.clock.getTime() + 30 * 24 * 3_600_000);
    expect(await readSecondFactorFailures(service.db, account, month)).toBeUndefined();
    const changed = await hired.post(paths.changePassword, { password: PASSWORD, new_password: 'новый пароль 3' });
    expect(await refusals(changed.body.access)).toBeUndefined();
  });
});
