import { fileURLToPath } from 'node:url';
import type { Duration, Size } from 'aws-cdk-lib';
import { type Effect, Policy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, type CfnFunction, Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { LAMBDA_ENTRIES } from '#functions/cli/build.ts';
import type { FunctionVariable } from '#functions/lambda/environment.ts';
import { acknowledgeFindings } from './findings.ts';
import { FunctionLog } from './log.ts';
import type { StackSettings } from './settings.ts';

export interface ProductFunctionProps {
  readonly settings: StackSettings;
  /** Name of its file in `functions/lambda/`. */
  readonly entry: (typeof LAMBDA_ENTRIES)[number];
  readonly description: string;
  readonly timeout: Duration;
  /** Memory, MB; the share of a CPU core is `memorySize` / 1769. */
  readonly memorySize: number;
  /** Most concurrent runs. */
  readonly concurrency: number;
  readonly environment?: Readonly<Partial<Record<FunctionVariable, string>>>;
  /** Where files are built before they are stored. */
  readonly ephemeralStorageSize?: Size;
}

/**
 * A Lambda function of the product, from the bundle of `npm run build`, with its own role and log.
 */
export class ProductFunction extends Construct {
  readonly lambda: LambdaFunction;
  readonly log: FunctionLog;
  /** Time-out, seconds. */
  readonly seconds: number;
  /** Most concurrent runs. */
  readonly concurrency: number;
  private readonly role: Role;

  constructor(scope: Construct, id: string, props: ProductFunctionProps) {
    super(scope, id);
    const { settings, entry, environment, concurrency, ...rest } = props;
    this.seconds = props.timeout.toSeconds();
    this.concurrency = concurrency;
    this.log = new FunctionLog(this, 'Log', settings);
    this.role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      description: `What ${entry} may do`,
    });
    this.lambda = new LambdaFunction(this, 'Function', {
      ...rest,
      role: this.role,
      logGroup: this.log,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(bundleOf(entry)),
      handler: `functions/${entry}.handler`,
      ...(settings.reserveConcurrency && { reservedConcurrentExecutions: concurrency }),
      environment: { NODE_OPTIONS: '--enable-source-maps', ...environment },
    });
    this.allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [this.log.logGroupArn]);
    this.trace();
  }

  /** Grants or denies a right; does nothing without resources. */
  allow(actions: string[], resources: string[], limits: Limits = {}): void {
    if (resources.length > 0) this.role.addToPolicy(new PolicyStatement({ actions, resources, ...limits }));
  }

  /** Accepts findings of the checks about its rights, with reasons. */
  acknowledge(reasons: Readonly<Record<string, string>>): void {
    acknowledgeFindings(this.role, reasons);
  }

  /**
   * Enables tracing. X-Ray needs the resource `*`, which a separate policy acknowledges, so that
   * any other `*` of the function is still reported.
   */
  private trace(): void {
    const actions = ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'];
    const policy = new Policy(this, 'Tracing', { roles: [this.role] });
    policy.addStatements(new PolicyStatement({ actions, resources: ['*'] }));
    acknowledgeFindings(policy, { 'IAM5[Resource::*]': 'X-Ray takes traces without naming a resource.' });
    (this.lambda.node.defaultChild as CfnFunction).tracingConfig = { mode: 'Active' };
  }
}

/** Conditions and effect of a statement. */
export interface Limits {
  readonly effect?: Effect;
  readonly conditions?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}

/** Folder of a bundle. */
export function bundleOf(entry: string): string {
  return fileURLToPath(new URL(`../build/lambda/${entry}`, import.meta.url));
}
