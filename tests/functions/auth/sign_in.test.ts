import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { KEY_CODE, openService, PASSWORD, type Person, type Service } from '../service.ts';

let service: Service;
let person: Person;
let right: { email: string; password: string; guardant_code: string };

beforeAll(async () => {
  service = await openService();
  person = await service.hire();
  right = { email: person.user.email, password: PASSWORD, guardant_code: KEY_CODE };
});
afterAll(() => service.close());

/** Each test in a quarter of an hour of its own, so that attempts do not add up. */
function later(): void {
  service.clock = new Date(service.clock.getTime() + 15 * 60_000);
}

describe('signing in', () => {
  it('answers two tokens to the right e-mail, password and key code', async () => {
    const { status, body } = await service.signIn(right);
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['access', 'refresh']);
    const me = await service.call('GET', paths.me, { token: body.access });
    expect(me.body).toMatchObject({ email: right.email, company: { id: person.company.id, name: 'Шахта № 1' } });
  });

  it('does not care about case and spaces around the e-mail, nor about a stale Authorization header', async () => {
    for (const header of ['Bearer null', 'Bearer undefined', 'Bearer a.b.c', 'garbage', '']) {
      const answer = await service.call('POST', paths.token, {
        body: { ...right, email: ` ${right.email.toUpperCase()} ` },
        headers: { Authorization: header },
      });
      expect(answer.status).toBe(200);
    }
  });

  it('gives one answer to every wrong thing, so that nobody learns which was wrong', async () => {
    later();
    const wrong = [
      { ...right, password: 'не тот' },
      { ...right, guardant_code: 'не тот' },
      { ...right, guardant_code: '' },
      { email: right.email, password: PASSWORD },
      { ...right, email: 'nobody@mine.example' },
      { ...right, guardant_code: `${KEY_CODE} ` },
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

  it('asks a user without an enrolled key for none', async () => {
    later();
    const hired = await service.hire({ email: 'nokey@mine.example', guardant_code: '' });
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

  it('verifies ten guesses of an account in a quarter of an hour and not one more, however parallel', async () => {
    later();
    const guesses = Array.from({ length: 40 }, (_, n) => service.signIn({ ...right, password: `догадка ${n}` }));
    const answers = await Promise.all(guesses);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    const throttled = answers.filter(({ status }) => status === 429);
    expect(throttled).toHaveLength(30);
    expect(Number(throttled[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(throttled[0]?.body.detail).toMatch(/Повторите через \d+ мин/);
    later();
    expect((await service.signIn(right)).status).toBe(200);
  });

  it('does not count sign-ins that succeed', async () => {
    later();
    for (let n = 0; n < 12; n++) expect((await service.signIn(right)).status).toBe(200);
  });
});
