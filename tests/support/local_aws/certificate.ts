import { generate } from 'selfsigned';

/** A key and a self-signed certificate of it, PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** GeneralName of a DNS name: RFC 5280, 4.2.1.6. */
const DNS_NAME = 2;

const DAY_MS = 86_400_000;

/** Creates a certificate for DNS names (`*.` for one label), valid for a day. */
export async function selfSigned(names: readonly string[]): Promise<Certificate> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'rehearsal' }], {
    keyType: 'ec',
    curve: 'P-256',
    notBeforeDate: new Date(Date.now() - DAY_MS),
    notAfterDate: new Date(Date.now() + DAY_MS),
    extensions: [{ name: 'subjectAltName', altNames: names.map((value) => ({ type: DNS_NAME, value })) }],
  });
  return { key, cert };
}
