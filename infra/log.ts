import { RemovalPolicy } from 'aws-cdk-lib';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { StackSettings } from './settings.ts';

/**
 * A log group of the deployment: all have the same retention and are kept after the stack, unless
 * it is disposable.
 */
export class FunctionLog extends LogGroup {
  constructor(scope: Construct, id: string, { disposable }: StackSettings) {
    super(scope, id, {
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: disposable ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
    });
  }
}
