import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { Storage } from './storage.ts';

/** The product on AWS. So far its storage. */
export class EmissionsStack extends Stack {
  readonly storage: Storage;

  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    this.storage = new Storage(this, 'Storage');
  }
}
