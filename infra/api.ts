import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { type CfnStage, HttpApi, HttpMethod, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { ProductFunction } from './function.ts';
import type { Secrets } from './secrets.ts';
import type { Settings } from './settings.ts';
import type { Storage } from './storage.ts';

export interface ApiProps {
  readonly settings: Settings;
  readonly storage: Storage;
  readonly secrets: Secrets;
  readonly exportQueue: Queue;
}

/** Requests a second that are let through, and how many may come at once: of all, and of those that try passwords. */
const THROTTLE = { rateLimit: 100, burstLimit: 200 } as const;
const SIGN_IN_THROTTLE = { ThrottlingRateLimit: 10, ThrottlingBurstLimit: 20 } as const;

/** The API: one HTTP API, one function. It answers the distribution alone, which shows a secret. */
export class Api extends Construct {
  readonly api: HttpApi;
  readonly stage: HttpStage;
  readonly handler: ProductFunction;
  /** Its own host, which browsers never see. */
  readonly host: string;

  constructor(scope: Construct, id: string, { settings, storage, secrets, exportQueue }: ApiProps) {
    super(scope, id);
    const { table, files } = storage;
    this.handler = new ProductFunction(this, 'Handler', {
      settings,
      entry: 'api',
      description: 'Answers the API',
      timeout: Duration.seconds(29),
      memorySize: 1769,
      concurrency: 50,
      environment: {
        TABLE_NAME: table.tableName,
        BUCKET_NAME: files.bucketName,
        SIGNING_KEYS_SECRET: secrets.signingKeys.secretArn,
        ORIGIN_SECRET: secrets.origin.secretArn,
        EXPORT_QUEUE_URL: exportQueue.queueUrl,
      },
    });
    // It never scans, and deletes nothing: what people remove goes to the archive.
    storage.allow(this.handler, {
      items: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'],
      reads: ['uploads', 'rows', 'models', 'exports'],
      writes: ['uploads', 'rows', 'models'],
    });
    const { signingKeys, origin } = secrets;
    this.handler.allow(['secretsmanager:GetSecretValue'], [signingKeys.secretArn, origin.secretArn]);
    this.handler.allow(['sqs:SendMessage'], [exportQueue.queueArn]);

    this.api = new HttpApi(this, 'Http', { createDefaultStage: false, description: 'Fugitive emissions' });
    const integration = new HttpLambdaIntegration('Integration', this.handler.lambda);
    const routes = ['/api/token', '/api/token/{proxy+}', '/api/{proxy+}'];
    for (const path of routes) this.api.addRoutes({ path, methods: [HttpMethod.ANY], integration });
    const accessLog = new LogGroup(this, 'AccessLog', {
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: settings.disposable ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
    });
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
      'ANY /api/token': SIGN_IN_THROTTLE,
      'ANY /api/token/{proxy+}': SIGN_IN_THROTTLE,
    });
    this.host = `${this.api.apiId}.execute-api.${this.api.stack.region}.amazonaws.com`;
  }
}
