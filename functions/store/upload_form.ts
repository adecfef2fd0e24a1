import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a store is reached with; temporary credentials have a session token. */
export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** What a form may do that nobody has tampered with: store 1 file of `minBytes`…`maxBytes` bytes at `key`. */
export interface UploadPermission {
  readonly key: string;
  readonly minBytes: number;
  readonly maxBytes: number;
}

/** The form may not store anything. */
export class FormRefused extends Error {
  override readonly name = 'FormRefused';
}

type SizeRange = readonly ['content-length-range', number, number];
type Condition = SizeRange | Readonly<Record<string, string>>;

/** What `Files.form` signs. */
interface Policy {
  readonly expiration: string;
  readonly conditions: readonly Condition[];
}

/** Fields that the policy need not name, because they sign it. */
const UNSIGNED = new Set(['Policy', 'X-Amz-Signature']);

/**
 * Checks an upload form as S3 does: the signature of the policy (AWS4-HMAC-SHA256), its time, and that it allows every field of the form
 * word for word. Source: Amazon S3 API Reference, «Authenticating Requests: Browser-Based Uploads Using POST».
 */
export function checkForm(
  fields: ReadonlyMap<string, string>,
  { accessKeyId, secretAccessKey, sessionToken }: Credentials,
  bucket: string,
  now: Date,
): UploadPermission {
  const policy = fields.get('Policy') ?? '';
  const [holder, day = '', region = '', ...scope] = (fields.get('X-Amz-Credential') ?? '').split('/');
  if (
    fields.get('X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256' ||
    holder !== accessKeyId ||
    scope.join('/') !== 's3/aws4_request'
  )
    throw new FormRefused('The form is not signed with the key of this store');
  const signingKey = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  if (!same(hmac(signingKey, policy).toString('hex'), fields.get('X-Amz-Signature') ?? ''))
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

function isRange(condition: Condition): condition is SizeRange {
  return Array.isArray(condition);
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function same(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
