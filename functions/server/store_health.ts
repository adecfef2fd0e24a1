import type { Database } from '../store/database.ts';
import { StartError } from './start_error.ts';

/** Queries the table for an item that does not exist. Throws if the table does not respond. */
export async function pingTable(db: Database): Promise<void> {
  await db.get({ pk: 'HEALTH', sk: 'HEALTH' });
}

/** The name of a store in messages, and the variables that configure it. */
const STORES = {
  table: { where: 'Таблица', missing: 'Таблицы', name: 'TABLE_NAME', endpoint: 'AWS_ENDPOINT_URL_DYNAMODB' },
  bucket: { where: 'Бакет', missing: 'Бакета', name: 'BUCKET_NAME', endpoint: 'AWS_ENDPOINT_URL_S3' },
} as const;

/** Statuses for the table's error names. The bucket returns only a status, because a response to HEAD has no body. */
const [MISSING, REFUSED] = [404, 403];
const STATUSES: Readonly<Record<string, number>> = {
  ResourceNotFoundException: MISSING,
  UnrecognizedClientException: REFUSED,
  InvalidSignatureException: REFUSED,
  ExpiredTokenException: REFUSED,
  AccessDeniedException: REFUSED,
};

/** Calls a store at start. Throws a `StartError` that names the variables to check, where the operator can fix the error. */
export async function withStartupDiagnostics<T>(
  store: keyof typeof STORES,
  name: string,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const advice = adviceOn(error, store, name);
    throw advice === undefined ? error : new StartError(advice, { cause: error });
  }
}

function adviceOn(cause: unknown, store: keyof typeof STORES, name: string): string | undefined {
  const { where, missing, name: variable, endpoint } = STORES[store];
  const error = cause as NodeJS.ErrnoException & { readonly $metadata?: { readonly httpStatusCode?: number } };
  const status = STATUSES[error.name] ?? error.$metadata?.httpStatusCode;
  const at = process.env[endpoint] ? ` по адресу ${process.env[endpoint]}` : '';
  if (error.message === 'Region is missing')
    return 'Не задан регион. Задайте AWS_REGION; для хранилищ на своём сервере годится любой, например AWS_REGION=ru-1';
  if (error.name === 'CredentialsProviderError')
    return 'Нет ключей доступа к хранилищам. Задайте AWS_ACCESS_KEY_ID и AWS_SECRET_ACCESS_KEY.';
  if (status === MISSING)
    return `${missing} «${name}» нет${at}. Проверьте ${variable} и ${endpoint} или создайте: npm run setup`;
  if (status === REFUSED)
    return `${where} «${name}»${at}: ключи не подходят или прав не хватает. Проверьте AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY и права этого ключа.`;
  const { code = error.name } = error;
  if (/^(?:E[A-Z_]+|CERT_\w+|DEPTH_\w+|SELF_\w+|UNABLE_\w+|TimeoutError|NetworkingError)$/.test(code))
    return `${where} «${name}» не отвечает${at} (${code}). Проверьте ${endpoint} и что сервер хранилища работает.`;
  return undefined;
}
