import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '#functions/cli/build.ts';
import { readSettings } from '#functions/local/settings.ts';

test('without variables: port 3000 of this computer only, data beside the code', () => {
  const expected = { host: '127.0.0.1', port: 3000, dataDir: resolve(ROOT, '.local') };
  expect(readSettings({})).toEqual(expected);
  expect(readSettings({ PORT: '', HOST: '', DATA_DIR: '' })).toEqual(expected);
});

test('takes what it is told', () => {
  expect(readSettings({ PORT: '0', HOST: '0.0.0.0', DATA_DIR: '/data' })).toEqual({
    host: '0.0.0.0',
    port: 0,
    dataDir: resolve('/data'),
  });
});

test.each(['abc', '-1', '70000', '3000x', '8e3'])('refuses the port «%s» in Russian', (PORT) => {
  expect(() => readSettings({ PORT })).toThrow(/PORT — это число от 0 до 65535/);
});
