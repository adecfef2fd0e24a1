import { createHook } from 'node:async_hooks';
import { afterAll, expect, it } from 'vitest';
import { openService } from '../../support/service.ts';

// The time of an answer must not tell whether an account is there; most of it are the hashes, so their number must not tell either.
// The code is hashed once for each of its spellings, whoever's it is.
const service = await openService();
const person = await service.createUser();
afterAll(() => service.close());

it.each([
  ['an e-mail that nobody has', () => 'nobody@mine.example'],
  ['the e-mail of a user', () => person.user.email],
])('a sign-in with %s costs one password hash and one code hash', async (_, email) => {
  let hashes = 0;
  const counter = createHook({
    init: (_, type) => {
      if (type === 'ARGON2REQUEST') hashes += 1;
    },
  }).enable();
  await service.signIn({ email: email(), password: 'неверный', guardant_code: 'неверный' });
  counter.disable();
  expect(hashes).toBe(3);
});
