import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const BOUNDARY = 'corpus-boundary';

/** Material of a request of the corpus: a valid form and its address. */
export interface Aim {
  readonly path: string;
  readonly token: string;
  /** Host and port of a real server, for what only a socket can do. */
  readonly origin: URL;
  readonly fields: Readonly<Record<string, string>>;
  readonly csv: string;
  post(body: Uint8Array | ReadableStream, contentType: string): Promise<number>;
}

/** A possible request and its expected status; 0 if the client does not wait for the answer. */
export interface UploadRequest {
  readonly name: string;
  readonly status: 0 | 201 | 400;
  readonly send: (aim: Aim) => Promise<number>;
}

/** The requests of the upload corpus that are unusual as requests, whatever file they carry: 15 of its 124 inputs. */
export const UPLOAD_REQUESTS: readonly UploadRequest[] = [
  { name: 'no file', status: 400, send: (aim) => posted(aim, fieldsOf(aim)) },
  { name: 'two files', status: 400, send: (aim) => posted(aim, [...whole(aim), file(aim, 'б.csv')]) },
  ...[
    ['file name with folders', '../../etc/passwd.csv'],
    ['file name with line ends', 'a%0D%0AX-Evil: 1.csv'],
    ['file name that reads backwards', 'отчёт\u202evsc.csv'],
    ['file name of 10 KB', `${'я'.repeat(5000)}.csv`],
  ].map(([name = '', fileName = '']): UploadRequest => {
    return { name, status: 201, send: (aim) => posted(aim, [...fieldsOf(aim), file(aim, fileName)]) };
  }),
  { name: 'no boundary', status: 400, send: (aim) => aim.post(body(whole(aim)), 'multipart/form-data') },
  {
    name: '10,001 fields',
    status: 400,
    send: (aim) => posted(aim, [...whole(aim), ...Array.from({ length: 10_001 }, (_, at) => field(`f${at}`, ''))]),
  },
  ...['__proto__', 'constructor.prototype.x', Array.from({ length: 10_000 }, () => 'a').join('.')].map(
    (name): UploadRequest => ({
      name: `field named ${name.slice(0, 30)}`,
      status: 201,
      send: (aim) => posted(aim, [...whole(aim), field(name, '1')]),
    }),
  ),
  { name: 'in pieces, without a length', status: 201, send: (aim) => aim.post(streamed(body(whole(aim))), FORM) },
  {
    name: 'length understated',
    status: 400,
    send: (aim) => overSocket(aim, (bytes) => [`Content-Length: ${bytes.length - 200}`, [bytes]]),
  },
  {
    // Two seconds instead of sixty: the test checks that others are served meanwhile and that no data remain.
    name: 'one byte at a time, then silence',
    status: 0,
    send: (aim) => overSocket(aim, (bytes) => [`Content-Length: ${bytes.length}`, dripped(bytes)], 2000),
  },
  {
    name: 'broken off in the middle',
    status: 0,
    send: (aim) => overSocket(aim, (bytes) => [`Content-Length: ${bytes.length}`, [bytes.slice(0, 300)]], 100),
  },
];

const FORM = `multipart/form-data; boundary=${BOUNDARY}`;

function posted(aim: Aim, parts: readonly string[]): Promise<number> {
  return aim.post(body(parts), FORM);
}

function body(parts: readonly string[]): Uint8Array {
  return Buffer.from(`${parts.map((part) => `--${BOUNDARY}\r\n${part}\r\n`).join('')}--${BOUNDARY}--\r\n`);
}

function field(name: string, value: string): string {
  return `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;
}

function file({ csv }: Aim, name: string): string {
  return `Content-Disposition: form-data; name="file_data"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n${csv}`;
}

function fieldsOf({ fields }: Aim): string[] {
  return Object.entries(fields).map(([name, value]) => field(name, value));
}

function whole(aim: Aim): string[] {
  return [...fieldsOf(aim), file(aim, 'а.csv')];
}

function streamed(bytes: Uint8Array): ReadableStream {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + 100));
      at += 100;
    },
  });
}

async function* dripped(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (const byte of bytes.slice(0, 20)) {
    yield Uint8Array.of(byte);
    await sleep(50);
  }
}

type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Sends a form as raw bytes; answers the status, or 0 after `patience` milliseconds, when the socket is torn. */
async function overSocket(
  aim: Aim,
  says: (bytes: Uint8Array) => readonly [length: string, pieces: Pieces],
  patience = 5000,
): Promise<number> {
  const [length, pieces] = says(body(whole(aim)));
  const socket = connect(Number(aim.origin.port), aim.origin.hostname);
  const answered = new Promise<number>((resolve) => {
    socket.on('data', (data) => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(data.toString())?.[1])));
    socket.on('error', () => resolve(0));
  });
  const head = [`POST ${aim.path} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${aim.token}`, `Content-Type: ${FORM}`];
  socket.write(`${[...head, length].join('\r\n')}\r\n\r\n`);
  for await (const piece of pieces) socket.write(piece);
  const status = await Promise.race([answered, sleep(patience, 0)]);
  socket.destroy();
  return status;
}
