import { readFileSync } from 'node:fs';
import { compactVerify } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { API, paths } from '#core/contract/paths.ts';
import { openKeyRing, parseKeyRing, rotated } from '#functions/auth/key_ring.ts';
import { openSession, refreshSession } from '#functions/auth/sessions.ts';
import { isCanonical, SESSION_SECONDS, signToken, type TokenType, verifyToken } from '#functions/auth/tokens.ts';
import { ROUTES } from '#functions/http/routes/index.ts';
import { FIXED_KEY, FIXED_RING, fixedKeys } from '../support/keys.ts';
import { reliabilityTest } from '../support/reliability/reliability_test.ts';
import { attacks, signed } from '../support/reliability/sign_in_attacks.ts';
import { openService, type Person, type Service } from '../support/service.ts';
import { sessionOf } from '../support/session_of.ts';

let service: Service;
let person: Person;

/** A key that was retired a moment before the tests' clock starts. */
const RETIRED = parseKeyRing(JSON.stringify({ current: 'r'.repeat(43) })).current;
const RING = JSON.stringify({ ...JSON.parse(FIXED_RING), previous: 'r'.repeat(43), previous_until: 1 });

beforeAll(async () => {
  service = await openService(
    openKeyRing(
      async () => RING,
      () => service.clock,
    ),
  );
  person = await service.createUser();
});
afterAll(() => service.close());

const me = (headers: HeadersInit) => service.call('GET', paths.me, { headers });
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const shape = (path: string) => API + path.replace(/\{\w+\}/g, '0197ffff-ffff-7fff-bfff-ffffffffffff');
const signedIn = ROUTES.filter(({ access }) => access !== 'public');

reliabilityTest(
  {
    id: 'AUT-01',
    stimulus: 'Forged, altered and misplaced tokens',
    pass: '401, one body, no token in the log',
    quick: 1,
    full: 1,
  },
  async () => {
    const { access, refresh } = person.tokens;
    const tried = (await attacks(access, refresh, RETIRED)).map(([name, token]) => [name, bearer(token), ''] as const);
    const elsewhere = [
      ['in the query', {}, `?token=${access}&access_token=${access}`],
      ['in a cookie', { Cookie: `token=${access}; access=${access}` }, ''],
      ['in another scheme', { Authorization: `Basic ${access}` }, ''],
      ['without a scheme', { Authorization: access }, ''],
      [
        'two headers',
        [
          ['Authorization', `Bearer ${access}`],
          ['Authorization', `Bearer ${access}`],
        ] as HeadersInit,
        '',
      ],
    ] as const;
    expect((await me(bearer(access))).status).toBe(200);
    expect(
      (await me(bearer(signed({ alg: 'HS256', typ: 'at+jwt', kid: FIXED_KEY.kid }, claimsOf(access))))).status,
    ).toBe(200);
    service.log.length = 0;
    const none = (await me({})).text;
    for (const [name, headers, query] of [...tried, ...elsewhere]) {
      const answer = await service.call('GET', paths.me + query, { headers });
      expect([name, answer.status, answer.text]).toEqual([name, 401, none]);
    }
    // As a refresh token none of them passes, either.
    for (const [name, token] of await attacks(refresh, access, RETIRED)) {
      const { status } = await service.call('POST', paths.refresh, { body: { token } });
      expect([name, [400, 401].includes(status)]).toEqual([name, true]);
    }
    expect((await service.call('POST', paths.refresh, { body: { token: refresh } })).status).toBe(200);
    const log = JSON.stringify(service.log);
    expect(service.log.filter(({ event }) => event === 'token_refused').length).toBeGreaterThan(52);
    for (const [, , signature] of [access.split('.'), refresh.split('.')]) expect(log).not.toContain(signature);
    const n = tried.length + elsewhere.length;
    expect(n).toBeGreaterThanOrEqual(52);
    return `${n} of ${n} refused as an access token, ${tried.length} of ${tried.length} as a refresh token`;
  },
);

reliabilityTest(
  {
    id: 'AUT-02',
    stimulus: 'Wycheproof: JSON Web Signatures with HS256',
    pass: 'what is invalid is refused',
    quick: 1,
    full: 1,
  },
  async () => {
    const file = new URL('../fixtures/wycheproof/json_web_signature_hs256.json', import.meta.url);
    type Group = { k: string; tests: [number, string, string, 'valid' | 'invalid'][] };
    const groups: Group[] = JSON.parse(readFileSync(file, 'utf8'));
    // 367 and 370 are 357 letter for letter, which is valid; the signatures of 372 and 373 are not over the text that stands there.
    const mistaken = new Map([
      [367, true],
      [370, true],
      [372, false],
      [373, false],
    ]);
    let n = 0;
    for (const { k, tests } of groups) {
      const key = Buffer.from(k, 'base64url');
      const keys = { current: async () => ({ kid: '', key }), find: async () => key };
      for (const [id, comment, text, result] of tests) {
        const passes =
          isCanonical(text) &&
          (await compactVerify(text, key, { algorithms: ['HS256'] }).then(
            () => true,
            () => false,
          ));
        expect([id, comment, passes]).toEqual([id, comment, mistaken.get(id) ?? result === 'valid']);
        expect(await verifyToken(keys, 'at+jwt', text, service.clock), comment).toBeUndefined();
        n += 1;
      }
    }
    return `${n} of ${n} as they should be; our tokens have one algorithm, so the others of the set do not apply`;
  },
);

reliabilityTest(
  {
    id: 'AUT-03',
    stimulus: 'A refresh token on every protected route; an access token at the refresh',
    pass: '401',
    quick: 1,
    full: 1,
  },
  async () => {
    const { tokens } = await service.createUser({ role: 'admin' });
    for (const { method, path } of signedIn) {
      const { status, headers } = await service.call(method, shape(path), { token: tokens.refresh });
      expect([path, status, headers.get('www-authenticate')]).toEqual([path, 401, 'Bearer']);
    }
    for (const path of [paths.refresh, paths.revoke]) {
      await service.call('POST', path, { body: { token: tokens.access } });
      expect((await me(bearer(tokens.access))).status).toBe(200);
    }
    expect((await service.call('POST', paths.refresh, { body: { token: tokens.access } })).status).toBe(401);
    return `${signedIn.length} of ${signedIn.length} routes, 1 of 1 refresh`;
  },
);

reliabilityTest(
  {
    id: 'AUT-18',
    stimulus: 'The signing key is rotated while two processes serve',
    pass: 'no token wrongly refused; the old key is refused after 12 h',
    quick: 400,
    full: 20_000,
  },
  async (n) => {
    let text = JSON.stringify({ current: 'a'.repeat(43) });
    let clock = service.clock.getTime();
    const now = () => new Date(clock);
    const process = () => ({ db: service.db, now, keys: openKeyRing(async () => text, now) });
    const processes = [process(), process()] as const;
    const one = (at: number) => processes[at % 2] ?? processes[0];
    // From ten minutes before the rotation to twenty after it, whichever process asks.
    const step = (30 * 60_000) / n;
    const tokens: { pair: { access: string; refresh: string }; at: number }[] = [];
    const kids = new Set<unknown>();
    let refused = 0;
    let hired = person;
    for (let request = 0; request < n; request++) {
      clock += step;
      if (request === Math.floor(n / 3)) text = rotated(text, now());
      if (request % 200 === 0) hired = await service.createUser();
      // Ten sessions a person: a further one would end the first.
      if (request % 20 === 0)
        tokens.push({ pair: await openSession(one(request), hired.tenant, hired.user), at: clock });
      const shown = tokens[Math.floor(Math.random() * tokens.length)];
      if (!shown) continue;
      if (clock - shown.at > 9 * 60_000) {
        const next = await refreshSession(one(request + 1), shown.pair.refresh);
        if ('pair' in next) Object.assign(shown, { pair: next.pair, at: clock });
        else refused += 1;
      } else if (!(await sessionOf(one(request + 1), shown.pair.access))) refused += 1;
      kids.add(headerOf(shown.pair.access).kid);
    }
    expect(refused).toBe(0);
    expect(kids.size).toBe(2);
    const old = parseKeyRing(text).previous;
    clock = (old?.until ?? 0) - 1;
    const late = claimsOf(tokens[0]?.pair.refresh ?? '');
    const seconds = () => Math.floor(clock / 1000);
    const forged = () =>
      signed(
        { alg: 'HS256', typ: 'at+jwt', kid: old?.kid },
        { ...late, iat: seconds(), exp: seconds() + 60 },
        old?.key,
      );
    expect(await verifyToken(processes[0].keys, 'at+jwt', forged(), now())).toBeDefined();
    clock += 1;
    expect(await verifyToken(processes[0].keys, 'at+jwt', forged(), now())).toBeUndefined();
    return `${n} requests, 0 wrongly refused, both keys seen; old key refused ${SESSION_SECONDS / 3600} h after the rotation`;
  },
);

reliabilityTest(
  {
    id: 'AUT-19',
    stimulus: 'The clock of the server is off by up to 5 s, or by more',
    pass: 'accepted up to 5 s, refused beyond',
    quick: 1,
    full: 1,
  },
  async () => {
    const keys = fixedKeys();
    const at = service.clock.getTime() / 1000;
    const claims = { user: 'u', company: 'c', session: 's', token: 't' };
    const accepted = async (type: TokenType, issued: number, expires: number) =>
      (await verifyToken(keys, type, await signToken(keys, type, claims, at + issued, at + expires), service.clock)) !==
      undefined;
    for (const type of ['at+jwt', 'rt+jwt'] as const) {
      for (const [issued, expires, passes] of [
        [5, 605, true],
        [1, 601, true],
        [6, 606, false],
        [-600, 0, true],
        [-604, -4, true],
        [-605, -5, false],
      ] as const) {
        expect([type, issued, expires, await accepted(type, issued, expires)]).toEqual([type, issued, expires, passes]);
      }
    }
    return '12 of 12; clocks of clients: tests/web/api/session.test.ts';
  },
);

it('a token is written in one way only', () => {
  expect(isCanonical(person.tokens.access)).toBe(true);
  expect(isCanonical(`${person.tokens.access}\n`)).toBe(false);
});

function claimsOf(token: string) {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

function headerOf(token: string) {
  return JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());
}
