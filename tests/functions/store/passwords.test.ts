import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashSecret, PRODUCT_HASH_COST, setHashCost, verifySecret } from '#functions/store/passwords.ts';
import { TEST_HASH_COST } from '../../support/service.ts';

// Other files of this worker hash at the cost of tests.
beforeAll(() => setHashCost(PRODUCT_HASH_COST));
afterAll(() => setHashCost(TEST_HASH_COST));

it('a password is stored as Argon2id with OWASP parameters and its own salt', async () => {
  const [one, other] = await Promise.all([hashSecret('пароль'), hashSecret('пароль')]);
  expect(one).toMatch(/^argon2id\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(other);
});

it('a password is verified with the parameters of its hash', async () => {
  const stored = await hashSecret('пароль');
  expect(await verifySecret(stored, 'пароль')).toBe(true);
  expect(await verifySecret(stored, 'Пароль')).toBe(false);
  expect(await verifySecret(stored.replace('t=2', 't=3'), 'пароль')).toBe(false);
});

it('й typed as one or two code points is the same password', async () => {
  const stored = await hashSecret('й'.normalize('NFC'));
  expect(await verifySecret(stored, 'й'.normalize('NFD'))).toBe(true);
});

it('a missing or foreign hash verifies no password', async () => {
  for (const stored of [undefined, '', 'пароль', 'argon2id$m=19456,t=2,p=1$$', 'md5$m=1,t=1,p=1$AAAA$AAAA']) {
    expect(await verifySecret(stored, '')).toBe(false);
  }
});
