import { Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/** States why findings of cdk-nag (AwsSolutions) about a construct and all below it stand, by the finding. */
export function acknowledgeFindings(scope: IConstruct, reasons: Readonly<Record<string, string>>): void {
  for (const [id, reason] of Object.entries(reasons)) {
    Validations.of(scope).acknowledge({ id: `AwsSolutions::AwsSolutions-${id}`, reason });
  }
}
