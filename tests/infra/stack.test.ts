import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { App } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { uploadTicketSchema } from '#core/contract/job.ts';
import { API, paths } from '#core/contract/paths.ts';
import { ROUTES } from '#functions/http/routes/index.ts';
import { LEASE_MS, MAX_CLAIMS, RUN_MS } from '#functions/jobs/times.ts';
import { ORIGIN_HEADER, VIEWER_HEADER } from '#functions/lambda/edge.ts';
import { HEADERS } from '#functions/server/security_headers.ts';
import { EXPORTS, TABLE_DEFINITION, UPLOADS } from '#functions/store/layout.ts';
import { readStackSettings } from '#infra/settings.ts';
import { EmissionsStack } from '#infra/stack.ts';
import { matchRoute } from '../support/local_aws/api_routes.ts';
import { PRODUCTION } from './production.ts';

// Every stack takes fingerprints of all its assets: seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

// Each test is a line of what operations may rely on: a fact of the template that CloudFormation gets.

// biome-ignore lint/suspicious/noExplicitAny: parts of a template have every shape
type Part = any;

let template: Template;

/** The stack with settings; those of production unless told otherwise. */
function templateOf(context: Readonly<Record<string, string>> = {}): Template {
  const app = new App({ context: { ...PRODUCTION, ...context } });
  return Template.fromStack(new EmissionsStack(app, 'Test', { settings: readStackSettings(app.node) }));
}

function resources(type: string): readonly Part[] {
  return Object.values(template.findResources(type));
}

function named(type: string, id: RegExp): Part {
  const found = Object.entries(template.findResources(type)).find(([name]) => id.test(name));
  if (!found) throw new Error(`No ${type} ${id}`);
  return found[1];
}

/** The functions of the product, by entry: not those that CDK brings for deployments. */
function functions(): readonly Part[] {
  return resources('AWS::Lambda::Function').filter(({ Properties }) => /^functions\//.test(Properties.Handler));
}

/** Statements about the role of a function: those that allow, or those that deny. */
function statementsOf(id: RegExp, effect: 'Allow' | 'Deny' = 'Allow'): readonly Part[] {
  const policies = Object.entries(template.findResources('AWS::IAM::Policy')).filter(([name]) => id.test(name));
  if (policies.length === 0) throw new Error(`No policy ${id}`);
  return policies
    .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement)
    .filter(({ Effect }) => Effect === effect);
}

/** What a function may do, as `action resource`. */
function rightsOf(id: RegExp): string[] {
  return statementsOf(id).flatMap(({ Action, Resource }: Part) =>
    [Action].flat().flatMap((action) => [Resource].flat().map((resource) => `${action} ${JSON.stringify(resource)}`)),
  );
}

/** Partitions of the table that a function may send each call to. */
function partitionsOf(id: RegExp): Record<string, string[]> {
  const calls: Record<string, string[]> = {};
  for (const { Action, Condition } of statementsOf(id)) {
    for (const action of [Action].flat().filter((one) => one.startsWith('dynamodb:'))) {
      expect(Condition.Null).toEqual({ 'dynamodb:LeadingKeys': 'false' });
      const keys = [Condition['ForAllValues:StringLike']['dynamodb:LeadingKeys']].flat();
      const call = action.slice('dynamodb:'.length);
      calls[call] = [...new Set([...(calls[call] ?? []), ...keys])].sort();
    }
  }
  return calls;
}

/** All code of a root, as one text. */
function sourcesOf(root: string): string {
  const folder = fileURLToPath(new URL(`../../${root}/`, import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  return files.map((name) => readFileSync(`${folder}${name}`, 'utf8')).join('\n');
}

beforeAll(() => {
  template = templateOf();
});

describe('the table', () => {
  const table = () => resources('AWS::DynamoDB::GlobalTable')[0];

  it('has the keys and the index of the code', () => {
    const { BillingMode, ...keys } = TABLE_DEFINITION;
    expect(table().Properties).toMatchObject({ BillingMode, KeySchema: keys.KeySchema });
    expect(table().Properties.AttributeDefinitions).toEqual(keys.AttributeDefinitions);
    expect(table().Properties.LocalSecondaryIndexes).toEqual(keys.LocalSecondaryIndexes);
  });

  it('is retained after the removal of the stack and can be restored to any time of 35 days', () => {
    expect(table()).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    expect(table().Properties.Replicas).toMatchObject([
      {
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 },
      },
    ]);
  });

  it('removes expired items', () => {
    expect(table().Properties.TimeToLiveSpecification).toEqual({ AttributeName: 'expires_at', Enabled: true });
  });

  it('has a limit of requests, so that a runaway client cannot cause unlimited cost', () => {
    expect(table().Properties.WriteOnDemandThroughputSettings).toMatchObject({ MaxWriteRequestUnits: 2000 });
    expect(table().Properties.Replicas[0].ReadOnDemandThroughputSettings).toMatchObject({ MaxReadRequestUnits: 4000 });
  });

  it('gets the dictionaries of the release at every deployment', () => {
    expect(resources('Custom::Trigger')).toHaveLength(1);
  });
});

describe('the buckets', () => {
  const files = () => named('AWS::S3::Bucket', /^StorageFiles/);

  it('are private and encrypted', () => {
    for (const { Properties } of resources('AWS::S3::Bucket')) {
      expect(Properties.PublicAccessBlockConfiguration).toEqual({
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      });
      expect(Properties.BucketEncryption.ServerSideEncryptionConfiguration).toEqual([
        { ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } },
      ]);
    }
  });

  it('have no ACLs, except that of the CloudFront logs', () => {
    const owners = resources('AWS::S3::Bucket').map(({ Properties }) => Properties.OwnershipControls.Rules[0]);
    expect(owners.map(({ ObjectOwnership }) => ObjectOwnership).sort()).toEqual([
      'BucketOwnerEnforced',
      'BucketOwnerEnforced',
      'BucketOwnerPreferred',
    ]);
  });

  it('require TLS 1.2 or newer', () => {
    const policies = resources('AWS::S3::BucketPolicy');
    expect(policies).toHaveLength(resources('AWS::S3::Bucket').length);
    for (const { Properties } of policies) {
      expect(Properties.PolicyDocument.Statement).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
          expect.objectContaining({ Effect: 'Deny', Condition: { NumericLessThan: { 's3:TlsVersion': 1.2 } } }),
        ]),
      );
    }
  });

  it('are retained after the removal of the stack', () => {
    for (const bucket of resources('AWS::S3::Bucket')) {
      expect(bucket).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    }
  });

  it('keep removed files longer than the table can be restored, uploads and exports for a day', () => {
    expect(files().Properties.VersioningConfiguration).toEqual({ Status: 'Enabled' });
    const oneDay = { ExpirationInDays: 1, NoncurrentVersionExpiration: { NoncurrentDays: 1 }, Status: 'Enabled' };
    expect(files().Properties.LifecycleConfiguration.Rules).toEqual([
      { Prefix: UPLOADS, ...oneDay },
      { Prefix: EXPORTS, ...oneDay },
      {
        NoncurrentVersionExpiration: { NoncurrentDays: 36 },
        AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
        Status: 'Enabled',
      },
    ]);
  });

  it('expire only files that can be built again', () => {
    const removing = files().Properties.LifecycleConfiguration.Rules.filter(
      (rule: object) => 'ExpirationInDays' in rule,
    );
    expect(removing.map(({ Prefix }: { Prefix?: string }) => Prefix)).toEqual([UPLOADS, EXPORTS]);
  });

  it('log accesses', () => {
    const written = resources('AWS::S3::Bucket').filter(({ Properties }) => Properties.LoggingConfiguration);
    expect(written).toHaveLength(2);
  });

  it('accept forms only from pages of the product', () => {
    const [rule, ...others] = files().Properties.CorsConfiguration.CorsRules;
    expect(others).toEqual([]);
    expect(rule.AllowedMethods).toEqual(['GET', 'POST']);
    expect(rule.AllowedOrigins).toEqual(['https://emissions.example.ru']);
  });
});

describe('the functions', () => {
  it('run on Node 24 and ARM with limits of time, memory and concurrency', () => {
    expect(
      functions()
        .map(({ Properties }) => Properties.Handler)
        .sort(),
    ).toEqual([
      'functions/api.handler',
      'functions/api.handler',
      'functions/rotate_keys.handler',
      'functions/seed.handler',
      'functions/sweeper.handler',
      'functions/worker.handler',
      'functions/worker.handler',
    ]);
    for (const { Properties } of functions()) {
      expect(Properties).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'] });
      expect(Properties.Timeout).toBeGreaterThan(3);
      expect(Properties.MemorySize).toBeGreaterThan(128);
      expect(Properties.ReservedConcurrentExecutions).toBeGreaterThan(0);
    }
  });

  it('leave a concurrency of one hundred to the account', () => {
    const reserved = functions().map(({ Properties }) => Properties.ReservedConcurrentExecutions);
    expect(reserved.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(1000 - 100);
  });

  it('reserve no concurrency in a new account', () => {
    const text = JSON.stringify(templateOf({ reserveConcurrency: 'false' }).toJSON());
    expect(text).not.toContain('ReservedConcurrentExecutions');
  });

  it('are traced', () => {
    for (const { Properties } of functions()) expect(Properties.TracingConfig).toEqual({ Mode: 'Active' });
  });

  it('write logs with a retention of 90 days that remain after the stack, CDK’s included', () => {
    const all = resources('AWS::Lambda::Function');
    expect(all.length).toBeGreaterThan(functions().length);
    for (const { Properties } of all) {
      const { Ref: id } = Properties.LoggingConfig.LogGroup;
      expect(template.toJSON().Resources[id]).toMatchObject({
        Type: 'AWS::Logs::LogGroup',
        DeletionPolicy: 'Retain',
        Properties: { RetentionInDays: 90 },
      });
    }
    // No other log is kept longer or shorter, the access logs of buckets and site included.
    for (const { Properties } of resources('AWS::Logs::LogGroup')) expect(Properties.RetentionInDays).toBe(90);
    const logs = named('AWS::S3::Bucket', /^StorageLogs/).Properties.LifecycleConfiguration.Rules;
    expect(logs).toEqual([{ ExpirationInDays: 90, Status: 'Enabled' }]);
  });

  it('have separate roles without AWS managed policies', () => {
    const roles = functions().map(({ Properties }) => Properties.Role['Fn::GetAtt'][0]);
    expect(new Set(roles).size).toBe(functions().length);
    for (const id of roles) expect(template.toJSON().Resources[id].Properties.ManagedPolicyArns).toBeUndefined();
  });

  it('have no secret in their variables', () => {
    for (const { Properties } of functions()) {
      expect(JSON.stringify(Properties.Environment)).not.toMatch(/resolve:secretsmanager/);
    }
  });

  it('have no wildcard actions, and wildcard resources only where a right has no resource', () => {
    for (const { Properties } of resources('AWS::IAM::Policy')) {
      for (const { Action, Resource } of Properties.PolicyDocument.Statement) {
        const actions: string[] = [Action].flat();
        expect(actions).not.toContain('*');
        if ([Resource].flat().includes('*')) {
          expect(actions.filter((action) => !/^(xray:|cloudfront:)/.test(action))).toEqual([]);
        }
      }
    }
  });
});

describe('the rights of', () => {
  it.each([/^ApiHandler/, /^ApiTables/])(
    'the API: it neither scans the table nor deletes, and reads two secrets: %s',
    (role) => {
      const rights = rightsOf(role).map((right) => right.split(' ')[0]);
      expect([...new Set(rights)].sort()).toEqual([
        'dynamodb:BatchGetItem',
        'dynamodb:GetItem',
        'dynamodb:PutItem',
        'dynamodb:Query',
        'dynamodb:UpdateItem',
        'logs:CreateLogStream',
        'logs:PutLogEvents',
        's3:GetObject',
        's3:ListBucket',
        's3:PutObject',
        'secretsmanager:GetSecretValue',
        'sqs:SendMessage',
        'xray:PutTelemetryRecords',
        'xray:PutTraceSegments',
      ]);
    },
  );

  it('the worker of uploads: it writes rows, and removes files as they came', () => {
    const rights = rightsOf(/^EventsUploadsWorker/);
    const folders = (action: string) =>
      rights.filter((right) => right.startsWith(`${action} `)).map((right) => /\/(\w+)\/\*/.exec(right)?.[1]);
    expect(folders('s3:PutObject')).toEqual(['rows']);
    expect(folders('s3:DeleteObject').sort()).toEqual(['rows', 'uploads']);
    expect(rights.join()).not.toMatch(/secretsmanager|sqs:SendMessage/);
  });

  it('the worker of exports: it writes exports and puts their state, and removes nothing', () => {
    const rights = rightsOf(/^EventsExportsWorker/);
    const changes = rights.filter((right) => /^s3:(Put|Delete)Object/.test(right));
    expect(changes).toEqual([expect.stringMatching(/^s3:PutObject .*\/exports\/\*/)]);
    expect(rights.join()).not.toMatch(/dynamodb:(UpdateItem|DeleteItem)|secretsmanager/);
  });

  it('the sweeper: it sends to the queue of uploads, and computes nothing', () => {
    const rights = rightsOf(/^EventsSweeper/).join();
    expect(rights).toMatch(/sqs:SendMessage [^ ]*EventsUploadsQueue/);
    expect(rights).not.toMatch(/s3:PutObject|secretsmanager/);
  });

  it.each([
    ['EventsUploadsWorker', { Get: 'C#* DICTIONARY R#*', Put: 'C#* R#*', Update: 'C#*', Delete: 'JOBS' }],
    ['EventsExportsWorker', { Get: 'C#* DICTIONARY', Put: 'C#*' }],
    ['EventsSweeper', { Get: 'C#* JOBS R#* SWEEPER', Put: 'SWEEPER', Update: 'C#*', Delete: 'JOBS' }],
    ['StorageSeed', { Put: 'DICTIONARY' }],
    ['ApiTables', { Get: 'C#* DICTIONARY R#*', Put: 'A#* C#* JOBS R#*', Update: 'C#*' }],
    ['ApiHandler', { Get: 'A#* C#* DICTIONARY E#* R#* T#*', Put: 'A#* C#* E#* R#* T#*', Update: 'C#* T#*' }],
  ])('%s: it reaches the partitions of the table that it works with, and no other', (fn, expected) => {
    const { Query: _asGet, BatchGetItem: _too, ...calls } = partitionsOf(new RegExp(`^${fn}`));
    const shown = Object.entries(calls).map(([call, keys]) => [call.replace('Item', ''), keys.join(' ')]);
    expect(Object.fromEntries(shown)).toEqual(expected);
    for (const reading of [_asGet, _too].filter((keys) => keys !== undefined))
      expect(reading.join(' ')).toBe((expected as { Get?: string }).Get);
  });

  it('every function: it can neither change nor remove what is in an audit list, whatever else it is allowed', () => {
    for (const fn of [
      'ApiHandler',
      'ApiTables',
      'EventsUploadsWorker',
      'EventsExportsWorker',
      'EventsSweeper',
      'StorageSeed',
    ]) {
      const [denial, ...others] = statementsOf(new RegExp(`^${fn}`), 'Deny');
      expect(others).toEqual([]);
      expect(denial.Action).toEqual(expect.arrayContaining(['dynamodb:UpdateItem', 'dynamodb:DeleteItem']));
      // A call that names the list among other partitions is denied, too.
      expect(denial.Condition).toEqual({ 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': ['A#*'] } });
    }
  });
});

describe('the queues', () => {
  const lines = () => resources('AWS::SQS::Queue').filter(({ Properties }) => Properties.RedrivePolicy);

  it('are encrypted and require TLS', () => {
    const queues = resources('AWS::SQS::Queue');
    expect(queues).toHaveLength(4);
    for (const { Properties } of queues) expect(Properties.SqsManagedSseEnabled).toBe(true);
    const denied = resources('AWS::SQS::QueuePolicy').filter((policy) =>
      JSON.stringify(policy).includes('"aws:SecureTransport":"false"'),
    );
    expect(denied).toHaveLength(4);
  });

  it('keep failed messages in the dead-letter queue for 14 days after as many attempts as a job has claims', () => {
    expect(lines()).toHaveLength(2);
    for (const { Properties } of lines()) {
      expect(Properties.RedrivePolicy.maxReceiveCount).toBe(MAX_CLAIMS);
      const [aside] = Properties.RedrivePolicy.deadLetterTargetArn['Fn::GetAtt'];
      expect(template.toJSON().Resources[aside].Properties.MessageRetentionPeriod).toBe(14 * 24 * 3600);
    }
  });

  it('hide a message for six times the time-out of its worker, which is shorter than the limit of a job', () => {
    const workers = functions().filter(({ Properties }) => Properties.Handler === 'functions/worker.handler');
    for (const worker of workers) {
      for (const { Properties } of lines()) {
        expect(Properties.VisibilityTimeout).toBeGreaterThanOrEqual(6 * worker.Properties.Timeout);
      }
      expect(worker.Properties.Timeout * 1000).toBeLessThanOrEqual(RUN_MS);
      expect(worker.Properties.Timeout * 1000).toBeGreaterThan(LEASE_MS);
    }
  });

  it('deliver one message at a time, redeliver failed ones, and run at most the reserved workers', () => {
    const mappings = resources('AWS::Lambda::EventSourceMapping');
    expect(mappings).toHaveLength(2);
    for (const { Properties } of mappings) {
      expect(Properties).toMatchObject({ BatchSize: 1, FunctionResponseTypes: ['ReportBatchItemFailures'] });
      const worker = template.toJSON().Resources[Properties.FunctionName.Ref];
      expect(Properties.ScalingConfig.MaximumConcurrency).toBeLessThanOrEqual(
        worker.Properties.ReservedConcurrentExecutions,
      );
    }
  });

  it('receive events of uploads only, not of files that workers write', () => {
    const { QueueConfigurations } = named('AWS::S3::Bucket', /^StorageFiles/).Properties.NotificationConfiguration;
    expect(QueueConfigurations).toHaveLength(1);
    expect(QueueConfigurations[0].Filter.S3Key.Rules).toEqual([{ Name: 'prefix', Value: UPLOADS }]);
  });

  it('accept events only of this account’s bucket and exist before it', () => {
    const policy = resources('AWS::SQS::QueuePolicy').find((one) => JSON.stringify(one).includes('s3.amazonaws.com'));
    const statement = policy?.Properties.PolicyDocument.Statement.find(({ Principal }: Part) => Principal.Service);
    expect(statement.Condition.StringEquals).toEqual({ 'aws:SourceAccount': { Ref: 'AWS::AccountId' } });
    expect(JSON.stringify(statement.Condition.ArnEquals)).toContain('fugitive-emissions-prod-');
    const before: string[] = named('AWS::S3::Bucket', /^StorageFiles/).DependsOn;
    expect(before.some((id) => /UploadsQueuePolicy/.test(id))).toBe(true);
  });

  it('are swept every minute', () => {
    template.hasResourceProperties('AWS::Events::Rule', { ScheduleExpression: 'rate(1 minute)' });
  });
});

describe('the API', () => {
  const keys = () => resources('AWS::ApiGatewayV2::Route').map(({ Properties }) => Properties.RouteKey as string);

  /** Requests a second that the stage lets through to an address, before they wait at other routes. */
  function rateOf(method: string, path: string): number {
    const { DefaultRouteSettings, RouteSettings } = resources('AWS::ApiGatewayV2::Stage')[0].Properties;
    const { key = '' } = matchRoute(keys(), method, path) ?? {};
    return (RouteSettings[key] ?? DefaultRouteSettings).ThrottlingRateLimit;
  }

  /** Construct of the function that answers an address. */
  function functionOf(method: string, path: string): string {
    const { key = '' } = matchRoute(keys(), method, path) ?? {};
    const route = resources('AWS::ApiGatewayV2::Route').find(({ Properties }) => Properties.RouteKey === key);
    const integration = template.toJSON().Resources[route?.Properties.Target['Fn::Join'][1][1].Ref];
    return (
      /^Api(Handler|Tables)/.exec(
        JSON.stringify(integration.Properties.IntegrationUri['Fn::GetAtt'][0]).slice(1),
      )?.[1] ?? ''
    );
  }

  it.each([paths.token, '/api/token'])('limits sign-ins more than other calls: POST %s', (path) => {
    expect(rateOf('POST', path)).toBe(30);
  });

  it.each([paths.refresh, '/api/token/refresh', paths.revoke])(
    'does not count a renewal or a sign-out as a sign-in: POST %s',
    (path) => {
      expect(rateOf('POST', path)).toBeGreaterThanOrEqual(200);
      expect(matchRoute(keys(), 'POST', path)?.key).not.toBe(matchRoute(keys(), 'POST', paths.token)?.key);
    },
  );

  it('has a limit for other calls far above that of the web ACL for one address', () => {
    expect(rateOf('GET', paths.projects)).toBe(1000);
    expect(rateOf('GET', '/api/')).toBe(1000);
  });

  it('has a separate concurrency for calls with tables, models and exports', () => {
    const filled = ROUTES.map(({ method, path, ...route }) => ({
      ...route,
      method,
      path: `${API}${path.replace(/\{\w+\}/g, '0190-7')}/`,
    }));
    const heavy = filled.filter(({ bodyLimit, answer, path }) => {
      const isExport = /\/export_to_\w+\/$/.test(path);
      return (bodyLimit ?? 0) > 1_000_000 || isExport || answer.schema === uploadTicketSchema;
    });
    expect(heavy.length).toBeGreaterThan(10);
    for (const { method, path } of heavy) expect([path, functionOf(method, path)]).toEqual([path, 'Tables']);
    for (const [method, path] of [
      ['POST', paths.token],
      ['POST', paths.refresh],
      ['GET', paths.projects],
      ['POST', paths.createProject],
      ['GET', paths.calculations('regres_methane')],
      ['POST', paths.calculations('underground')],
    ] as const)
      expect([path, functionOf(method, path)]).toEqual([path, 'Handler']);
  });

  it('logs a line per request without query, body and client address', () => {
    const { Format } = resources('AWS::ApiGatewayV2::Stage')[0].Properties.AccessLogSettings;
    expect(Object.keys(JSON.parse(Format))).toEqual(['request_id', 'at', 'route', 'status', 'ms', 'bytes', 'error']);
    expect(Format).not.toMatch(/sourceIp|authorization|path\b/i);
  });

  it('has increasing time-outs: function < API < distribution', () => {
    const api = functions().filter(({ Properties }) => Properties.Handler === 'functions/api.handler');
    expect(api).toHaveLength(2);
    const [{ Properties }] = resources('AWS::CloudFront::Distribution') as [Part];
    const origin = Properties.DistributionConfig.Origins.find(({ CustomOriginConfig }: Part) => CustomOriginConfig);
    for (const { Properties: own } of api) expect(own.Timeout).toBeLessThan(30);
    expect(origin.CustomOriginConfig.OriginReadTimeout).toBeGreaterThanOrEqual(30);
  });
});

describe('the site', () => {
  const config = () => resources('AWS::CloudFront::Distribution')[0].Properties.DistributionConfig;
  const api = () => config().CacheBehaviors.find(({ PathPattern }: Part) => PathPattern === '/api/*');

  it('supports HTTP/2 and 3, redirects screens to HTTPS and serves the API only over HTTPS', () => {
    expect(config().HttpVersion).toBe('http2and3');
    expect(config().DefaultCacheBehavior.ViewerProtocolPolicy).toBe('redirect-to-https');
    expect(api().ViewerProtocolPolicy).toBe('https-only');
  });

  it('requires TLS 1.2 or newer under its own domain', () => {
    expect(config()).toMatchObject({
      Aliases: [PRODUCTION.domainName],
      ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021', SslSupportMethod: 'sni-only' },
    });
  });

  it('is protected by the web ACL and reached by IPv4 only, because an IPv6 client has 2⁶⁴ addresses', () => {
    expect(config()).toMatchObject({ WebACLId: PRODUCTION.webAclArn, IPV6Enabled: false });
  });

  it('is the only reader of its bucket, by signed requests', () => {
    expect(resources('AWS::CloudFront::OriginAccessControl')[0].Properties.OriginAccessControlConfig).toMatchObject({
      SigningBehavior: 'always',
      SigningProtocol: 'sigv4',
    });
    const policy = named('AWS::S3::BucketPolicy', /^SiteWeb/);
    expect(JSON.stringify(policy)).toContain('AWS:SourceArn');
  });

  it('has no error pages, so that API errors are unchanged', () => {
    expect(config().CustomErrorResponses).toBeUndefined();
  });

  it('does not cache the API and forwards every header, Authorization included', () => {
    // Ids of AWS's own policies: CachingDisabled, AllViewerExceptHostHeader.
    expect(api().CachePolicyId).toBe('4135ea2d-6df8-44a3-9df3-4b5a84be39ad');
    expect(api().OriginRequestPolicyId).toBe('b689b0a8-53d0-40ab-baf2-68738e2966ac');
    expect(api().AllowedMethods).toContain('PATCH');
  });

  it('sends its secret to the API over TLS 1.2', () => {
    const origin = config().Origins.find(({ CustomOriginConfig }: Part) => CustomOriginConfig);
    expect(origin.CustomOriginConfig).toMatchObject({
      OriginProtocolPolicy: 'https-only',
      OriginSSLProtocols: ['TLSv1.2'],
    });
    expect(origin.OriginCustomHeaders[0].HeaderName).toBe(ORIGIN_HEADER);
    expect(JSON.stringify(origin.OriginCustomHeaders[0].HeaderValue)).toContain('resolve:secretsmanager');
  });

  it('keeps its logs', () => {
    expect(config().Logging).toMatchObject({ Prefix: 'site/' });
  });

  it('sets the security headers and HSTS of two years on every response', () => {
    const { Properties } = resources('AWS::CloudFront::ResponseHeadersPolicy')[0];
    const { SecurityHeadersConfig: security, CustomHeadersConfig: custom } = Properties.ResponseHeadersPolicyConfig;
    expect(security.StrictTransportSecurity).toMatchObject({
      AccessControlMaxAgeSec: 63072000,
      IncludeSubdomains: true,
    });
    const policy: string = security.ContentSecurityPolicy.ContentSecurityPolicy['Fn::Join'][1]
      .map((part: Part) => (typeof part === 'string' ? part : '…'))
      .join('');
    expect(policy.replace(/ https:\/\/[^;]+/, '')).toBe(HEADERS['Content-Security-Policy']);
    expect(policy).toMatch(/connect-src 'self' https:\/\/fugitive-emissions-prod-[^ ;]+\.amazonaws\.com;/);
    const others = Object.fromEntries(custom.Items.map(({ Header, Value }: Part) => [Header, Value]));
    const set = {
      ...others,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': security.ReferrerPolicy.ReferrerPolicy,
    };
    const { 'Content-Security-Policy': _policy, ...rest } = HEADERS;
    expect(set).toEqual(rest);
    for (const behavior of [config().DefaultCacheBehavior, api()])
      expect(behavior.ResponseHeadersPolicyId).toBeDefined();
  });

  it('keeps the files of older releases for open tabs', () => {
    const published = resources('Custom::CDKBucketDeployment');
    expect(published).toHaveLength(2);
    for (const { Properties } of published) expect(Properties.Prune).toBe(false);
    expect(JSON.stringify(published.map(({ Properties }) => Properties.SystemMetadata))).toMatch(
      /immutable.*no-cache|no-cache.*immutable/,
    );
  });
});

describe('the functions at the edge', () => {
  /** What CloudFront gets back from a function for a request. */
  function run(file: string, request: Part): Part {
    const code = readFileSync(fileURLToPath(new URL(`../../infra/edge/${file}`, import.meta.url)), 'utf8');
    const event = { request: { headers: {}, ...request }, viewer: { ip: '203.0.113.7' } };
    return vm.runInNewContext(`${code}; handler(event)`, { event });
  }

  it.each([
    ['/', '/index.html'],
    ['/projects/0190-7/graphs', '/index.html'],
    ['/projects/', '/index.html'],
    ['/assets/missing', '/assets/missing'],
    ['/assets/index-1a2b.js', '/assets/index-1a2b.js'],
    ['/documents/order-371.pdf', '/documents/order-371.pdf'],
    ['/favicon.svg', '/favicon.svg'],
  ])('serve %s from %s', (uri, served) => {
    expect(run('screens.js', { uri }).uri).toBe(served);
  });

  it.each(['/backend', '/backend/'])('redirect %s to the administration', (uri) => {
    expect(run('screens.js', { uri })).toMatchObject({ statusCode: 302, headers: { location: { value: '/admin' } } });
  });

  it('set the client address for the API, whatever the client sends', () => {
    const headers = { [VIEWER_HEADER]: { value: '10.0.0.1' } };
    expect(run('viewer.js', { uri: '/api/token/', headers }).headers[VIEWER_HEADER]).toEqual({ value: '203.0.113.7' });
  });
});

describe('the secrets', () => {
  it('are generated by the vault, and the signing key is rotated every 90 days', () => {
    for (const { Properties } of resources('AWS::SecretsManager::Secret')) {
      expect(Properties.GenerateSecretString).toMatchObject({ PasswordLength: 64, ExcludePunctuation: true });
      expect(Properties.SecretString).toBeUndefined();
    }
    expect(resources('AWS::SecretsManager::RotationSchedule')[0].Properties).toMatchObject({
      RotateImmediatelyOnUpdate: false,
      RotationRules: { ScheduleExpression: 'rate(90 days)' },
    });
  });
});

describe('the secret between distribution and API', () => {
  /** Logical ids of the secrets that a template knows, as a value names them. */
  const secretsIn = (value: unknown) => [...new Set(JSON.stringify(value).match(/SecretsOrigin\d/g))];

  it('is rotated by a setting: functions accept the previous one too and are updated before the distribution', () => {
    const replaced = templateOf({ originKey: '2' });
    const [distribution] = Object.values(replaced.findResources('AWS::CloudFront::Distribution')) as [Part];
    const [, shown] = distribution.Properties.DistributionConfig.Origins;
    expect(secretsIn(shown.OriginCustomHeaders)).toEqual(['SecretsOrigin2']);
    const handlers = Object.entries(replaced.findResources('AWS::Lambda::Function')).filter(([id]) => /^Api/.test(id));
    expect(handlers).toHaveLength(2);
    for (const [id, { Properties }] of handlers as [string, Part][]) {
      expect(secretsIn(Properties.Environment.Variables.ORIGIN_SECRETS)).toEqual(['SecretsOrigin2', 'SecretsOrigin1']);
      expect(distribution.DependsOn).toContain(id);
    }
  });

  it('is a single value before any rotation', () => {
    for (const { Properties } of functions().filter(
      ({ Properties: { Handler } }) => Handler === 'functions/api.handler',
    ))
      expect(secretsIn(Properties.Environment.Variables.ORIGIN_SECRETS)).toEqual(['SecretsOrigin1']);
  });
});

describe('the alarms', () => {
  const alarms = () => resources('AWS::CloudWatch::Alarm').map(({ Properties }) => Properties);
  const page = (name: string) =>
    readFileSync(fileURLToPath(new URL(`../../docs/runbook/${name}.md`, import.meta.url)), 'utf8');

  it('link to existing headings of runbook pages', () => {
    expect(alarms().length).toBeGreaterThan(30);
    for (const { AlarmDescription } of alarms()) {
      const [, name = '', heading = ''] = /docs\/runbook\/([\w-]+)\.md, «(\w+)»$/.exec(AlarmDescription) ?? [];
      const own = /^## (\w+)$/gm;
      const headings = [...page(name).matchAll(own)].map(([, text = '']) => text);
      expect(
        headings.some((text) => heading === text || (name === 'functions' && heading.endsWith(text))),
        heading,
      ).toBe(true);
    }
  });

  it('notify at their start and end', () => {
    for (const alarm of alarms()) {
      expect(alarm.AlarmActions).toHaveLength(1);
      expect(alarm.OKActions).toEqual(alarm.AlarmActions);
    }
  });

  it('watch every function, queue and dead-letter queue', () => {
    const names = Object.keys(template.findResources('AWS::CloudWatch::Alarm')).join();
    for (const name of [
      'ApiHandler',
      'ApiTables',
      'EventsUploadsWorker',
      'EventsExportsWorker',
      'EventsSweeper',
      'SecretsRotation',
    ]) {
      expect(names).toMatch(new RegExp(`${name}Errors`));
      expect(names).toMatch(new RegExp(`${name}Throttled`));
    }
    for (const line of ['Uploads', 'Exports'])
      expect(names).toMatch(new RegExp(`${line}PutAside.*${line}Waiting|${line}Waiting.*${line}PutAside`));
  });

  it('use events that the product logs', () => {
    const code = sourcesOf('functions');
    for (const { Properties } of resources('AWS::Logs::MetricFilter')) {
      const [, event = ''] = /\$\.event = "(\w+)"/.exec(Properties.FilterPattern) ?? [];
      expect(code, event).toContain(`'${event}'`);
    }
  });

  it('are published to their topic only by alarms of this account over TLS', () => {
    const [{ Properties }] = resources('AWS::SNS::TopicPolicy') as [Part];
    const statements: Part[] = Properties.PolicyDocument.Statement;
    expect(statements).toContainEqual(
      expect.objectContaining({
        Effect: 'Allow',
        Action: 'sns:Publish',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      }),
    );
    expect(statements).toContainEqual(
      expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
    );
  });

  it('are sent by e-mail together with the budget', () => {
    expect(resources('AWS::SNS::Subscription')).toHaveLength(1);
    const told = templateOf({ monthlyBudget: '200' });
    told.hasResourceProperties('AWS::SNS::Subscription', { Protocol: 'email', Endpoint: 'ops@example.ru' });
    told.hasResourceProperties('AWS::Budgets::Budget', {
      Budget: Match.objectLike({ BudgetLimit: { Amount: 200, Unit: 'USD' } }),
      NotificationsWithSubscribers: [50, 80, 100].map((Threshold) =>
        Match.objectLike({ Notification: Match.objectLike({ Threshold }) }),
      ),
    });
  });
});

describe('a disposable deployment', () => {
  it('is removed with its data and has its own name', () => {
    const disposable = templateOf({ stage: 'trial', disposable: 'true' });
    const [table] = Object.values(disposable.findResources('AWS::DynamoDB::GlobalTable')) as [Part];
    expect(table.DeletionPolicy).toBe('Delete');
    expect(JSON.stringify(disposable.toJSON())).toContain('fugitive-emissions-trial-');
  });
});
