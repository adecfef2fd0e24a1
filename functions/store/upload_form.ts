import { createHmac, timingSafeEqual } from 'node:crypto';

/** Credentials of a store; temporary ones have a session token. */
export interface StoreCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** The permission of a valid form: to store one file of `minBytes`…`maxBytes` bytes at `key`. */
export interface UploadPermission {
  readonly key: string;
  readonly minBytes: number;
  readonly maxBytes: number;
}

/** The form is invalid and stores nothing. */
export class FormRefused extends Error {
  override readonly name = 'FormRefused';
}

type SizeRange = readonly ['content-length-range', number, number];
type Condition = SizeRange | Readonly<Record<string, string>>;

/** The signed policy of a form. */
interface Policy {
  readonly expiration: string;
  readonly conditions: readonly Condition[];
}

/** Fields that the policy does not cover, because they carry it and its signature. */
const UNSIGNED = new Set(['Policy', 'X-Amz-Signature']);

/**
 * Checks an upload form as S3 does: the signature of the policy (AWS4-HMAC-SHA256), its time, and
 * that it allows every field of the form
 * word for word. Source: Amazon S3 API Reference, «Authenticating Requests: Browser-Based Uploads
 * Using POST».
 */
export function checkForm(
  fields: ReadonlyMap<string, string>,
  { accessKeyId, secretAccessKey, sessionToken }: StoreCredentials,
  bucket: string,
  now: Date,
): UploadPermission {
  const policy = fields.get('Policy') ?? '';
  const [holder, day = '', region = '', ...scope] = (fields.get('X-Amz-Credential') ?? '').split('/');
  if (fields.get('X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256' || holder !== accessKeyId || scope.join() !== SCOPE.join())
    throw new FormRefused('The form is not signed with the key of this store');
  if (
    !same(hmac(signingKey(secretAccessKey, day, region), policy).toString('hex'), fields.get('X-Amz-Signature') ?? '')
  )
    throw new FormRefused('The signature does not match the policy');
  const { expiration, conditions } = JSON.parse(Buffer.from(policy, 'base64').toString()) as Policy;
  if (!(Date.parse(expiration) > now.getTime())) throw new FormRefused('The form has expired');
  const exact = new Map(conditions.flatMap((condition) => (isRange(condition) ? [] : Object.entries(condition))));
  for (const name of new Set([...exact.keys(), ...fields.keys()])) {
    if (!UNSIGNED.has(name) && exact.get(name) !== fields.get(name))
      throw new FormRefused(`The policy does not allow this ${name}`);
  }
  if (fields.get('X-Amz-Security-Token') !== sessionToken)
    throw new FormRefused('The session token is not the one of these credentials');
  const range = conditions.find(isRange);
  const key = exact.get('key');
  if (!range || key === undefined || exact.get('bucket') !== bucket)
    throw new FormRefused('The policy must name the bucket, the key and the size');
  return { key, minBytes: range[1], maxBytes: range[2] };
}

/**
 * Fields of a form that stores a file of 1…`maxBytes` bytes at `key`, for `seconds` from `now`, as
 * S3 would sign them.
 */
export function signForm(
  { accessKeyId, secretAccessKey }: StoreCredentials,
  bucket: string,
  key: string,
  maxBytes: number,
  seconds: number,
  now: Date,
): Readonly<Record<string, string>> {
  const at = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const day = at.slice(0, 8);
  const exact = {
    bucket,
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': [accessKeyId, day, REGION, ...SCOPE].join('/'),
    'X-Amz-Date': at,
    key,
  };
  const conditions = [
    ['content-length-range', 1, maxBytes],
    ...Object.entries(exact).map(([name, value]) => ({ [name]: value })),
  ];
  const expiration = new Date(now.getTime() + seconds * 1000).toISOString();
  const Policy = Buffer.from(JSON.stringify({ expiration, conditions })).toString('base64');
  const signature = hmac(signingKey(secretAccessKey, day, REGION), Policy).toString('hex');
  return { ...exact, Policy, 'X-Amz-Signature': signature };
}

/**
 * Query of a link at which a file may be downloaded for `seconds` from `at`. The names are those of
 * S3.
 */
export function signLink(
  { secretAccessKey }: StoreCredentials,
  key: string,
  { contentType, disposition }: { readonly contentType: string; readonly disposition: string },
  seconds: number,
  at: Date,
): URLSearchParams {
  const query = new URLSearchParams({
    'response-content-disposition': disposition,
    'response-content-type': contentType,
    'X-Amz-Date': at.toISOString().replaceAll(/[-:]|\.\d+/g, ''),
    'X-Amz-Expires': String(seconds),
  });
  query.set('X-Amz-Signature', hmac(`link${secretAccessKey}`, `${key}\n${query}`).toString('hex'));
  return query;
}

/** Region in signatures of the local store. */
const REGION = 'local';
const SCOPE = ['s3', 'aws4_request'] as const;

function signingKey(secretAccessKey: string, day: string, region: string): Buffer {
  return [day, region, ...SCOPE].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`) as Buffer;
}

function isRange(condition: Condition): condition is SizeRange {
  return Array.isArray(condition);
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function same(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
