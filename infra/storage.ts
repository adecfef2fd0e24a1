import { Aws, type CfnResource, Duration, RemovalPolicy } from 'aws-cdk-lib';
import { type Attribute, AttributeType, Billing, ProjectionType, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type BucketProps,
  type CfnBucket,
  HttpMethods,
  type IBucket,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Trigger } from 'aws-cdk-lib/triggers';
import { Construct } from 'constructs';
import { KEPT_MS } from '#functions/jobs/times.ts';
import { EXPORT_KEPT_SECONDS } from '#functions/store/exports.ts';
import { EXPORTS, LIST_INDEX, MODELS, PARTITIONS, ROWS, TABLE_DEFINITION, UPLOADS } from '#functions/store/layout.ts';
import { ProductFunction } from './function.ts';
import { FunctionLog } from './log.ts';
import type { StackSettings } from './settings.ts';

/** Properties of every bucket: private, encrypted, TLS only. */
export const PRIVATE_BUCKET = {
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  encryption: BucketEncryption.S3_MANAGED,
  enforceSSL: true,
  minimumTLSVersion: 1.2,
} as const satisfies BucketProps;

const FOLDERS = { uploads: UPLOADS, rows: ROWS, models: MODELS, exports: EXPORTS } as const;
type Folder = keyof typeof FOLDERS;

/** Window of point-in-time recovery of the table, days: the maximum of DynamoDB. */
const RESTORABLE_DAYS = 35;

/** Partitions of the table with the calls that a function may send to them. */
export interface ItemUse {
  readonly calls: readonly ('GetItem' | 'BatchGetItem' | 'Query' | 'PutItem' | 'UpdateItem' | 'DeleteItem')[];
  readonly partitions: readonly (keyof typeof PARTITIONS)[];
}

/** Calls that read. */
export const READS = ['GetItem', 'BatchGetItem', 'Query'] as const;

/**
 * Calls that change or remove items. `PutItem` is not listed, because IAM cannot tell whether the
 * item is new.
 */
const CHANGES = ['UpdateItem', 'DeleteItem', 'BatchWriteItem', 'PartiQLUpdate', 'PartiQLDelete'];

/** Data access of a function: calls of the table by partition, and of the files by prefix. */
export interface Uses {
  readonly items?: readonly ItemUse[];
  readonly reads?: readonly Folder[];
  readonly writes?: readonly Folder[];
  readonly removes?: readonly Folder[];
}

/**
 * The data of the companies: one table, and one bucket for large and binary data, with the layout
 * of `functions/store/layout.ts`.
 */
export class Storage extends Construct {
  readonly table: TableV2;
  readonly files: Bucket;
  /** Access logs of the buckets and the site. */
  readonly logs: IBucket;
  /**
   * Host of the files for browsers; known before the bucket exists, because the site's policy names
   * it.
   */
  readonly filesHost: string;
  readonly seed: ProductFunction;
  private readonly bucketName: string;

  constructor(scope: Construct, id: string, { settings }: { readonly settings: StackSettings }) {
    super(scope, id);
    const removal = settings.disposable
      ? { removalPolicy: RemovalPolicy.DESTROY }
      : { removalPolicy: RemovalPolicy.RETAIN };
    this.table = new TableV2(this, 'Table', {
      partitionKey: keyAttribute(TABLE_DEFINITION, 'HASH'),
      sortKey: keyAttribute(TABLE_DEFINITION, 'RANGE'),
      localSecondaryIndexes: TABLE_DEFINITION.LocalSecondaryIndexes.map((index) => ({
        indexName: index.IndexName,
        sortKey: keyAttribute(index, 'RANGE'),
        projectionType: ProjectionType[index.Projection.ProjectionType],
        nonKeyAttributes: [...index.Projection.NonKeyAttributes],
      })),
      // The limit stops a runaway client; a thousand users stay far below it.
      billing: Billing.onDemand({ maxReadRequestUnits: 4000, maxWriteRequestUnits: 2000 }),
      // Removes ended sessions and old sign-in attempts; the code checks expiry itself and does not
      // rely on it.
      timeToLiveAttribute: 'expires_at',
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true, recoveryPeriodInDays: RESTORABLE_DAYS },
      deletionProtection: !settings.disposable,
      ...removal,
    });
    // The cast: with exactOptionalPropertyTypes CDK's classes do not match its own interfaces.
    this.logs = new Bucket(this, 'Logs', {
      ...PRIVATE_BUCKET,
      // CloudFront writes its logs by an ACL.
      objectOwnership: ObjectOwnership.BUCKET_OWNER_PREFERRED,
      lifecycleRules: [{ expiration: Duration.days(90) }],
      ...removal,
    }) as IBucket;
    this.bucketName = `fugitive-emissions-${settings.stage}-${Aws.ACCOUNT_ID}-${Aws.REGION}`;
    this.filesHost = `${this.bucketName}.s3.${Aws.REGION}.amazonaws.com`;
    this.files = new Bucket(this, 'Files', {
      ...PRIVATE_BUCKET,
      bucketName: this.bucketName,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      // Rows and models are immutable, so an older version is a removed file, which can be restored
      // for a while.
      versioned: true,
      serverAccessLogsBucket: this.logs,
      serverAccessLogsPrefix: 'files/',
      lifecycleRules: [
        // Files that a job left, or that belong to no job.
        { prefix: UPLOADS, expiration: Duration.millis(KEPT_MS), noncurrentVersionExpiration: Duration.days(1) },
        // Exports are built again on request.
        {
          prefix: EXPORTS,
          expiration: Duration.seconds(EXPORT_KEPT_SECONDS),
          noncurrentVersionExpiration: Duration.days(1),
        },
        // A table restored to any time finds its files.
        {
          noncurrentVersionExpiration: Duration.days(RESTORABLE_DAYS + 1),
          abortIncompleteMultipartUploadAfter: Duration.days(1),
        },
      ],
      ...removal,
    });
    this.seed = this.seeded(settings);
  }

  /**
   * Grants a function exactly this access. No function may change or remove entries of an audit
   * list.
   */
  allow(fn: ProductFunction, { items = [], reads = [], writes = [], removes = [] }: Uses): void {
    const { tableArn } = this.table;
    for (const { calls, partitions } of items) {
      fn.allow(
        calls.map((call) => `dynamodb:${call}`),
        // Queries also read the table's local index.
        calls.includes('Query') ? [tableArn, `${tableArn}/index/${LIST_INDEX}`] : [tableArn],
        // Without `Null`, a call without a partition would pass, because ForAllValues of an empty
        // set is true.
        {
          conditions: {
            'ForAllValues:StringLike': { [LEADING_KEYS]: partitions.map(patternOf) },
            Null: { [LEADING_KEYS]: 'false' },
          },
        },
      );
    }
    fn.allow(
      CHANGES.map((call) => `dynamodb:${call}`),
      [tableArn],
      { effect: Effect.DENY, conditions: { 'ForAnyValue:StringLike': { [LEADING_KEYS]: [patternOf('audit')] } } },
    );
    const inside = (folder: Folder) => this.files.arnForObjects(`${FOLDERS[folder]}*`);
    fn.allow(['s3:GetObject'], reads.map(inside));
    fn.allow(['s3:PutObject'], writes.map(inside));
    fn.allow(['s3:DeleteObject'], removes.map(inside));
    const bucket = this.files.stack.getLogicalId(this.files.node.defaultChild as CfnBucket);
    const folders = [...new Set([...reads, ...writes, ...removes])].map((folder) => FOLDERS[folder]);
    fn.acknowledge(
      Object.fromEntries(
        folders.map((folder) => [
          `IAM5[Resource::<${bucket}.Arn>/${folder}*]`,
          `All files of the folder ${folder}: names of companies are not known when this is deployed.`,
        ]),
      ),
    );
    // Without it S3 returns 403 for a missing file.
    if (reads.length > 0) fn.allow(['s3:ListBucket'], [this.files.bucketArn]);
  }

  /**
   * Sends an event to `queue` for every uploaded file. CDK's own notifications would deploy a
   * function with rights to all buckets.
   */
  tellOfUploads(queue: Queue): void {
    queue.addToResourcePolicy(
      new PolicyStatement({
        actions: ['sqs:SendMessage'],
        principals: [new ServicePrincipal('s3.amazonaws.com')],
        resources: [queue.queueArn],
        conditions: {
          ArnEquals: { 'aws:SourceArn': `arn:${Aws.PARTITION}:s3:::${this.bucketName}` },
          StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID },
        },
      }),
    );
    const bucket = this.files.node.defaultChild as CfnBucket;
    const s3Key = { rules: [{ name: 'prefix', value: UPLOADS }] };
    bucket.notificationConfiguration = {
      queueConfigurations: [{ event: 's3:ObjectCreated:*', queue: queue.queueArn, filter: { s3Key } }],
    };
    // S3 tests the queue when it is configured, so the right to send must exist before.
    this.files.node.addDependency(queue);
  }

  /** Allows pages of `origin` to post upload forms and to read signed links. */
  allowUploadsFrom(origin: string): void {
    this.files.addCorsRule({
      allowedOrigins: [origin],
      allowedMethods: [HttpMethods.GET, HttpMethods.POST],
      allowedHeaders: ['*'],
      exposedHeaders: ['Content-Disposition', 'Content-Length'],
      maxAge: 3600,
    });
  }

  /**
   * Writes the dictionaries of the release to the table at every deployment; a failure rolls the
   * deployment back.
   */
  private seeded(settings: StackSettings): ProductFunction {
    const seed = new ProductFunction(this, 'Seed', {
      settings,
      entry: 'seed',
      description: 'Puts the dictionaries of the release into the table',
      timeout: Duration.minutes(1),
      memorySize: 256,
      concurrency: 1,
      environment: { TABLE_NAME: this.table.tableName },
    });
    this.allow(seed, { items: [{ calls: ['PutItem'], partitions: ['dictionaries'] }] });
    new Trigger(this, 'SeedAtDeployment', { handler: seed.lambda, executeAfter: [this.table] });
    // The log of CDK's own function that calls the seed would otherwise never expire.
    const caller = this.table.stack.node
      .findChild('AWSCDK.TriggerCustomResourceProviderCustomResourceProvider')
      .node.findChild('Handler') as CfnResource;
    const { logGroupName } = new FunctionLog(this, 'SeedAtDeploymentLog', settings);
    caller.addPropertyOverride('LoggingConfig', { LogGroup: logGroupName });
    return seed;
  }
}

const LEADING_KEYS = 'dynamodb:LeadingKeys';

/** Partition keys as IAM patterns. */
function patternOf(name: keyof typeof PARTITIONS): string {
  const key = PARTITIONS[name];
  return key.endsWith('#') ? `${key}*` : key;
}

/** A key attribute of the table or of its index for CDK; every key is a string. */
function keyAttribute({ KeySchema }: Keyed, type: 'HASH' | 'RANGE'): Attribute {
  const key = KeySchema.find(({ KeyType }) => KeyType === type);
  if (!key) throw new TypeError(`There is no ${type} key`);
  return { name: key.AttributeName, type: AttributeType.STRING };
}

interface Keyed {
  readonly KeySchema: readonly { readonly AttributeName: string; readonly KeyType: string }[];
}
