import { decodeJwt, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { changeAccess } from '#functions/store/access.ts';
import { FIXED_KEY } from '../../support/keys.ts';
import { openSdkService, type SdkService } from '../../support/sdk_stores.ts';
import type { Person } from '../../support/service.ts';
import { aroundStore, lostAnswer } from '../../support/store_middleware.ts';

let service: SdkService;
let person: Person;

beforeAll(async () => {
  service = await openSdkService();
});
beforeEach(async () => {
  service.log.length = 0;
  person = await service.createUser();
});
afterAll(() => service.close());

const me = (token: string) => service.call('GET', paths.me, { token });
const refresh = (token: unknown) => service.call('POST', paths.refresh, { body: { token } });

function pass(seconds: number): void {
  service.clock = new Date(service.clock.getTime() + seconds * 1000);
}

describe('a session', () => {
  it('has an access token of ten minutes and continues by a refresh', async () => {
    pass(9 * 60);
    expect((await me(person.tokens.access)).status).toBe(200);
    pass(2 * 60);
    expect((await me(person.tokens.access)).status).toBe(401);
    const { body, status } = await refresh(person.tokens.refresh);
    expect(status).toBe(200);
    expect((await me(body.access)).status).toBe(200);
  });

  it('issues near its end no token that outlives it', async () => {
    const ends = Math.floor(service.clock.getTime() / 1000) + 12 * 3600;
    let pair = person.tokens;
    for (let half = 0; half < 23; half++) {
      pass(1800);
      pair = (await refresh(pair.refresh)).body;
    }
    pass(1500);
    pair = (await refresh(pair.refresh)).body;
    for (const token of [pair.access, pair.refresh]) expect(decodeJwt(token).exp).toBe(ends);
  });

  it('ends after twelve hours despite any refresh', async () => {
    let token = person.tokens.refresh;
    for (let hour = 0; hour < 11; hour++) {
      pass(3600);
      token = (await refresh(token)).body.refresh;
    }
    pass(3600 + 10);
    expect((await refresh(token)).status).toBe(401);
  });

  it('ends after an hour without a refresh', async () => {
    pass(3600);
    const { body, status } = await refresh(person.tokens.refresh);
    expect(status).toBe(200);
    pass(3601);
    // By its clock the token is good until the session ends.
    expect((await refresh(body.refresh)).status).toBe(401);
  });

  it('accepts «Bearer» in any case', async () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      const headers = { Authorization: `${scheme} ${person.tokens.access}` };
      expect([scheme, (await service.call('GET', paths.me, { headers })).status]).toEqual([scheme, 200]);
    }
  });

  it('accepts the field name refresh as well', async () => {
    const answer = await service.call('POST', paths.refresh, { body: { refresh: person.tokens.refresh } });
    expect(answer.status).toBe(200);
  });

  it('is refreshed once when a lost reply makes the SDK repeat the write', async () => {
    let lost = 0;
    const undo = aroundStore(service.db, async (send, { ExpressionAttributeNames = {} }) => {
      const answer = await send();
      if (lost > 0 || !Object.values(ExpressionAttributeNames).includes('previous_token')) return answer;
      lost += 1;
      // Later than a refresh may be repeated by its client.
      pass(11);
      throw lostAnswer();
    });
    const { body, status } = await refresh(person.tokens.refresh).finally(undo);
    expect([status, lost]).toEqual([200, 1]);
    expect((await me(body.access)).status).toBe(200);
    expect((await refresh(body.refresh)).status).toBe(200);
  });

  it('returns the same token pair to a repeated refresh within ten seconds', async () => {
    const first = await refresh(person.tokens.refresh);
    pass(10);
    const again = await refresh(person.tokens.refresh);
    expect(again.body).toEqual(first.body);
  });

  it('gives fifty parallel refreshes the same successor', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(person.tokens.refresh)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
  });

  it('lives twelve hours for a client that keeps the refresh token of its sign-in', async () => {
    const { refresh: first } = person.tokens;
    for (let minutes = 0; minutes < 12 * 60 - 11; minutes += 11) {
      pass(11 * 60);
      const { body, status } = await refresh(first);
      expect([minutes, status]).toEqual([minutes, 200]);
      expect((await me(body.access)).status).toBe(200);
    }
    pass(12 * 60);
    expect((await refresh(first)).status).toBe(401);
    expect(service.log.filter(({ event }) => event === 'refresh_reused')).toEqual([]);
  });

  it('gives parallel refreshes with a kept token the same pair', async () => {
    await refresh(person.tokens.refresh);
    pass(11 * 60);
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(person.tokens.refresh)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
  });

  it('continues with the successor of a token that was used several times', async () => {
    await refresh(person.tokens.refresh);
    pass(11 * 60);
    const { body } = await refresh(person.tokens.refresh);
    expect((await refresh(body.refresh)).status).toBe(200);
  });

  it('is revoked when a token is reused after its successor was used', async () => {
    const second = await refresh(person.tokens.refresh);
    pass(11);
    const third = await refresh(second.body.refresh);
    pass(11);
    const reused = await refresh(person.tokens.refresh);
    expect(reused.status).toBe(401);
    expect((await refresh(third.body.refresh)).status).toBe(401);
    expect((await me(third.body.access)).status).toBe(401);
    expect(service.log.some(({ event }) => event === 'refresh_reused')).toBe(true);
  });

  it('is revoked when a token older than the last used one is reused', async () => {
    const second = await refresh(person.tokens.refresh);
    const third = await refresh(second.body.refresh);
    expect((await refresh(person.tokens.refresh)).status).toBe(401);
    expect((await refresh(third.body.refresh)).status).toBe(401);
  });

  it('ends on the server when the user signs out', async () => {
    const out = await service.call('POST', paths.revoke, { body: { token: person.tokens.refresh } });
    expect(out.status).toBe(204);
    expect((await me(person.tokens.access)).status).toBe(401);
    expect((await refresh(person.tokens.refresh)).status).toBe(401);
  });

  it('ends immediately for a disabled user', async () => {
    await changeAccess(service.db, person.tenant, person.user.id, 'disable');
    expect((await me(person.tokens.access)).status).toBe(401);
    expect((await refresh(person.tokens.refresh)).status).toBe(401);
  });

  it('accepts neither token in place of the other', async () => {
    expect((await me(person.tokens.refresh)).status).toBe(401);
    expect((await refresh(person.tokens.access)).status).toBe(401);
  });
});

describe('a forged token', () => {
  const { kid, key } = FIXED_KEY;
  const claims = () => ({ company: person.company.id, sid: '1', jti: '1', sub: person.user.id });
  const jwt = (header: object, body: object) =>
    [header, body].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');

  it('is refused without signature, with another key or algorithm, tampered, with a wrong issuer or no expiry', async () => {
    const [head, body, signature] = person.tokens.access.split('.') as [string, string, string];
    const payload = JSON.parse(Buffer.from(body, 'base64url').toString());
    const signed = (fields: object, signingKey: Uint8Array, alg: string) =>
      new SignJWT({ ...payload, ...fields }).setProtectedHeader({ alg, typ: 'at+jwt', kid }).sign(signingKey);
    const tokens = [
      `${jwt({ alg: 'none', typ: 'at+jwt', kid }, payload)}.`,
      `${jwt({ alg: 'NONE', typ: 'at+jwt', kid }, payload)}.${signature}`,
      `${head}.${body}.`,
      `${head}.${jwt({}, { ...payload, company: 'другая' }).split('.')[1]}.${signature}`,
      await signed({}, new Uint8Array(32).fill(8), 'HS256'),
      await signed({}, new Uint8Array(64).fill(7), 'HS512'),
      await signed({ iss: 'other' }, key, 'HS256'),
      await signed({ aud: 'other' }, key, 'HS256'),
      await signed({ exp: undefined }, key, 'HS256'),
      await signed({ sid: { a: 1 } }, key, 'HS256'),
      await signed({ sid: 'no-such-session' }, key, 'HS256'),
      await new SignJWT({ ...payload, ...claims() }).setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid }).sign(key),
      'null',
      'undefined',
      'a.b.c',
      '',
      'x'.repeat(20_000),
    ];
    for (const token of tokens) {
      const answer = await me(token);
      expect([token.slice(0, 40), answer.status]).toEqual([token.slice(0, 40), 401]);
      expect(answer.body.code).toBe('no_session');
    }
    // The control: signed with the right key and otherwise the same, it is accepted.
    expect((await me(await signed({}, key, 'HS256'))).status).toBe(200);
  });

  it('is refused as a refresh token with a Russian message, never 5xx', async () => {
    for (const token of ['', 'a.b.c', 'x'.repeat(5000), 7, null, {}, [], true]) {
      const answer = await refresh(token);
      expect([400, 401]).toContain(answer.status);
      expect(answer.body.detail).toMatch(/[а-я]/);
    }
  });
});
