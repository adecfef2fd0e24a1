import type { StoreNames } from '../adapters/aws/open_stores.ts';
import { StartError } from './start_error.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where a server listens. */
export interface Address {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
}

/**
 * Settings of `npm run serve`; the SDK's own variables hold the endpoints and credentials of the
 * stores.
 */
export interface ServeSettings extends StoreNames, Address {
  /** File with the signing keys. */
  readonly keysFile: string;
  /** Number of reverse proxies before the server. */
  readonly proxies: number;
  /** Where the metrics for Prometheus are served; undefined: nowhere. */
  readonly metrics?: Address;
}

/** Required variables with their meaning. */
const MEANINGS = {
  TABLE_NAME: 'таблица DynamoDB',
  BUCKET_NAME: 'бакет S3',
  SIGNING_KEYS_FILE: 'файл ключей подписи сеансов',
} as const;

/**
 * Reads the variables of `npm run serve`. Throws `StartError` that names the missing or invalid
 * variables.
 */
export function readServeSettings(environment: Environment): ServeSettings {
  const given = readRequired(environment, 'TABLE_NAME', 'BUCKET_NAME', 'SIGNING_KEYS_FILE');
  const { TABLE_NAME: table, BUCKET_NAME: bucket, SIGNING_KEYS_FILE: keysFile } = given;
  const metrics = readMetricsAddress(environment);
  const address = readAddress(environment);
  return { table, bucket, keysFile, ...address, proxies: readProxies(environment), ...(metrics && { metrics }) };
}

/** Limits that a server may override; the others have their defaults. */
export interface ServerLimits {
  readonly costlyCalls?: number;
  readonly companyBytes?: number;
}

/** Reads COSTLY_CALLS and COMPANY_GIGABYTES. */
export function readLimits({ COSTLY_CALLS, COMPANY_GIGABYTES }: Environment): ServerLimits {
  const costlyCalls = readPositive(
    'COSTLY_CALLS',
    COSTLY_CALLS,
    'вычислений и экспортов одного человека за четверть часа',
  );
  const gigabytes = readPositive('COMPANY_GIGABYTES', COMPANY_GIGABYTES, 'ГБ, которые может хранить одна компания');
  return {
    ...(costlyCalls !== undefined && { costlyCalls }),
    ...(gigabytes !== undefined && { companyBytes: gigabytes * 2 ** 30 }),
  };
}

function readPositive(name: string, text: string | undefined, meaning: string): number | undefined {
  if (!text) return undefined;
  if (/^\d{1,9}(\.\d{1,6})?$/.test(text) && Number(text) > 0) return Number(text);
  throw new StartError(`${name} — это число ${meaning}, больше нуля, а задано «${text}». Пример: ${name}=100`);
}

/** Values of required variables; all missing ones are named at once. */
export function readRequired<Name extends keyof typeof MEANINGS>(
  environment: Environment,
  ...names: readonly Name[]
): Readonly<Record<Name, string>> {
  const missing = names.filter((name) => !environment[name]);
  if (missing.length > 0) {
    const lines = missing.map((name) => `  ${name} — ${MEANINGS[name]}`).join('\n');
    throw new StartError(`Не заданы переменные окружения:\n${lines}\nЗадайте их и повторите: docs/on-premises.md`);
  }
  return environment as Readonly<Record<Name, string>>;
}

/** Reads HOST and PORT; an empty variable counts as missing. */
export function readAddress({ HOST, PORT }: Environment): Address {
  return { host: HOST || '127.0.0.1', port: readPort('PORT', PORT || '3000') };
}

/** Reads METRICS_HOST and METRICS_PORT; without a port no metrics are served. */
function readMetricsAddress({ METRICS_HOST, METRICS_PORT }: Environment): Address | undefined {
  if (!METRICS_PORT) return undefined;
  return { host: METRICS_HOST || '127.0.0.1', port: readPort('METRICS_PORT', METRICS_PORT) };
}

function readPort(name: string, port: string): number {
  if (/^\d{1,5}$/.test(port) && Number(port) <= 65535) return Number(port);
  throw new StartError(`${name} — это число от 0 до 65535, а задано «${port}». Пример: ${name}=8080`);
}

function readProxies({ TRUST_PROXY }: Environment): number {
  const count = TRUST_PROXY || '0';
  if (!/^\d$/.test(count))
    throw new StartError(
      `TRUST_PROXY — это число обратных прокси перед продуктом, от 0 до 9, а задано «${count}». С одним nginx: TRUST_PROXY=1`,
    );
  return Number(count);
}
