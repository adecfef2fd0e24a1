import { expect, test } from 'vitest';
import { plainHttpWarning } from '#functions/server/plain_http.ts';

test.each(['0.0.0.0', '::', '192.168.1.5', 'emissions.example.ru'])(
  'an operator is warned in Russian that %s is served without TLS, and told what to do',
  (host) => {
    expect(plainHttpWarning(host)).toMatch(/^Внимание: продукт открыт по адресу .* без TLS.*\nПоставьте .* уберите/);
    expect(plainHttpWarning(host)).toContain(host);
  },
);

test.each(['127.0.0.1', '127.1.2.3', '::1', 'localhost'])(
  'nothing is said of %s, which nobody else reaches',
  (host) => {
    expect(plainHttpWarning(host)).toBeUndefined();
  },
);

test('nothing is said behind a reverse proxy, which has the certificate', () => {
  expect(plainHttpWarning('0.0.0.0', 1)).toBeUndefined();
});
