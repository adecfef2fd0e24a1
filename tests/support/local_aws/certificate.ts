import { generateKeyPairSync, sign } from 'node:crypto';

/** A key and a self-signed certificate of it, PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

const ECDSA_WITH_SHA256 = Buffer.from('06082a8648ce3d040302', 'hex');
const COMMON_NAME = Buffer.from('0603550403', 'hex');
const SUBJECT_ALT_NAME = Buffer.from('0603551d11', 'hex');
const DAY_MS = 86_400_000;

/** Makes a certificate for DNS names (`*.` for one label) that holds for a day: X.509 (RFC 5280) in DER, which Node reads but does not write. */
export function selfSigned(names: readonly string[]): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(ECDSA_WITH_SHA256);
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from('rehearsal')))));
  const validity = sequence(moment(Date.now() - DAY_MS), moment(Date.now() + DAY_MS));
  const alternatives = sequence(...names.map((dns) => der(0x82, Buffer.from(dns))));
  const extensions = sequence(sequence(SUBJECT_ALT_NAME, der(0x04, alternatives)));
  const body = sequence(
    der(0xa0, integer(2)),
    integer(1),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  const lines =
    sequence(body, algorithm, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  };
}

function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...contents: readonly Buffer[]) => der(0x30, ...contents);
const integer = (value: number) => der(0x02, Buffer.from([value]));

/** UTCTime: YYMMDDhhmmssZ. */
function moment(at: number): Buffer {
  return der(0x17, Buffer.from(`${new Date(at).toISOString().replace(/\D/g, '').slice(2, 14)}Z`));
}
