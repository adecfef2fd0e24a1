import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { matchRoute, type RouteMatch } from './api_routes.ts';
import type { Functions } from './functions.ts';
import { ACCOUNT, type Json, type Template } from './template.ts';

/** A request or an answer between the parts of the local stack; header names in lower case, one value each. */
export interface Exchange {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}
export interface Asked extends Exchange {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  /** Address of the client. */
  readonly address: string;
}
export interface Answered extends Exchange {
  readonly status: number;
  readonly cookies?: readonly string[];
}

/** Most bytes of a request to an HTTP API; of an event, and of a function's answer. */
const PAYLOAD_BYTES = 10 * 1024 * 1024;
const EVENT_BYTES = 6 * 1024 * 1024;

/** Content types whose bodies are passed as text; others are passed in base64. */
const TEXT = /^(text\/|application\/(json|javascript|xml)\b|application\/[\w.-]+\+(json|xml)\b)/;

/** The HTTP API of a template: its routes, its events (payload format 2.0) and its answers. */
export class HttpGateway {
  readonly host: string;
  /** Function by key of the route. */
  readonly #routes: ReadonlyMap<string, string>;
  readonly #functions: Functions;
  readonly #now: () => number;

  constructor(template: Template, functions: Functions, region: string, now: () => number) {
    const api = template.the('AWS::ApiGatewayV2::Api');
    const integrations = new Map(template.ofType('AWS::ApiGatewayV2::Integration').map(({ id, props }) => [id, props]));
    this.host = `${api.id.toLowerCase()}.execute-api.${region}.amazonaws.com`;
    this.#functions = functions;
    this.#now = now;
    this.#routes = new Map(
      template
        .ofType('AWS::ApiGatewayV2::Route')
        .map(({ props }) => [props.RouteKey, lambdaOf(integrations.get(props.Target.split('/')[1]))]),
    );
  }

  async answer(asked: Asked): Promise<Answered> {
    const [path = '', query = ''] = split(asked.target);
    const route = matchRoute([...this.#routes.keys()], asked.method, path);
    if (!route) return message(404, 'Not Found');
    const event = this.#eventOf(asked, route, path, query);
    if (asked.body.length > PAYLOAD_BYTES || Buffer.byteLength(JSON.stringify(event)) > EVENT_BYTES)
      return message(413, 'Request Entity Too Large');
    try {
      const value = await this.#functions.invoke(this.#routes.get(route.key) ?? '', event);
      if (Buffer.byteLength(JSON.stringify(value)) > EVENT_BYTES) return message(502, 'Internal Server Error');
      return answerOf(value as APIGatewayProxyStructuredResultV2);
    } catch {
      return message(500, 'Internal Server Error');
    }
  }

  /** Source: API Gateway Developer Guide, «Create AWS Lambda proxy integrations for HTTP APIs», payload format version 2.0. */
  #eventOf(
    { method, headers, body, address }: Asked,
    { key, rest: proxy }: RouteMatch,
    path: string,
    query: string,
  ): Json {
    const { cookie, ...others } = headers;
    const isText = TEXT.test(headers['content-type'] ?? '');
    const at = new Date(this.#now());
    const parameters = new Map<string, string>();
    for (const [name, value] of new URLSearchParams(query)) {
      const before = parameters.get(name);
      parameters.set(name, before === undefined ? value : `${before},${value}`);
    }
    return {
      version: '2.0',
      routeKey: key,
      rawPath: path,
      rawQueryString: query,
      ...(cookie !== undefined && { cookies: cookie.split('; ') }),
      headers: others,
      ...(query !== '' && { queryStringParameters: Object.fromEntries(parameters) }),
      requestContext: {
        accountId: ACCOUNT,
        apiId: this.host.split('.')[0],
        domainName: this.host,
        domainPrefix: this.host.split('.')[0],
        http: { method, path, protocol: 'HTTP/1.1', sourceIp: address, userAgent: headers['user-agent'] ?? '' },
        requestId: randomUUID(),
        routeKey: key,
        stage: '$default',
        time: at.toUTCString(),
        timeEpoch: at.getTime(),
      },
      ...(proxy !== undefined && { pathParameters: { proxy } }),
      ...(body.length > 0 && { body: body.toString(isText ? 'utf8' : 'base64') }),
      isBase64Encoded: body.length > 0 && !isText,
    };
  }
}

function lambdaOf({ PayloadFormatVersion, IntegrationType, IntegrationUri }: Json): string {
  if (PayloadFormatVersion !== '2.0' || IntegrationType !== 'AWS_PROXY')
    throw new Error(`The rehearsal knows no ${IntegrationType} ${PayloadFormatVersion}`);
  return IntegrationUri;
}

export function split(target: string): [path: string, query: string] {
  const at = target.indexOf('?');
  return at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)];
}

function answerOf(value: APIGatewayProxyStructuredResultV2): Answered {
  const { statusCode, headers = {}, body = '', isBase64Encoded, cookies } = value;
  if (!statusCode) return message(500, 'Internal Server Error');
  const named = Object.entries(headers).map(([name, text]) => [name.toLowerCase(), String(text)]);
  return {
    status: statusCode,
    headers: Object.fromEntries(named),
    body: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'),
    ...(cookies && { cookies }),
  };
}

function message(status: number, text: string): Answered {
  const headers = { 'content-type': 'application/json' };
  return { status, headers, body: Buffer.from(JSON.stringify({ message: text })) };
}
