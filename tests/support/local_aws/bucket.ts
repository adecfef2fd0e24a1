import { type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openS3 } from '#functions/adapters/aws/s3_files.ts';
import { S3_POST_PATH, s3PostEndpoint } from '#functions/server/s3_post_endpoint.ts';
import { SIGNED_DOWNLOAD_PATH, signedDownloadEndpoint } from '#functions/server/signed_download_endpoint.ts';
import type { Files } from '#functions/store/files.ts';
import type { EmbeddedS3 } from '../stores/s3rver_server.ts';
import type { Functions, Role } from './functions.ts';
import type { Json, Template } from './template.ts';
import { REGION } from './template.ts';

const ACTIONS: Readonly<Record<string, string>> = {
  ...{ GET: 's3:GetObject', HEAD: 's3:GetObject', PUT: 's3:PutObject', DELETE: 's3:DeleteObject' },
};

/** Callbacks of the bucket. */
export interface Guard {
  /** Whether `role` may make the call; called before each call. */
  allows(role: Role, action: string, resource: string): Promise<boolean>;
  now(): number;
  /** Called for a new file that matches the bucket's notifications. */
  notify(queue: string, message: string): void;
}

/** The bucket of files of a template at its own host: signed calls of functions; forms and links of browsers, by its CORS rules. */
export class Bucket {
  readonly name: string;
  readonly host: string;
  /** Headers of the links that browsers have followed here. */
  readonly followed: IncomingMessage['headers'][] = [];
  readonly #s3: EmbeddedS3;
  readonly #own: Files;
  readonly #guard: Guard;
  readonly #functions: Functions;
  readonly #rules: readonly Json[];
  readonly #notifications: readonly Json[];

  constructor(template: Template, s3: EmbeddedS3, functions: Functions, guard: Guard) {
    this.name = s3.bucket;
    this.host = `${s3.bucket}.s3.${REGION}.amazonaws.com`;
    this.#s3 = s3;
    const { endpoint, credentials } = s3;
    this.#own = openS3({ bucket: this.name, region: REGION, endpoint, credentials });
    this.#guard = guard;
    this.#functions = functions;
    const { props } = template.the('AWS::S3::Bucket', ({ BucketName }) => BucketName === s3.bucket);
    this.#rules = props.CorsConfiguration?.CorsRules ?? [];
    this.#notifications = props.NotificationConfiguration?.QueueConfigurations ?? [];
    for (const { Queue } of this.#notifications) guard.notify(Queue, JSON.stringify(this.#testEvent()));
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', `https://${this.host}`);
    const key = decodeURIComponent(url.pathname.slice(1));
    const cors = this.#cors(request);
    for (const [name, value] of Object.entries(cors ?? {})) response.setHeader(name, value);
    if (request.method === 'OPTIONS') return void response.writeHead(cors ? 200 : 403).end();
    if (request.method === 'POST' && url.pathname === '/') return this.#form(request, response);
    if (url.searchParams.has('X-Amz-Signature')) {
      this.followed.push(request.headers);
      return this.#link(url, response);
    }
    return this.#call(key, request, response);
  }

  #cors({ method, headers }: IncomingMessage): Record<string, string> | undefined {
    const { origin, 'access-control-request-method': asked = method } = headers;
    if (origin === undefined) return undefined;
    const rule = this.#rules.find(
      ({ AllowedOrigins, AllowedMethods }) => AllowedOrigins.includes(origin) && AllowedMethods.includes(asked),
    );
    if (!rule) return undefined;
    return {
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Methods': rule.AllowedMethods.join(', '),
      'Access-Control-Allow-Headers': headers['access-control-request-headers'] ?? '',
      'Access-Control-Expose-Headers': (rule.ExposedHeaders ?? []).join(', '),
      'Access-Control-Max-Age': String(rule.MaxAge),
      'Access-Control-Allow-Credentials': 'true',
      Vary: 'Origin',
    };
  }

  /** Handles a form with the permissions of its signer. */
  async #form(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Readable.toWeb(request) as ReadableStream;
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    const gate = s3PostEndpoint(
      this.#signed(),
      (key) => this.#notify(key),
      () => new Date(this.#guard.now()),
    );
    const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit;
    await give(await gate.request(`https://${this.host}${S3_POST_PATH}`, init), response);
  }

  /** Handles a link: signs it again with the key of its signer and compares both signatures. */
  async #link(url: URL, response: ServerResponse): Promise<void> {
    const gate = signedDownloadEndpoint(this.#signed(), () => new Date(this.#guard.now()));
    await give(
      await gate.request(`https://${this.host}${SIGNED_DOWNLOAD_PATH}${url.pathname.slice(1)}${url.search}`),
      response,
    );
  }

  /** Handles calls of browsers: the API has signed them, and its permissions apply. */
  #signed(): Files {
    // The function of calls with tables signs forms and links.
    const id = this.#functions.named('api', 'Tables');
    const role = this.#functions.roles().find(({ fn }) => fn === id);
    if (!role) throw new Error('There is no API');
    const { accessKeyId, secretAccessKey, sessionToken } = role;
    const credentials = { accessKeyId, secretAccessKey, sessionToken };
    const { link, permission } = openS3({
      bucket: this.name,
      region: REGION,
      credentials,
      linkPath: SIGNED_DOWNLOAD_PATH,
    });
    const check = async (action: string, key: string) => {
      if (!(await this.#guard.allows(role, action, this.#arn(key)))) throw new Error('AccessDenied');
    };
    return {
      ...this.#own,
      link,
      permission,
      putFile: async (key, ...file) => {
        await check('s3:PutObject', key);
        await this.#own.putFile(key, ...file);
      },
      stream: async (key) => {
        await check('s3:GetObject', key);
        return this.#own.stream(key);
      },
    };
  }

  async #call(key: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { authorization = '' } = request.headers;
    const id = /Credential=([^/]+)\//.exec(authorization)?.[1] ?? '';
    const role = this.#functions.holder(id);
    const action = ACTIONS[request.method ?? ''];
    if (!role || !action || !(await this.#guard.allows(role, action, this.#arn(key)))) {
      request.resume();
      return void response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
    }
    const { host: _host, expect: _sent, 'x-amz-security-token': _token, ...headers } = request.headers;
    const { accessKeyId } = this.#s3.credentials;
    const there = send(`${this.#s3.endpoint}/${this.name}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { ...headers, authorization: authorization.replace(id, accessKeyId) },
    });
    const answered = new Promise<IncomingMessage>((resolve, reject) =>
      there.on('response', resolve).on('error', reject),
    );
    // A function that was killed during an upload reads no answer.
    answered.catch(() => {});
    await pipeline(request, there);
    const answer = await answered;
    // Without permission to list the bucket, a missing file is answered as forbidden.
    const hides = answer.statusCode === 404 && !(await this.#guard.allows(role, 's3:ListBucket', this.#arn()));
    response.writeHead(hides ? 403 : (answer.statusCode ?? 500), answer.headers);
    await pipeline(answer, response);
  }

  #arn(key?: string): string {
    return `arn:aws:s3:::${this.name}${key === undefined ? '' : `/${key}`}`;
  }

  #notify(key: string): void {
    for (const { Event, Filter, Queue } of this.#notifications) {
      if (Event !== 's3:ObjectCreated:*') throw new Error(`The rehearsal knows no ${Event}`);
      const prefixes = Filter?.S3Key.Rules.filter(({ Name }: Json) => Name === 'prefix') ?? [];
      if (!prefixes.every(({ Value }: Json) => key.startsWith(Value))) continue;
      this.#guard.notify(Queue, JSON.stringify({ Records: [this.#record(key)] }));
    }
  }

  /** Source: Amazon S3 User Guide, «Event message structure». */
  #record(key: string): unknown {
    return {
      eventVersion: '2.1',
      eventSource: 'aws:s3',
      awsRegion: REGION,
      eventTime: new Date(this.#guard.now()).toISOString(),
      eventName: 'ObjectCreated:Post',
      userIdentity: { principalId: 'AWS:rehearsal' },
      s3: {
        s3SchemaVersion: '1.0',
        configurationId: 'rehearsal',
        bucket: { name: this.name, ownerIdentity: { principalId: 'rehearsal' }, arn: this.#arn() },
        object: {
          key: encodeURIComponent(key).replaceAll('%2F', '/').replaceAll('%20', '+'),
          sequencer: '0055AED6DCD90281E5',
        },
      },
    };
  }

  /** Test event that S3 sends when notifications are set up. Same source. */
  #testEvent(): unknown {
    const Time = new Date(this.#guard.now()).toISOString();
    return { Service: 'Amazon S3', Event: 's3:TestEvent', Time, Bucket: this.name, RequestId: '0', HostId: '0' };
  }
}

async function give(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body) await pipeline(Readable.fromWeb(answer.body as never), response);
  else response.end();
}
