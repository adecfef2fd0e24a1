import { readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { type Answered, type Asked, type HttpGateway, split } from './http_api.ts';
import type { Json, Template } from './template.ts';
import { wildcard } from './wildcard.ts';

/** Address of the distribution's servers, as the API sees it. */
const EDGE_ADDRESS = '130.176.0.1';

const TYPES: Readonly<Record<string, string>> = {
  ...{ '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' },
  ...{
    '.wasm': 'application/wasm',
    '.svg': 'image/svg+xml',
    '.woff2': 'font/woff2',
    '.webmanifest': 'application/json',
  },
  ...{ '.png': 'image/png', '.jpg': 'image/jpeg', '.webp': 'image/webp', '.mp4': 'video/mp4', '.vtt': 'text/vtt' },
};

type Origin = (asked: Asked) => Answered | Promise<Answered>;

/** Result of a viewer function: the request, or an answer. */
type Viewed =
  | { readonly uri: string; readonly headers: Json }
  | { readonly statusCode: number; readonly headers: Json };

interface Behavior {
  readonly pattern: RegExp;
  readonly methods: readonly string[];
  readonly viewer: (event: Json) => Viewed;
  readonly headers: Readonly<Record<string, string>>;
  readonly origin: Origin;
}

/** The CloudFront distribution of a template, without its cache. */
export class Distribution {
  readonly host: string;
  readonly #behaviors: readonly Behavior[];
  readonly #root: string;

  constructor(template: Template, api: HttpGateway, secretText: (arn: string) => string) {
    const { id, props } = template.the('AWS::CloudFront::Distribution');
    const { CacheBehaviors = [], DefaultCacheBehavior, DefaultRootObject, Origins } = props.DistributionConfig;
    this.host = `${id.toLowerCase()}.cloudfront.net`;
    this.#root = DefaultRootObject;
    const origins = new Map<string, Origin>(
      Origins.map((origin: Json) => [
        origin.Id,
        origin.S3OriginConfig ? published(template, origin.DomainName) : forwarded(api, origin, secretText),
      ]),
    );
    this.#behaviors = [...CacheBehaviors, { ...DefaultCacheBehavior, PathPattern: '*' }].map((behavior: Json) => ({
      pattern: wildcard(behavior.PathPattern),
      methods: behavior.AllowedMethods ?? ['GET', 'HEAD'],
      viewer: viewerOf(template, behavior.FunctionAssociations ?? []),
      headers: headersOf(template, behavior.ResponseHeadersPolicyId),
      origin: origins.get(behavior.TargetOriginId) ?? (() => empty(502)),
    }));
  }

  async answer(asked: Asked): Promise<Answered> {
    const [path, query] = split(asked.target);
    const behavior = this.#behaviors.find(({ pattern }) => pattern.test(path));
    if (!behavior?.methods.includes(asked.method)) return empty(403);
    const viewed = behavior.viewer({
      version: '1.0',
      context: { eventType: 'viewer-request' },
      viewer: { ip: asked.address },
      request: { method: asked.method, uri: path, querystring: {}, cookies: {}, headers: valued(asked.headers) },
    });
    const answered =
      'statusCode' in viewed
        ? { ...empty(viewed.statusCode), headers: plain(viewed.headers) }
        : await behavior.origin({
            ...asked,
            target: (viewed.uri === '/' ? `/${this.#root}` : viewed.uri) + (query && `?${query}`),
            headers: plain(viewed.headers),
          });
    return { ...answered, headers: { ...answered.headers, ...behavior.headers } };
  }
}

/** Files of the deployments to the bucket of `host`, with their metadata. */
function published(template: Template, host: string): Origin {
  const deployments = template
    .ofType('Custom::CDKBucketDeployment')
    .filter(({ props }) => host.startsWith(`${props.DestinationBucketName}.`));
  return ({ target }) => {
    const path = decodeURIComponent(split(target)[0]);
    for (const { props } of deployments) {
      for (const key of props.SourceObjectKeys) {
        const file = join(template.asset(key), path);
        if (!statSync(file, { throwIfNoEntry: false })?.isFile()) continue;
        const headers = { 'content-type': TYPES[extname(file)] ?? 'binary/octet-stream', ...props.SystemMetadata };
        return { status: 200, headers, body: readFileSync(file) };
      }
    }
    return empty(404);
  };
}

/** Forwards a request to the API as a distribution does: the viewer's headers except Host, then its own. */
function forwarded(
  api: HttpGateway,
  { DomainName, OriginCustomHeaders = [] }: Json,
  secretText: (arn: string) => string,
): Origin {
  if (DomainName !== api.host) throw new Error(`The rehearsal knows no ${DomainName}`);
  const own = Object.fromEntries(
    OriginCustomHeaders.map(({ HeaderName, HeaderValue }: Json) => [
      HeaderName,
      HeaderValue.replace(/\{\{resolve:secretsmanager:(.+?):SecretString:::\}\}/g, (_: string, arn: string) =>
        secretText(arn),
      ),
    ]),
  );
  return (asked) => {
    const { 'x-forwarded-for': before, ...headers } = asked.headers;
    const seen = before === undefined ? asked.address : `${before}, ${asked.address}`;
    const all = { ...headers, host: DomainName, 'x-forwarded-for': seen, ...own };
    return api.answer({ ...asked, headers: all, address: EDGE_ADDRESS });
  };
}

function viewerOf(template: Template, associations: readonly Json[]): Behavior['viewer'] {
  const [association] = associations;
  if (!association) return ({ request }) => request;
  const name = association.FunctionARN.split(':').at(-1).split('/')[0];
  const code = template.ofType('AWS::CloudFront::Function').find(({ id }) => id === name)?.props.FunctionCode;
  const context = createContext({});
  runInContext(code, context);
  return (event) => {
    // Input and output are JSON: the function runs in another realm without access to this one.
    return JSON.parse(runInContext(`JSON.stringify(handler(${JSON.stringify(event)}))`, context));
  };
}

function headersOf(template: Template, id: string): Record<string, string> {
  const policy = template.ofType('AWS::CloudFront::ResponseHeadersPolicy').find((found) => found.id === id)?.props;
  const { SecurityHeadersConfig: security, CustomHeadersConfig: custom } = policy.ResponseHeadersPolicyConfig;
  const { AccessControlMaxAgeSec, IncludeSubdomains } = security.StrictTransportSecurity;
  return {
    'content-security-policy': security.ContentSecurityPolicy.ContentSecurityPolicy,
    'x-content-type-options': 'nosniff',
    'x-frame-options': security.FrameOptions.FrameOption,
    'referrer-policy': security.ReferrerPolicy.ReferrerPolicy,
    'strict-transport-security': `max-age=${AccessControlMaxAgeSec}${IncludeSubdomains ? '; includeSubDomains' : ''}`,
    ...Object.fromEntries(custom.Items.map(({ Header, Value }: Json) => [Header.toLowerCase(), Value])),
  };
}

function valued(headers: Asked['headers']): Json {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { value }]));
}

function plain(headers: Json): Record<string, string> {
  return Object.fromEntries(Object.entries<Json>(headers).map(([name, { value }]) => [name, value]));
}

function empty(status: number): Answered {
  return { status, headers: {}, body: Buffer.alloc(0) };
}
