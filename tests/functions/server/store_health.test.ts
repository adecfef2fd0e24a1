import { afterEach, expect, test, vi } from 'vitest';
import { openDynamo } from '#functions/adapters/aws/dynamo_database.ts';
import { StartError } from '#functions/server/start_error.ts';
import { pingTable, withStartupDiagnostics } from '#functions/server/store_health.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

function failing(error: object): Promise<never> {
  return withStartupDiagnostics('bucket', 'files', () => Promise.reject(Object.assign(new Error('no'), error)));
}

test.each([
  [{ name: 'Unknown', $metadata: { httpStatusCode: 404 } }, 'Бакета «files» нет по адресу https://s3.example'],
  [{ name: 'Unknown', $metadata: { httpStatusCode: 403 } }, 'ключи не подходят'],
  [{ name: 'UnrecognizedClientException', $metadata: { httpStatusCode: 400 } }, 'ключи не подходят'],
  [{ name: 'CredentialsProviderError' }, 'Задайте AWS_ACCESS_KEY_ID'],
  [{ message: 'Region is missing' }, 'Задайте AWS_REGION'],
  [{ code: 'ENOTFOUND' }, 'не отвечает по адресу https://s3.example (ENOTFOUND). Проверьте AWS_ENDPOINT_URL_S3'],
  [{ name: 'TimeoutError' }, 'не отвечает'],
])('%j is told to the one who can mend it', async (error, text) => {
  vi.stubEnv('AWS_ENDPOINT_URL_S3', 'https://s3.example');
  const failure = await failing(error).catch((reason) => reason);
  expect(failure).toBeInstanceOf(StartError);
  expect(failure.message).toContain(text);
});

test('a fault that nobody foresaw is thrown as it is', async () => {
  await expect(failing({ name: 'TypeError' })).rejects.toMatchObject({ name: 'TypeError', message: 'no' });
});

test('a server that is not there is named with its variable', async () => {
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', 'http://127.0.0.1:1');
  const db = openDynamo({
    name: 'emissions',
    region: 'ru-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  });
  const asked = withStartupDiagnostics('table', 'emissions', () => pingTable(db));
  await expect(asked).rejects.toThrow(/Таблица «emissions» не отвечает по адресу http:\S+ \(ECONNREFUSED\)/);
});
