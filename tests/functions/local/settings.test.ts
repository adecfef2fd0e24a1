import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '#functions/cli/build.ts';
import { readLocalSettings } from '#functions/local/settings.ts';

test('the default settings are port 3000 on loopback and data beside the code', () => {
  const expected = { host: '127.0.0.1', port: 3000, dataDir: resolve(ROOT, '.local') };
  expect(readLocalSettings({})).toEqual(expected);
  expect(readLocalSettings({ PORT: '', HOST: '', DATA_DIR: '' })).toEqual(expected);
});

test('the settings follow the environment variables', () => {
  expect(readLocalSettings({ PORT: '0', HOST: '0.0.0.0', DATA_DIR: '/data' })).toEqual({
    host: '0.0.0.0',
    port: 0,
    dataDir: resolve('/data'),
  });
});

test.each(['abc', '-1', '70000', '3000x', '8e3'])('the port «%s» is refused in Russian', (PORT) => {
  expect(() => readLocalSettings({ PORT })).toThrow(/PORT — это число от 0 до 65535/);
});
