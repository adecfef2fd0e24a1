import { RemovalPolicy } from 'aws-cdk-lib';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Settings } from './settings.ts';

/** A log of the deployment: all are kept equally long, and outlive the stack unless it is one to try things on. */
export class Log extends LogGroup {
  constructor(scope: Construct, id: string, { disposable }: Settings) {
    super(scope, id, {
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: disposable ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
    });
  }
}
