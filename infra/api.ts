import { Duration } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { type CfnStage, HttpApi, HttpMethod, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { TABLE_TYPES } from '#core/calculations/index.ts';
import { EXPORT_FORMAT_NAMES } from '#core/contract/export.ts';
import { API, paths } from '#core/contract/paths.ts';
import { ProductFunction, type ProductFunctionProps } from './function.ts';
import { FunctionLog } from './log.ts';
import type { Secrets } from './secrets.ts';
import type { StackSettings } from './settings.ts';
import { READS, type Storage, type Uses } from './storage.ts';

export interface ApiProps {
  readonly settings: StackSettings;
  readonly storage: Storage;
  readonly secrets: Secrets;
  readonly exportQueue: Queue;
}

/**
 * Rate limits: requests a second and the burst. The web ACL limits a single address, so these
 * limits are far higher: they protect the backend from many addresses. Each sign-in costs a
 * password hash. Sessions are renewed every ten minutes through a separate route, so that password
 * guessing does not block renewals.
 */
const THROTTLE = { rateLimit: 1000, burstLimit: 2000 } as const;
const SIGN_IN_THROTTLE = { ThrottlingRateLimit: 30, ThrottlingBurstLimit: 60 } as const;
const REFRESH_THROTTLE = { ThrottlingRateLimit: 200, ThrottlingBurstLimit: 400 } as const;

/** `POST /api/token/` as a route, which ends in no slash; the client's slash is an empty rest. */
const SIGN_IN = routesOf('POST', paths.token);
const REFRESH = routesOf('POST', paths.refresh);
const REVOKE = routesOf('POST', paths.revoke);

/**
 * Calls that read files, compute tables or build exports take seconds, so they have a separate
 * concurrency.
 */
const HEAVY = [
  ...TABLE_TYPES.map(paths.calculations).flatMap((path) => [...routesOf('POST', path), ...routesOf('PATCH', path)]),
  ...EXPORT_FORMAT_NAMES.flatMap((format) => routesOf('GET', paths.export('{project}', format))),
  ...routesOf('POST', paths.models),
  ...(['GET', 'POST'] as const).flatMap((method) => routesOf(method, paths.workbook('{project}'))),
];

/**
 * The API: one HTTP API and two functions of one bundle, so that calls with tables never use the
 * concurrency of other calls. They accept only requests of the distribution, which sends a secret.
 */
export class Api extends Construct {
  readonly api: HttpApi;
  readonly stage: HttpStage;
  readonly handler: ProductFunction;
  /** Like `handler`, for heavy calls. */
  readonly tables: ProductFunction;
  /** Its own host, which browsers never see. */
  readonly host: string;

  constructor(scope: Construct, id: string, props: ApiProps) {
    super(scope, id);
    const { settings } = props;
    this.handler = this.function('Handler', props, {
      description: 'Answers the API',
      concurrency: 50,
      items: [
        { calls: READS, partitions: ['company', 'revisions', 'audit', 'signInNames', 'attempts', 'dictionaries'] },
        { calls: ['PutItem'], partitions: ['company', 'revisions', 'audit', 'signInNames', 'attempts'] },
        { calls: ['UpdateItem'], partitions: ['company', 'attempts'] },
      ],
    });
    this.tables = this.function('Tables', props, {
      description: 'Answers calls with tables',
      concurrency: 30,
      // It parses uploads, so it has no access to sign-in names and attempts.
      items: [
        { calls: READS, partitions: ['company', 'revisions', 'dictionaries'] },
        { calls: ['PutItem'], partitions: ['company', 'revisions', 'audit', 'jobs'] },
        { calls: ['UpdateItem'], partitions: ['company'] },
      ],
    });

    this.api = new HttpApi(this, 'Http', { createDefaultStage: false, description: 'Fugitive emissions' });
    const light = new HttpLambdaIntegration('Integration', this.handler.lambda);
    const heavy = new HttpLambdaIntegration('TablesIntegration', this.tables.lambda);
    this.route(light, [...SIGN_IN, ...REFRESH, ...REVOKE, { method: HttpMethod.ANY, path: `${API}/{proxy+}` }]);
    this.route(heavy, HEAVY);
    const accessLog = new FunctionLog(this, 'AccessLog', settings);
    this.stage = new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      throttle: THROTTLE,
      detailedMetricsEnabled: true,
      accessLogSettings: {
        destination: new LogGroupLogDestination(accessLog),
        format: AccessLogFormat.custom(
          JSON.stringify({
            request_id: '$context.requestId',
            at: '$context.requestTime',
            route: '$context.routeKey',
            status: '$context.status',
            ms: '$context.responseLatency',
            bytes: '$context.responseLength',
            error: '$context.integrationErrorMessage',
          }),
        ),
      },
    });
    (this.stage.node.defaultChild as CfnStage).addPropertyOverride('RouteSettings', {
      ...Object.fromEntries(SIGN_IN.map((route) => [keyOf(route), SIGN_IN_THROTTLE])),
      ...Object.fromEntries(REFRESH.map((route) => [keyOf(route), REFRESH_THROTTLE])),
    });
    this.host = `${this.api.apiId}.execute-api.${this.api.stack.region}.amazonaws.com`;
  }

  private function(
    id: string,
    { settings, storage, secrets, exportQueue }: ApiProps,
    { items, ...own }: Pick<ProductFunctionProps, 'description' | 'concurrency'> & Required<Pick<Uses, 'items'>>,
  ): ProductFunction {
    const { table, files } = storage;
    const { signingKeys, hashKey } = secrets;
    const origins = secrets.origins.map(({ secretArn }) => secretArn);
    const fn = new ProductFunction(this, id, {
      ...own,
      settings,
      entry: 'api',
      timeout: Duration.seconds(29),
      memorySize: 1769,
      environment: {
        TABLE_NAME: table.tableName,
        BUCKET_NAME: files.bucketName,
        SIGNING_KEYS_SECRET: signingKeys.secretArn,
        HASH_KEY_SECRET: hashKey.secretArn,
        ORIGIN_SECRETS: origins.join(','),
        EXPORT_QUEUE_URL: exportQueue.queueUrl,
      },
    });
    // It never scans and deletes nothing: removed objects are archived.
    storage.allow(fn, {
      items,
      reads: ['uploads', 'rows', 'models', 'exports'],
      writes: ['uploads', 'rows', 'models'],
    });
    fn.allow(['secretsmanager:GetSecretValue'], [signingKeys.secretArn, hashKey.secretArn, ...origins]);
    fn.allow(['sqs:SendMessage'], [exportQueue.queueArn]);
    return fn;
  }

  private route(integration: HttpLambdaIntegration, routes: readonly ApiRoute[]): void {
    for (const { method, path } of routes) this.api.addRoutes({ path, methods: [method], integration });
  }
}

interface ApiRoute {
  readonly method: HttpMethod;
  readonly path: string;
}

/**
 * Routes of a path of the API and of all below it: a route may not end in a slash, and a greedy
 * rest may be empty.
 */
function routesOf(method: keyof typeof HttpMethod, path: string): readonly ApiRoute[] {
  const bare = path.replace(/\/$/, '');
  return [bare, `${bare}/{proxy+}`].map((own) => ({ method: HttpMethod[method], path: own }));
}

function keyOf({ method, path }: ApiRoute): string {
  return `${method} ${path}`;
}
