import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { CompactEncrypt, compactDecrypt } from 'jose';
import { FIXED_KEY } from '../keys.ts';

/** Name of an attack and the text that it sends as a token. */
export type Attack = readonly [name: string, token: string];

type Json = Readonly<Record<string, unknown>>;

const { kid, key } = FIXED_KEY;

const encoded = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** A token with a valid signature of any content; texts are used unchanged. */
export function signed(header: Json | string, payload: Json | string, by: Uint8Array = key, hash = 'sha256'): string {
  const text = `${encoded(header)}.${encoded(payload)}`;
  return `${text}.${createHmac(hash, by).update(text).digest('base64url')}`;
}

/** Forgeries that must be refused in place of the valid token `good`; `other` is the other token of its pair. */
export async function attacks(
  good: string,
  other: string,
  retired: { kid: string; key: Uint8Array },
): Promise<Attack[]> {
  const [head, body, signature] = good.split('.') as [string, string, string];
  const HEADER: Json = JSON.parse(Buffer.from(head, 'base64url').toString());
  const claims: Json = JSON.parse(Buffer.from(body, 'base64url').toString());
  const now = Number(claims.iat);
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }) as string;
  const withHeader = (header: Json): string => signed({ ...HEADER, ...header }, claims);
  const withClaims = (fields: Json): string => signed(HEADER, { ...claims, ...fields });
  const withText = (more: string): string => signed(HEADER, JSON.stringify(claims).replace(/}$/, `,${more}}`));
  const without = (name: string): string => signed(HEADER, { ...claims, [name]: undefined });
  const altered = (fields: Json): string => `${head}.${encoded({ ...claims, ...fields })}.${signature}`;
  const bySomebody = (header: Json): string => signed({ ...HEADER, ...header }, claims, Buffer.alloc(43, 'y'));
  const byRsa = (alg: string): string => {
    const text = `${encoded({ ...HEADER, alg })}.${body}`;
    return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
  };
  const lastBits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const respelled = signature.slice(0, -1) + lastBits[lastBits.indexOf(signature.slice(-1)) ^ 1];
  const encrypted = await new CompactEncrypt(Buffer.from(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid })
    .encrypt(key.subarray(0, 32));
  await compactDecrypt(encrypted, key.subarray(0, 32));
  const ownKey = { kty: 'oct', k: Buffer.alloc(43, 'y').toString('base64url') };
  return [
    ...['none', 'None', 'NONE', 'nOnE'].map((alg): Attack => [`alg ${alg}`, `${encoded({ ...HEADER, alg })}.${body}.`]),
    ['alg none, signature kept', `${encoded({ ...HEADER, alg: 'none' })}.${body}.${signature}`],
    ['no signature', `${head}.${body}.`],
    ['no signature and no dot', `${head}.${body}`],
    ['signature of another token', `${head}.${body}.${other.split('.')[2]}`],
    ['half a signature', `${head}.${body}.${signature.slice(0, 22)}`],
    ['signature spelled otherwise', `${head}.${body}.${respelled}`],
    ['space in the signature', `${head}.${body}. ${signature}`],
    ['space in the payload', `${head}. ${body}.${signature}`],
    ['padded', `${head}.${body}.${signature}=`],
    ['a fourth part', `${good}.${signature}`],
    ['five parts (encrypted)', encrypted],
    ['JSON serialization', JSON.stringify({ payload: body, protected: head, signature })],
    ['HS256 with a public key', signed(HEADER, claims, Buffer.from(pem))],
    ['HS256 with a public key, trimmed', signed(HEADER, claims, Buffer.from(pem.trim()))],
    ['HS256 with the bits of a public key', signed(HEADER, claims, publicKey.export({ type: 'spki', format: 'der' }))],
    ['HS384 with our key', signed({ ...HEADER, alg: 'HS384' }, claims, key, 'sha384')],
    ['HS512 with our key', signed({ ...HEADER, alg: 'HS512' }, claims, key, 'sha512')],
    ['alg hs256', withHeader({ alg: 'hs256' })],
    ['alg missing', withHeader({ alg: undefined })],
    ['alg a list', withHeader({ alg: ['HS256'] })],
    ...['RS256', 'PS256', 'ES256', 'EdDSA'].map((alg): Attack => [`alg ${alg}`, byRsa(alg)]),
    [
      'ES256 with r = s = 0',
      `${encoded({ ...HEADER, alg: 'ES256' })}.${body}.${Buffer.alloc(64).toString('base64url')}`,
    ],
    ['empty key', signed(HEADER, claims, Buffer.alloc(0))],
    ['kid missing', withHeader({ kid: undefined })],
    ['kid empty', withHeader({ kid: '' })],
    ['kid unknown', withHeader({ kid: '0123456789abcdef' })],
    ['kid of a file', withHeader({ kid: '../../../dev/null' })],
    ['kid of a query', withHeader({ kid: "' OR '1'='1" })],
    ['kid a list', withHeader({ kid: [kid] })],
    ['kid a property of objects', withHeader({ kid: '__proto__' })],
    ['kid in capitals', withHeader({ kid: kid.toUpperCase().replace(/^\d+$/, 'A') })],
    ['kid of 10 KB', withHeader({ kid: 'a'.repeat(10_000) })],
    ['kid retired', signed({ ...HEADER, kid: retired.kid }, claims, retired.key)],
    ['jku', bySomebody({ jku: 'https://attacker.example/keys' })],
    ['x5u', bySomebody({ x5u: 'https://attacker.example/chain' })],
    ['jwk', bySomebody({ jwk: ownKey })],
    ['x5c', bySomebody({ x5c: ['AAAA'] })],
    ['typ missing', withHeader({ typ: undefined })],
    ['typ JWT', withHeader({ typ: 'JWT' })],
    ['typ of the other token', withHeader({ typ: HEADER.typ === 'at+jwt' ? 'rt+jwt' : 'at+jwt' })],
    ['the other token of the pair', other],
    ['crit unknown', withHeader({ crit: ['new'], new: true })],
    ['b64 false', withHeader({ crit: ['b64'], b64: false })],
    ['b64 false, not critical', signed({ ...HEADER, b64: false }, 'x')],
    ['header no JSON', signed('{', claims)],
    ['header a list', signed('[]', claims)],
    ['payload no JSON', signed(HEADER, 'claims')],
    ['payload a list', signed(HEADER, '[]')],
    ['payload null', signed(HEADER, 'null')],
    ['payload empty', `${head}..${signature}`],
    ['exp missing', without('exp')],
    ['exp a text', withClaims({ exp: String(claims.exp) })],
    ['exp past', withClaims({ exp: now - 6 })],
    ['exp null', withClaims({ exp: null })],
    ['exp without end', withText('"exp":1e309')],
    ['exp a fraction', withClaims({ exp: now + 60.5 })],
    ['nbf in the future', withClaims({ nbf: now + 60 })],
    ['iat in the future', withClaims({ iat: now + 60 })],
    ['iat missing', without('iat')],
    ['iat a text', withClaims({ iat: String(now) })],
    ['iss of somebody', withClaims({ iss: 'somebody' })],
    ['iss missing', without('iss')],
    ['aud of somebody', withClaims({ aud: 'somebody' })],
    ['aud missing', without('aud')],
    ['sub tampered', altered({ sub: '0197ffff-ffff-7fff-bfff-ffffffffffff' })],
    ['company tampered', altered({ company: '0197ffff-ffff-7fff-bfff-ffffffffffff' })],
    ['sub of nobody', withClaims({ sub: '0197ffff-ffff-7fff-bfff-ffffffffffff' })],
    ['company of nobody', withClaims({ company: '0197ffff-ffff-7fff-bfff-ffffffffffff' })],
    ['session of nobody', withClaims({ sid: '0197ffff-ffff-7fff-bfff-ffffffffffff' })],
    ['session an object', withClaims({ sid: { '#': 1 } })],
    ['session empty', withClaims({ sid: '' })],
    ['company twice', withText('"company":"0197ffff-ffff-7fff-bfff-ffffffffffff"')],
    ['16 KB', withClaims({ more: 'x'.repeat(12_000), exp: now - 6 })],
    ['two tokens', `${good}, ${good}`],
    ['null', 'null'],
    ['undefined', 'undefined'],
    ['nothing', ''],
  ];
}
