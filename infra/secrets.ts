import { Aws, Duration, RemovalPolicy } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnRotationSchedule, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { acknowledgeFindings } from './findings.ts';
import { ProductFunction } from './function.ts';
import type { StackSettings } from './settings.ts';

/** A key signs for so long; the old one goes on being accepted until its last session is over. */
const ROTATION = Duration.days(90);

/** What nobody may read but the function that needs it. */
export class Secrets extends Construct {
  /** The ring of keys that sign sessions, as `functions/auth/key_ring.ts` reads it. */
  readonly signingKeys: Secret;
  /** Key of keyed hashes: what was typed at sign-in is stored by it only. Not rotated: it signs nothing and opens nothing. */
  readonly hashKey: Secret;
  /** What the distribution shows to the API, so that nobody passes it by: the one that is shown, then the one before it. */
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
        // Worth nothing once it is replaced, and made anew if it is lost.
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
    // Not CDK's addRotationSchedule: that gives the function one right more, with all resources, which it does not use.
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
    // Secrets Manager tries the function when it is told of it.
    schedule.node.addDependency(this.rotation);
  }
}
