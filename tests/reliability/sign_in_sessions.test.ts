import { afterAll, expect } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import type { TokenPair } from '#core/contract/user.ts';
import { openSession, refreshSession, revokeSession } from '#functions/auth/sessions.ts';
import { changeAccess } from '#functions/store/access.ts';
import type { Database } from '#functions/store/database.ts';
import { changeUser } from '#functions/store/users.ts';
import { fixedKeys } from '../support/keys.ts';
import { reliabilityRounds, reliabilityTest, sumOf } from '../support/reliability/reliability_test.ts';
import { openService } from '../support/service.ts';
import { disturbed } from '../support/store_calls.ts';

const service = await openService();
const person = await service.createUser({ role: 'admin' });
const context = { db: service.db, keys: fixedKeys(), now: () => service.clock };
afterAll(() => service.close());

function pass(seconds: number): void {
  service.clock = new Date(service.clock.getTime() + seconds * 1000);
}

const open = () => openSession(context, person.tenant, person.user);
const refresh = (token: string) => service.call('POST', paths.refresh, { body: { token } });
const reads = async (token: string) => (await service.call('GET', paths.me, { token })).status;

/** The pair of a refresh that must succeed. */
async function next(token: string): Promise<TokenPair> {
  const { status, body } = await refresh(token);
  expect(status).toBe(200);
  return body;
}

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

reliabilityTest(
  {
    id: 'AUT-04',
    stimulus: 'A chain of refreshes',
    pass: 'the chain holds, every token before the last used one is dead',
    quick: 40,
    full: 1000,
  },
  async (n) => {
    const used: string[] = [];
    let pair = await open();
    for (let step = 0; step < n; step++) {
      used.push(pair.refresh);
      pair = await next(pair.refresh);
      // Within the grace the token just used gives the very same pair.
      expect(await next(used.at(-1) ?? '')).toEqual(pair);
      expect(await reads(pair.access)).toBe(200);
      pass(11);
    }
    expect(new Set(used).size).toBe(n);
    // The successor of the last one has not been used.
    expect(used.pop()).toBeDefined();
    // One old token ends the session, so the chain is looked at from its end.
    for (const token of used.reverse()) expect((await refresh(token)).status).toBe(401);
    return `${n} of ${n} refreshes, ${n - 1} of ${n - 1} old tokens dead`;
  },
);

reliabilityTest(
  {
    id: 'AUT-05',
    stimulus: 'A used refresh token is shown after its successor has been used',
    pass: '401, the whole session is revoked, the log says so',
    quick: 10,
    full: 100,
  },
  async (n) => {
    service.log.length = 0;
    for (let round = 0; round < n; round++) {
      const first = await open();
      const second = await next(first.refresh);
      pass(10.5);
      // Until then it is good: the client of the specification keeps the token of its sign-in.
      expect((await next(first.refresh)).refresh).not.toBe(first.refresh);
      const third = await next(second.refresh);
      expect((await refresh(first.refresh)).status).toBe(401);
      expect((await refresh(third.refresh)).status).toBe(401);
      expect(await reads(third.access)).toBe(401);
    }
    const said = service.log.filter(({ event }) => event === 'refresh_reused').length;
    expect(said).toBe(n);
    return `${n} of ${n} revoked, ${said} log entries`;
  },
);

/** Holds the first write of a session until a second has read the same state and comes to write. */
function meetAtWrites(): () => void {
  const met = Promise.withResolvers<void>();
  let arrived = 0;
  return service.db.disturb(async ({ name, args: [key] }, carryOut) => {
    if (name === 'update' && (key as { readonly sk: string }).sk.startsWith('S#')) {
      arrived += 1;
      if (arrived === 2) met.resolve();
      await met.promise;
    }
    return carryOut();
  });
}

reliabilityTest(
  {
    id: 'AUT-06',
    stimulus: '50 refreshes of one token at once',
    pass: 'one and the same successor for all',
    quick: 3,
    full: 100,
  },
  async (n) => {
    for (let round = 0; round < n; round++) {
      const { refresh: token } = await open();
      const release = meetAtWrites();
      const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(token)));
      release();
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(answers[0]?.status).toBe(200);
      const { sid, jti } = claimsOf(answers[0]?.body.refresh);
      const stored = await service.db.get({ pk: person.tenant.partition, sk: `S#${person.user.id}#${sid}` });
      expect(stored).toMatchObject({ token: jti, previous_token: claimsOf(token).jti });
    }
    return `${n} rounds, 1 successor in each`;
  },
);

reliabilityRounds(
  {
    id: 'AUT-07',
    stimulus: 'The reply of a refresh is lost; the server dies before, at or after the write',
    pass: 'the retry works within 10 s',
    quick: 12,
    full: 300,
  },
  async (round) => {
    const { refresh: token } = await open();
    const kind = (['lost reply', 'before', 'after'] as const)[round % 3];
    if (kind === 'lost reply') await refreshSession(context, token);
    else {
      const dying = { ...context, db: dyingAtWrite(service.db, kind === 'after') };
      await expect(refreshSession(dying, token)).rejects.toThrow('killed');
    }
    pass(9);
    const pair = await next(token);
    expect(await reads(pair.access)).toBe(200);
    expect((await next(pair.refresh)).access).not.toBe(pair.access);
    return kind === 'lost reply' ? 0 : 1;
  },
  (deaths) => `${deaths.length} of ${deaths.length} retries work, ${sumOf(deaths)} of them after a death`,
);

reliabilityTest(
  {
    id: 'AUT-08',
    stimulus: 'Sign-out, a new password, a disabled user',
    pass: 'refresh and access are dead at once',
    quick: 4,
    full: 50,
  },
  async (n) => {
    const colleague = await service.createUser({}, person.company);
    const { db } = service;
    const ends = {
      'sign-out': (pair: TokenPair) => revokeSession(context, pair.refresh),
      'new password': () =>
        changeUser(db, person.tenant, colleague.user.id, (user) => ({
          ...user,
          session_epoch: user.session_epoch + 1,
        })),
      'disabled user': () => changeAccess(db, person.tenant, colleague.user.id, 'disable'),
    };
    for (let round = 0; round < n; round++) {
      for (const [name, end] of Object.entries(ends)) {
        const user = await changeUser(db, person.tenant, colleague.user.id, (same) => same);
        const pair = await openSession(context, person.tenant, user ?? colleague.user);
        expect([name, await reads(pair.access)]).toEqual([name, 200]);
        await end(pair);
        expect([name, await reads(pair.access), (await refresh(pair.refresh)).status]).toEqual([name, 401, 401]);
        await changeAccess(db, person.tenant, colleague.user.id, 'enable');
      }
    }
    return `${3 * n} of ${3 * n} dead at the next request`;
  },
);

reliabilityTest(
  {
    id: 'AUT-21',
    stimulus: 'A session that stands idle, and one that is used for 12 hours',
    pass: 'ends after 60 min without a refresh, after 12 h at all',
    quick: 1,
    full: 20,
  },
  async (n) => {
    for (let round = 0; round < n; round++) {
      const idle = await open();
      pass(3600);
      const woken = await next(idle.refresh);
      pass(3601);
      expect((await refresh(woken.refresh)).status).toBe(401);
      let pair = await open();
      for (let minutes = 50; minutes < 12 * 60; minutes += 50) {
        pass(50 * 60);
        pair = await next(pair.refresh);
      }
      // 700 minutes have gone by: the last tokens end with the session, not an hour later.
      pass(20 * 60 - 1);
      pair = await next(pair.refresh);
      pass(1);
      expect((await refresh(pair.refresh)).status).toBe(401);
      expect(await reads(pair.access)).toBe(401);
    }
    return `${n} of ${n}`;
  },
);

/** A table whose process is killed at its first write: before it reaches the table, or after. */
function dyingAtWrite(db: Database, isWritten: boolean): Database {
  return disturbed(db, async ({ name }, carryOut) => {
    if (name !== 'update') return carryOut();
    if (isWritten) await carryOut();
    throw new Error('killed');
  });
}
