import { Aws, Duration, RemovalPolicy } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnRotationSchedule, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { acknowledgeFindings } from './findings.ts';
import { ProductFunction } from './function.ts';
import type { StackSettings } from './settings.ts';

/**
 * Rotation period of the signing key; the previous key is accepted until its last session has
 * ended.
 */
const ROTATION = Duration.days(90);

/** Secrets, each readable only by the functions that need it. */
export class Secrets extends Construct {
  /** The key ring of session signatures (`functions/auth/key_ring.ts`). */
  readonly signingKeys: Secret;
  /** Key of keyed hashes of sign-in data. Not rotated: it signs nothing and grants no access. */
  readonly hashKey: Secret;
  /**
   * Secrets by which the API recognises the distribution: the current one, then the previous one.
   */
  readonly origins: readonly [shown: Secret, ...before: Secret[]];
  readonly rotation: ProductFunction;

  constructor(scope: Construct, id: string, { settings }: { readonly settings: StackSettings }) {
    super(scope, id);
    const removalPolicy = settings.disposable ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN;
    const random = { passwordLength: 64, excludePunctuation: true };
    this.signingKeys = new Secret(this, 'SigningKeys', {
      description: 'Keys that sign sessions: rotated by itself; all must sign in again if it is lost',
      generateSecretString: { ...random, secretStringTemplate: '{}', generateStringKey: 'current' },
      removalPolicy,
    });
    this.hashKey = new Secret(this, 'HashKey', {
      description: 'Key of hashes of sign-in names and addresses; known devices are forgotten if it is lost',
      generateSecretString: random,
      removalPolicy,
    });
    acknowledgeFindings(this.hashKey, {
      SMG4: 'A new key would make every stored hash worthless; it opens nothing, and what it protects expires in half a year.',
    });
    const origin = (key: number) =>
      new Secret(this, `Origin${key}`, {
        description: 'Header by which the API knows the distribution',
        generateSecretString: random,
        // Worthless once replaced, and recreated if lost.
        removalPolicy: RemovalPolicy.DESTROY,
      });
    const { originKey } = settings;
    this.origins = [origin(originKey), ...(originKey > 1 ? [origin(originKey - 1)] : [])];
    this.rotation = new ProductFunction(this, 'Rotation', {
      settings,
      entry: 'rotate_keys',
      description: 'Replaces the key that signs sessions',
      timeout: Duration.seconds(30),
      memorySize: 256,
      concurrency: 1,
    });
    // CDK's addRotationSchedule would grant an unneeded right on all resources.
    this.rotation.allow(
      ['DescribeSecret', 'GetSecretValue', 'PutSecretValue', 'UpdateSecretVersionStage'].map(
        (call) => `secretsmanager:${call}`,
      ),
      [this.signingKeys.secretArn],
    );
    this.rotation.lambda.addPermission('SecretsManager', {
      principal: new ServicePrincipal('secretsmanager.amazonaws.com'),
      sourceAccount: Aws.ACCOUNT_ID,
    });
    const schedule = new CfnRotationSchedule(this, 'Every90Days', {
      secretId: this.signingKeys.secretArn,
      rotationLambdaArn: this.rotation.lambda.functionArn,
      rotationRules: { scheduleExpression: `rate(${ROTATION.toDays()} days)` },
      rotateImmediatelyOnUpdate: false,
    });
    // Secrets Manager calls the function when the schedule is created.
    schedule.node.addDependency(this.rotation);
  }
}
