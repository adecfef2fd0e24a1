import type { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';

/** A request as the SDK builds it. */
interface BuiltRequest {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Record<string, string>;
}

interface Presigner {
  presign(request: BuiltRequest, options: { expiresIn: number; signingDate: Date }): Promise<BuiltRequest>;
}

/** Headers that belong to one sending of a request, not to an address; the signature of an address brings the token of the session itself. */
const OF_ONE_SENDING = /^(?:amz-sdk-|x-amz-user-agent|user-agent|x-amz-security-token)/i;

/** The address at which anybody may read what `command` reads, for `seconds` from `at`: signed by the SDK itself, with its own endpoint. */
export async function presigned(client: S3Client, command: GetObjectCommand, seconds: number, at: Date): Promise<URL> {
  let signed: BuiltRequest | undefined;
  command.middlewareStack.add(
    () =>
      async ({ request }) => {
        const { headers, ...rest } = request as BuiltRequest;
        const kept = Object.entries(headers).filter(([name]) => !OF_ONE_SENDING.test(name));
        const presigner = (await client.config.signer()) as unknown as Presigner;
        const unsigned = { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' };
        const asked = { ...rest, headers: { ...Object.fromEntries(kept), ...unsigned } };
        signed = await presigner.presign(asked, { expiresIn: seconds, signingDate: at });
        // Nothing is sent: the answer stands for «signed».
        return { output: { $metadata: {} }, response: {} };
      },
    { step: 'finalizeRequest', priority: 'high', name: 'presign' },
  );
  await client.send(command);
  if (!signed) throw new Error('The address was not signed');
  const { protocol, hostname, port, path, query } = signed;
  const url = new URL(`${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}`);
  url.search = Object.entries(query)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
  return url;
}
