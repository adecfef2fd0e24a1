import { expect, test } from 'vitest';
import { readLimits, readServeSettings } from '#functions/server/serve_settings.ts';

const NEEDED = { TABLE_NAME: 'emissions', BUCKET_NAME: 'files', SIGNING_KEYS_FILE: '/keys.json' };

test('with nothing but what is needed: this computer only, behind no proxy', () => {
  const places = { table: 'emissions', bucket: 'files', keysFile: '/keys.json' };
  expect(readServeSettings(NEEDED)).toEqual({ ...places, host: '127.0.0.1', port: 3000, proxies: 0 });
  expect(readServeSettings({ ...NEEDED, HOST: '::1', PORT: '80', TRUST_PROXY: '2' })).toEqual({
    ...places,
    ...{ host: '::1', port: 80, proxies: 2 },
  });
});

test('figures for Prometheus are served where a port is set, on this computer unless said otherwise', () => {
  expect(readServeSettings({ ...NEEDED, METRICS_PORT: '9464' }).metrics).toEqual({ host: '127.0.0.1', port: 9464 });
  expect(readServeSettings({ ...NEEDED, METRICS_PORT: '0', METRICS_HOST: '10.0.0.5' }).metrics).toEqual({
    host: '10.0.0.5',
    port: 0,
  });
  expect(() => readServeSettings({ ...NEEDED, METRICS_PORT: 'да' })).toThrow('METRICS_PORT — это число от 0 до 65535');
});

test('all that is missing is named at once', () => {
  expect(() => readServeSettings({ TABLE_NAME: 'emissions', BUCKET_NAME: '' })).toThrow(
    /BUCKET_NAME — бакет S3\n {2}SIGNING_KEYS_FILE — файл ключей/,
  );
});

test.each(['-1', '10', 'true', '1.1.1.1'])('refuses the number of proxies «%s»', (TRUST_PROXY) => {
  expect(() => readServeSettings({ ...NEEDED, TRUST_PROXY })).toThrow('TRUST_PROXY — это число обратных прокси');
});

test('reads the limits that are set, and refuses what is no number', () => {
  expect(readLimits({})).toEqual({});
  expect(readLimits({ COSTLY_CALLS: '50', COMPANY_GIGABYTES: '0.5' })).toEqual({
    costlyCalls: 50,
    companyBytes: 2 ** 29,
  });
  for (const text of ['0', '-1', 'много', '1e3'])
    expect(() => readLimits({ COMPANY_GIGABYTES: text })).toThrow(/COMPANY_GIGABYTES — это число ГБ.*задано/);
});
