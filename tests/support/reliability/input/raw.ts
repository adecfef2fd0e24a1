import { request } from 'node:http';

/** An answer to a raw request. */
export interface RawAnswer {
  readonly status: number;
  readonly allow: string | undefined;
  readonly text: string;
}

/** Sends a request whose method and path no client library corrects. */
export function sendRaw(origin: string, method: string, path: string, token: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Length': 0 };
    const sent = request({ hostname, port, method, path, headers }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk);
      const text = Buffer.concat(chunks).toString();
      resolve({ status: answer.statusCode ?? 0, allow: answer.headers.allow, text });
    });
    sent.on('error', reject);
    sent.end();
  });
}
