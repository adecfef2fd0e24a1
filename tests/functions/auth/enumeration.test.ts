import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { verifyKeyCode, verifySecret } from '#functions/store/passwords.ts';
import { openService } from '../../support/service.ts';

// The time of an answer must not tell whether an account is there; most of it are the hashes, so their number must not tell either.
// The code is hashed once for each of its spellings, whoever's it is.
vi.mock('#functions/store/passwords.ts', async (original) => {
  const passwords = await original<typeof import('#functions/store/passwords.ts')>();
  return {
    ...passwords,
    verifySecret: vi.fn(passwords.verifySecret),
    verifyKeyCode: vi.fn(passwords.verifyKeyCode),
  };
});

const service = await openService();
const person = await service.createUser();
beforeEach(() => {
  vi.mocked(verifySecret).mockClear();
  vi.mocked(verifyKeyCode).mockClear();
});
afterAll(() => service.close());

it.each([
  ['an e-mail that nobody has', () => 'nobody@mine.example'],
  ['the e-mail of a user', () => person.user.email],
])('%s costs the hashes of a password and of a code', async (_, email) => {
  await service.signIn({ email: email(), password: 'неверный', guardant_code: 'неверный' });
  for (const verify of [verifySecret, verifyKeyCode]) expect(verify).toHaveBeenCalledTimes(1);
});
