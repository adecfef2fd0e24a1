import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createProxy, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer, request as send } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type EmbeddedDynamo, startDynamo } from '#functions/local/former_store/dynalite_server.ts';
import { type EmbeddedS3, startS3 } from '../stores/s3rver_server.ts';
import { Bucket } from './bucket.ts';
import { type Certificate, selfSigned } from './certificate.ts';
import { Distribution } from './distribution.ts';
import { Functions, type Role } from './functions.ts';
import { type Answered, type Asked, HttpGateway } from './http_api.ts';
import { leadingKeys, permissionsOf } from './permissions.ts';
import { Queues } from './queues.ts';
import { SecretsManager } from './secrets.ts';
import { ACCOUNT, type Json, REGION, Template } from './template.ts';

/** A call of a function to a service. */
export interface ServiceCall {
  readonly fn: string;
  readonly action: string;
  readonly resource: string;
}

/**
 * The stack on this machine: every part of the template that serves requests, at one port by TLS under the names that it has
 * on AWS. What it does not imitate: the distribution's cache, throttling of the API, alarms, encryption at rest.
 */
export class Rehearsal {
  readonly template: Template;
  readonly functions: Functions;
  readonly queues: Queues;
  readonly secrets: SecretsManager;
  readonly dynamo: EmbeddedDynamo;
  readonly tableName: string;
  readonly api: HttpGateway;
  readonly distribution: Distribution;
  readonly bucket: Bucket;
  readonly port: number;
  /** A proxy that resolves every name to this machine. */
  readonly proxyUrl: string;
  /** Output of the functions. */
  readonly log: string[] = [];
  /** Calls that a function's role does not allow. */
  readonly denied: string[] = [];
  /** Called before a function's call to a service is carried out. */
  onCall: (call: ServiceCall) => void = () => {};
  /** Milliseconds by which the clock of the stack is ahead of the machine's. */
  ahead = 0;
  readonly #allows;
  readonly #certificate: Certificate;
  readonly #stop: () => Promise<void>;

  static async start(): Promise<Rehearsal> {
    const folder = mkdtempSync(join(tmpdir(), 'rehearsal-'));
    const template = Template.synthesised(join(folder, 'assembly'));
    const { id: tableName, props } = template.the('AWS::DynamoDB::GlobalTable');
    const { AttributeDefinitions, KeySchema, LocalSecondaryIndexes, BillingMode } = props;
    const definition = { AttributeDefinitions, KeySchema, LocalSecondaryIndexes, BillingMode };
    const dynamo = await startDynamo(join(folder, 'dynamo'), tableName, definition);
    const bucket = template.the('AWS::S3::Bucket', ({ BucketName }) => BucketName).props.BucketName;
    const s3 = await startS3(join(folder, 's3'), bucket, dynamo.credentials);
    const amazon = ['', 's3.', 'execute-api.'].map((service) => `*.${service}${REGION}.amazonaws.com`);
    const certificate = await selfSigned([...amazon, '*.cloudfront.net']);
    const file = join(folder, 'certificate.pem');
    writeFileSync(file, certificate.cert);
    const server = createServer(certificate).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const proxy = createProxy().listen(0, '127.0.0.1');
    proxy.on('connect', (_request, socket) => {
      const there = connect(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
      for (const end of [socket, there]) end.on('error', () => end.destroy());
      socket.pipe(there).pipe(socket);
    });
    await once(proxy, 'listening');
    const stop = async () => {
      for (const listening of [proxy, server]) {
        listening.closeAllConnections();
        listening.close();
      }
      await s3.close();
      await dynamo.close();
      rmSync(folder, { recursive: true, force: true });
    };
    const proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const rehearsal = new Rehearsal(template, { dynamo, tableName, s3, certificate, file, port, proxyUrl, stop });
    server.on('request', (request, response) => rehearsal.#answer(request, response));
    return rehearsal;
  }

  private constructor(
    template: Template,
    {
      dynamo,
      tableName,
      s3,
      certificate,
      file,
      port,
      proxyUrl,
      stop,
    }: {
      dynamo: EmbeddedDynamo;
      tableName: string;
      s3: EmbeddedS3;
      certificate: Certificate;
      file: string;
      port: number;
      proxyUrl: string;
      stop: () => Promise<void>;
    },
  ) {
    const now = () => this.now();
    const log = (line: string) => this.log.push(line);
    this.template = template;
    this.dynamo = dynamo;
    this.tableName = tableName;
    this.port = port;
    this.proxyUrl = proxyUrl;
    this.#certificate = certificate;
    this.#stop = stop;
    this.#allows = permissionsOf(template);
    this.functions = new Functions(template, { port, certificate: file, ahead: () => this.ahead, log });
    this.queues = new Queues(template, this.functions, now, log);
    this.secrets = new SecretsManager(template, this.functions);
    this.api = new HttpGateway(template, this.functions, REGION, now);
    this.distribution = new Distribution(template, this.api, (arn) => this.secrets.text(arn));
    this.bucket = new Bucket(template, s3, this.functions, {
      now,
      allows: (role, action, resource) => this.#may(role, action, resource),
      notify: (queue, message) => this.queues.send(queue, message),
    });
  }

  now(): number {
    return Date.now() + this.ahead;
  }

  /** Sends a request by TLS to one of the names, as any client could. */
  async ask(host: string, path: string, { method = 'GET', headers = {}, body = '' } = {}): Promise<Answered> {
    const request = send({
      ...{ host: '127.0.0.1', port: this.port, servername: host, ca: this.#certificate.cert, path, method },
      headers: { host, ...headers },
    });
    request.end(body);
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    return { status: answer.statusCode ?? 0, headers: flat(answer.headers), body: await buffer(answer) };
  }

  /** Imitates CloudFormation after the creation of the table. */
  async seed(): Promise<void> {
    await this.functions.invoke(this.functions.named('seed'), {});
  }

  /** Runs one tick of the schedule and delivers visible messages of the queues. */
  async tick(): Promise<void> {
    for (const { props } of this.template.ofType('AWS::Events::Rule')) {
      const event = {
        ...{ version: '0', id: '0', 'detail-type': 'Scheduled Event', source: 'aws.events', account: ACCOUNT },
        ...{ time: new Date(this.now()).toISOString(), region: REGION, resources: [], detail: {} },
      };
      for (const { Arn } of props.Targets) await this.functions.invoke(Arn, event);
    }
    this.queues.poll();
  }

  async close(): Promise<void> {
    this.functions.close();
    await this.#stop();
  }

  async #may(role: Role, action: string, resource: string, keys?: readonly string[]): Promise<boolean> {
    this.onCall({ fn: role.fn, action, resource });
    const may = this.#allows(role.role, { action, resource, ...(keys && { keys }) });
    // Reports a missing file only if the role may list the bucket.
    if (!may && action !== 's3:ListBucket') this.denied.push(`${role.fn} ${action} ${resource} ${keys ?? ''}`);
    return may;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { host = '' } = request.headers;
    try {
      if (host === this.bucket.host) await this.bucket.answer(request, response);
      else if (host === this.distribution.host) give(response, await this.distribution.answer(await asked(request)));
      else if (host === this.api.host) give(response, await this.api.answer(await asked(request)));
      else give(response, await this.#service(host.split('.')[0] ?? '', await asked(request)));
    } catch (error) {
      this.log.push(`${request.method} ${host}${request.url}: ${error}`);
      response.destroy();
    }
  }

  /** A call of a function to a service of AWS with JSON inside. */
  async #service(service: string, { headers, body }: Asked): Promise<Answered> {
    const { authorization = '', 'x-amz-target': target = '' } = headers;
    const id = /Credential=([^/]+)\//.exec(authorization)?.[1] ?? '';
    const role = this.functions.holder(id);
    const action = target.split('.')[1] ?? '';
    const input = JSON.parse(body.toString());
    if (!role) return fault('UnrecognizedClientException');
    const keys = service === 'dynamodb' ? leadingKeys(input) : undefined;
    if (!(await this.#may(role, `${service}:${action}`, resourceOf(service, input), keys)))
      return fault('AccessDeniedException');
    if (service === 'dynamodb') return this.#dynamo(id, headers, body);
    if (service === 'secretsmanager') return this.#secret(action, input);
    if (service === 'sqs' && action === 'SendMessage') {
      const MD5OfMessageBody = createHash('md5').update(input.MessageBody).digest('hex');
      return json(200, {
        MessageId: this.queues.send(resourceOf(service, input), input.MessageBody),
        MD5OfMessageBody,
      });
    }
    throw new Error(`The rehearsal knows no ${service}:${action}`);
  }

  async #dynamo(id: string, headers: Asked['headers'], body: Buffer): Promise<Answered> {
    const { endpoint, credentials } = this.dynamo;
    const { host: _host, connection: _connection, 'content-length': _length, ...rest } = headers;
    const authorization = headers.authorization?.replace(id, credentials.accessKeyId) ?? '';
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: { ...rest, authorization },
      body: new Uint8Array(body),
    });
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: Buffer.from(await answer.arrayBuffer()),
    };
  }

  #secret(action: string, input: Json): Answered {
    try {
      return json(200, this.secrets.call(action, input));
    } catch (error) {
      return fault((error as Error).name);
    }
  }
}

function resourceOf(service: string, input: Json): string {
  const arn = (rest: string) => `arn:aws:${service}:${REGION}:${ACCOUNT}:${rest}`;
  if (service === 'sqs') return arn(input.QueueUrl.split('/').at(-1));
  if (service === 'secretsmanager') return input.SecretId;
  const table = input.TableName ?? Object.keys(input.RequestItems ?? {})[0];
  return arn(`table/${table}${input.IndexName ? `/index/${input.IndexName}` : ''}`);
}

async function asked(request: IncomingMessage): Promise<Asked> {
  const { method = 'GET', url: target = '/', headers, socket } = request;
  return { method, target, headers: flat(headers), address: socket.remoteAddress ?? '', body: await buffer(request) };
}

function flat(headers: IncomingMessage['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(',')]));
}

function give(response: ServerResponse, { status, headers, cookies, body }: Answered): void {
  const { 'content-length': _length, connection: _connection, 'transfer-encoding': _encoding, ...kept } = headers;
  response.writeHead(status, {
    ...kept,
    ...(cookies && { 'set-cookie': [...cookies] }),
    'content-length': body.length,
  });
  response.end(body);
}

function json(status: number, value: unknown): Answered {
  return {
    status,
    headers: { 'content-type': 'application/x-amz-json-1.1' },
    body: Buffer.from(JSON.stringify(value)),
  };
}

function fault(type: string): Answered {
  return json(400, { __type: type, message: type });
}
