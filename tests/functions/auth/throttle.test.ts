import { afterAll, describe, expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { KEY_CODE, openService, PASSWORD } from '../../support/service.ts';

const OFFICE = '203.0.113.10';
const QUARTER = 15 * 60_000;
const DAY = 24 * 60 * 60_000;

const service = await openService();
const person = await service.createUser();
afterAll(() => service.close());

const later = (ms = QUARTER) => {
  service.clock = new Date(service.clock.getTime() + ms);
};
const signIn = (email: string, address: string, fields: object = {}) =>
  service.call('POST', paths.token, {
    body: { email, password: PASSWORD, guardant_code: KEY_CODE, ...fields },
    address,
  });

describe('guesses of somebody in the office', () => {
  it('lock out no colleague who has signed in from there before, on whatever device', async () => {
    const colleague = await service.createUser({}, person.company);
    await signIn(colleague.user.email, OFFICE);
    const guesses = Array.from({ length: 60 }, (_, n) => signIn(`guess${n}@mine.example`, OFFICE));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(50);
    expect((await signIn(colleague.user.email, OFFICE)).status).toBe(200);
    expect((await signIn('stranger@mine.example', OFFICE)).status).toBe(429);
  });

  it('count for a network of IPv6 as for one address', async () => {
    later();
    for (let n = 0; n < 50; n++) await signIn(`six${n}@mine.example`, `2001:db8:0:1::${n.toString(16)}`);
    expect((await signIn('more@mine.example', '2001:db8:0:1:ffff::1')).status).toBe(429);
    expect((await signIn('more@mine.example', '2001:db8:0:2::1')).status).toBe(401);
  });
});

describe('the code of a key', () => {
  it('cannot be guessed in days by somebody who knows the password: the lock grows', async () => {
    later();
    const victim = await service.createUser({}, person.company);
    let checked = 0;
    const start = service.clock.getTime();
    const perDay: number[] = [];
    for (let day = 0; day < 4; day++) {
      const before = checked;
      while (service.clock.getTime() - start < (day + 1) * DAY) {
        const { status } = await signIn(victim.user.email, '192.0.2.1', { guardant_code: `догадка-${checked}` });
        if (status === 401) checked += 1;
        else later();
      }
      perDay.push(checked - before);
    }
    // A code of four digits (10⁴) would take a year and more.
    expect(perDay[0]).toBeLessThanOrEqual(90);
    expect(perDay.slice(1).every((count) => count <= 30)).toBe(true);
    // From the network where its person works the account stays open.
    const own = { email: victim.user.email, password: PASSWORD, guardant_code: KEY_CODE };
    expect((await service.signIn(own)).status).toBe(200);
  });

  it('gives a fresh allowance after a sign-in that succeeds', async () => {
    const hired = await service.createUser({}, person.company);
    for (let round = 0; round < 4; round++) {
      for (let n = 0; n < 9; n++) await signIn(hired.user.email, '192.0.2.2', { guardant_code: 'не тот' });
      expect((await signIn(hired.user.email, '192.0.2.2')).status).toBe(200);
      later();
    }
  });
});

describe('what was typed at sign-in', () => {
  it('is nowhere in the table in the clear: neither a login, nor a password in its field, nor an address', async () => {
    const typed = 'my-secret-password-in-the-wrong-field@mine.example';
    await signIn(typed, '192.0.2.55');
    await signIn(person.user.email, '192.0.2.55', { guardant_code: 'не тот' });
    await signIn(person.user.email, '192.0.2.55');
    const attempts: string[] = [];
    for await (const item of service.db.scan())
      if (String(item.pk).startsWith('T#')) attempts.push(JSON.stringify(item));
    expect(attempts.length).toBeGreaterThan(5);
    for (const item of attempts) {
      for (const text of [typed, 'my-secret', person.user.email, 'mine.example', '192.0.2'])
        expect(item).not.toContain(text);
      // Swept where the store does not do it by itself: `local_store` every hour.
      expect(JSON.parse(item).expires_at).toBeGreaterThan(service.clock.getTime() / 1000 - 365 * 86_400);
    }
  });
});
