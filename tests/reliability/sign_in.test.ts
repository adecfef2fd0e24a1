import { afterAll, expect } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { consumeAttempt } from '#functions/auth/throttle.ts';
import { changeAccess } from '#functions/store/access.ts';
import { hashSecret, PRODUCT_HASH_COST, setHashCost, verifySecret } from '#functions/store/passwords.ts';
import { createUser } from '#functions/store/users.ts';
import { attemptBy } from '../support/keys.ts';
import { IS_FULL, reliabilityTest } from '../support/reliability/reliability_test.ts';
import { type ApiResponse, KEY_CODE, openService, PASSWORD } from '../support/service.ts';

const service = await openService();
const person = await service.createUser();
const right = { email: person.user.email, password: PASSWORD, guardant_code: KEY_CODE };
afterAll(() => service.close());

/** Each test runs in a separate quarter of an hour, so that attempts do not add up. */
function later(ms = 15 * 60_000): void {
  service.clock = new Date(service.clock.getTime() + ms);
}

/** By then every lock of failures that went on is over. */
const LONGEST_LOCK_MS = 8 * 60 * 60_000 + 1;

interface From {
  readonly address?: string;
  readonly headers?: HeadersInit;
}

const signIn = (body: object, from: From = {}) => service.call('POST', paths.token, { body, ...from });
const count = (answers: readonly ApiResponse[], status: number) =>
  answers.filter((one) => one.status === status).length;

/** Many calls at one instant. */
const atOnce = (n: number, call: (at: number) => Promise<ApiResponse>) =>
  Promise.all(Array.from({ length: n }, (_, at) => call(at)));

reliabilityTest(
  {
    id: 'AUT-09',
    stimulus: 'Guesses on one account from many addresses, all at one instant',
    pass: '10 verified in 15 min, never 11; the rest 429 with Retry-After',
    quick: 200,
    full: 1000,
  },
  async (n) => {
    later();
    const guess = (at: number) => signIn({ ...right, password: `догадка ${at}` }, { address: `192.0.2.${at % 250}` });
    const answers = await atOnce(n, guess);
    const verified = count(answers, 401);
    expect(verified).toBeLessThanOrEqual(10);
    expect([verified > 0, count(answers, 429)]).toEqual([true, n - verified]);
    const waits = answers
      .filter(({ status }) => status === 429)
      .map(({ headers }) => Number(headers.get('retry-after')));
    expect(waits.every((seconds) => seconds > 0 && seconds <= 900)).toBe(true);
    return `${verified} of ${n} verified, ${n - verified} refused with Retry-After`;
  },
);

reliabilityTest(
  {
    id: 'AUT-10',
    stimulus: 'The owner signs in on a known device while strangers guess the password',
    pass: 'the known device is let in every time, an unknown one is not',
    quick: 3,
    full: 20,
  },
  async (n) => {
    later();
    const cookie = (await signIn(right)).headers.get('set-cookie')?.split(';')[0] ?? '';
    let entered = 0;
    for (let round = 0; round < n; round++) {
      const guesses = Array.from({ length: 20 }, (_, at) => signIn({ ...right, password: `мимо ${round} ${at}` }));
      const [owner] = await Promise.all([signIn(right, { headers: { Cookie: cookie } }), ...guesses]);
      if (owner?.status === 200) entered += 1;
      expect((await signIn(right)).status).toBe(429);
    }
    expect(entered).toBe(n);
    return `${entered} of ${n} let in, strangers 0`;
  },
);

reliabilityTest(
  {
    id: 'AUT-11',
    stimulus: 'One password on many accounts: from one address, and from an address for each',
    pass: '50 of an address in 15 min; every refusal is in the log',
    quick: 70,
    full: 1000,
    fullTimeout: 20 * 60_000,
  },
  async (n) => {
    later();
    service.log.length = 0;
    const spray = (at: number, address: string) =>
      signIn({ email: `nobody${at}@mine.example`, password: 'осень2026' }, { address });
    const [address, left] = ['192.0.2.7', IS_FULL ? 50 : 6];
    for (let at = left; at < 50; at++) await consumeAttempt(service.db, attemptBy(`${at}`, address), service.clock);
    const alone = await atOnce(n, (at) => spray(at, address));
    const verified = count(alone, 401);
    // A write that the client library repeats counts twice: fewer are verified then, never more.
    expect(verified).toBeLessThanOrEqual(left);
    expect([verified > 0, count(alone, 429)]).toEqual([true, n - verified]);
    later();
    const spread = IS_FULL ? n : 4;
    // A network of its own for each: the addresses of one network of IPv6 count as one.
    const many = await atOnce(spread, (at) => spray(at, `2001:db8:0:${at.toString(16)}::1`));
    expect(count(many, 401)).toBe(spread);
    const logged = service.log.filter(({ level }) => level === 'security').length;
    expect(logged).toBe(n + spread);
    return `${verified} of ${n} verified from one address, ${spread} of ${spread} from as many addresses; ${logged} of ${logged} in the log, which the alarm counts`;
  },
);

reliabilityTest(
  {
    id: 'AUT-12',
    stimulus: 'Headers that claim another address',
    pass: 'counted as the address that the host saw',
    quick: 30,
    full: 30,
  },
  async (n) => {
    later();
    const address = '192.0.2.99';
    for (let at = 0; at < 50; at++) await consumeAttempt(service.db, attemptBy(`a${at}`, address), service.clock);
    const names = ['X-Forwarded-For', 'Forwarded', 'CloudFront-Viewer-Address', 'X-Real-IP', 'True-Client-IP', 'Via'];
    for (let at = 0; at < n; at++) {
      const name = names[at % names.length] ?? '';
      const claimed = `198.51.100.${at}`;
      const value = name === 'Forwarded' ? `for=${claimed}` : claimed;
      const from = { address, headers: { [name]: value } };
      expect([name, (await signIn({ email: `b${at}@mine.example`, password: 'x' }, from)).status]).toEqual([name, 429]);
    }
    expect((await signIn({ email: 'c@mine.example', password: 'x' }, { address: '192.0.2.98' })).status).toBe(401);
    return `${n} of ${n} in the same allowance`;
  },
);

reliabilityTest(
  {
    id: 'AUT-13',
    stimulus: 'Sign-ins refused for five reasons',
    pass: 'one status, body and set of headers; medians of time within 3 ms or 2 %',
    quick: 1,
    full: 250,
  },
  async (n) => {
    const disabled = await service.createUser({}, person.company);
    await changeAccess(service.db, person.tenant, disabled.user.id, 'disable');
    const kinds = {
      'wrong password': { ...right, password: 'не тот' },
      'unknown e-mail': { ...right, email: 'unknown@mine.example' },
      'wrong code': { ...right, guardant_code: 'не тот' },
      'all wrong': { ...right, password: 'не тот', guardant_code: '' },
      disabled: { ...right, email: disabled.user.email },
    };
    const times = new Map(Object.keys(kinds).map((kind) => [kind, [] as number[]]));
    const seen = new Set<string>();
    for (let sample = 0; sample < n; sample++) {
      later();
      // Each time in another order: what comes first after a pause is slower.
      const order = Object.entries(kinds).map((kind, at) => [(at + sample) % 5, kind] as const);
      for (const [, [kind, credentials]] of order.sort(([a], [b]) => a - b)) {
        const start = performance.now();
        const { status, text, headers } = await signIn(credentials);
        times.get(kind)?.push(performance.now() - start);
        seen.add(`${status} ${text} ${[...headers.keys()].sort()}`);
      }
    }
    expect([...seen]).toHaveLength(1);
    // A locked account and one that does not exist answer the same, too.
    later();
    const locked = [right.email, 'unknown@mine.example'].map(async (email) => {
      for (let at = 0; at < 10; at++)
        await consumeAttempt(service.db, attemptBy(email, `192.0.3.${at}`), service.clock);
      const { status, text } = await signIn({ ...right, email }, { address: '192.0.3.99' });
      return `${status} ${text}`;
    });
    expect(new Set(await Promise.all(locked)).size).toBe(1);
    const medians = [...times.values()].map(median);
    const [least, most] = [Math.min(...medians), Math.max(...medians)];
    if (IS_FULL) expect(most - least).toBeLessThan(Math.max(3, least * 0.02));
    return `${5 * n} answers alike; medians ${least.toFixed(1)} to ${most.toFixed(1)} ms`;
  },
);

reliabilityTest(
  {
    id: 'AUT-14',
    stimulus: 'Wrong, missing, foreign and misshapen codes of the key',
    pass: '401 with one body, 400 for what is no text',
    quick: 12,
    full: 40,
  },
  async (n) => {
    const guardant_code = 'другой-5678';
    const fields = { email: 'other@mine.example', password: PASSWORD, guardant_code, first_name: '', last_name: '' };
    const other = await createUser(service.db, person.tenant, { ...fields, role: 'staff' });
    const near = Array.from({ length: 10 }, (_, digit) => `ключ-123${digit}`).filter((code) => code !== KEY_CODE);
    const cases = ['КЛЮЧ-1234', ' ключ-1234', 'ключ-1234 ', 'ключ-12345', 'ключ-123', 'ключ-1234\u0000', 'ключ−1234'];
    const made = [
      '0',
      'null',
      'undefined',
      'true',
      '*',
      '%',
      "' OR 1=1",
      '{"$ne":""}',
      '../key',
      '1234',
      'guardant',
      'test',
    ];
    const foreign = [guardant_code, other.guardant_hash ?? '', person.user.guardant_hash ?? '', person.user.id];
    const texts = ['', ...near, ...cases, ...made, ...foreign].filter((code) => code.length <= 256);
    const seen = new Set<string>();
    for (const guardant_code of [undefined, ...texts].slice(0, n)) {
      later(LONGEST_LOCK_MS);
      const { status, text } = await signIn({ ...right, guardant_code });
      expect([guardant_code, status]).toEqual([guardant_code, 401]);
      seen.add(text);
    }
    expect(seen.size).toBe(1);
    const shapes = [1234, true, [KEY_CODE], { code: KEY_CODE }, null, 'x'.repeat(257), 'x'.repeat(1_000_000)];
    for (const guardant_code of shapes) {
      const { status, body } = await signIn({ ...right, guardant_code });
      expect([400, 413]).toContain(status);
      expect(body.detail).toMatch(/[а-я]/);
    }
    later(LONGEST_LOCK_MS);
    expect((await signIn(right)).status).toBe(200);
    const tried = Math.min(n, texts.length + 1) + shapes.length;
    expect(tried).toBeGreaterThanOrEqual(n);
    return `${tried} of ${tried}; a code is kept as a hash and is not of one use, as the key has no clock`;
  },
);

reliabilityTest(
  {
    id: 'AUT-15',
    stimulus: 'Codes of the key are guessed with the right password',
    pass: 'locked after 10; the person and the log are told',
    quick: 60,
    full: 1000,
  },
  async (n) => {
    later();
    service.log.length = 0;
    const { user, tokens } = await service.createUser();
    const guess = (at: number) => signIn({ email: user.email, password: PASSWORD, guardant_code: `${at}` });
    const answers = await atOnce(n, guess);
    const verified = count(answers, 401);
    expect(verified).toBeLessThanOrEqual(10);
    expect([verified > 0, count(answers, 429)]).toEqual([true, n - verified]);
    expect(service.log.filter(({ event }) => event === 'key_code_refused')).toHaveLength(verified);
    const { body } = await service.call('GET', paths.me, { token: tokens.access });
    expect(body.key_refusals).toEqual({ times: verified, last_at: service.clock.toISOString() });
    return `${verified} of ${n} verified, ${verified} told`;
  },
);

reliabilityTest(
  {
    id: 'AUT-16',
    stimulus: 'The store of passwords',
    pass: 'Argon2id of 19 MiB, t 2, p 1, a salt of its own; in full: at most 100 ms',
    quick: 2,
    full: 50,
  },
  async (n) => {
    setHashCost(PRODUCT_HASH_COST);
    const hashes = new Set<string>();
    const times: number[] = [];
    for (let at = 0; at < n; at++) {
      hashes.add(await hashSecret(PASSWORD));
      const start = performance.now();
      await verifySecret([...hashes][at], PASSWORD);
      times.push(performance.now() - start);
    }
    expect(hashes.size).toBe(n);
    for (const hash of hashes) {
      const [, memory, passes, lanes] = /^argon2id\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(hash) ?? [];
      expect([Number(memory) >= 19_456, Number(passes) >= 2, lanes]).toEqual([true, true, '1']);
    }
    for (const hash of [person.user.password_hash, person.user.guardant_hash ?? ''])
      expect(hash).toMatch(/^argon2id\$/);
    if (IS_FULL) expect(median(times)).toBeLessThanOrEqual(100);
    return `${n} salts of ${n}, a hash in ${median(times).toFixed(0)} ms`;
  },
);

reliabilityTest(
  {
    id: 'AUT-20',
    stimulus: 'Sign-in and refresh with a stale Authorization header',
    pass: 'it does not matter',
    quick: 1,
    full: 1,
  },
  async () => {
    const stale = [
      'Bearer null',
      'Bearer undefined',
      `Bearer ${person.tokens.access.slice(0, -4)}AAAA`,
      'garbage',
      'Basic eDp5',
      '',
    ];
    later();
    for (const Authorization of stale) {
      const { status, body } = await signIn(right, { headers: { Authorization } });
      expect(status).toBe(200);
      const refreshed = await service.call('POST', paths.refresh, {
        body: { token: body.refresh },
        headers: { Authorization },
      });
      expect(refreshed.status).toBe(200);
    }
    return `${stale.length} of ${stale.length}, at both`;
  },
);

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
