import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { Api } from './api.ts';
import { Events } from './events.ts';
import { Observability } from './observability.ts';
import { Secrets } from './secrets.ts';
import type { StackSettings } from './settings.ts';
import { Site } from './site.ts';
import { Storage } from './storage.ts';

export interface EmissionsStackProps extends StackProps {
  readonly settings: StackSettings;
}

/** The product on AWS: CloudFront → (S3 web | HTTP API → Lambda) → DynamoDB, S3, SQS workers. */
export class EmissionsStack extends Stack {
  constructor(scope: Construct, id: string, { settings, ...props }: EmissionsStackProps) {
    super(scope, id, props);
    const storage = new Storage(this, 'Storage', { settings });
    const secrets = new Secrets(this, 'Secrets', { settings });
    const events = new Events(this, 'Events', { settings, storage });
    const api = new Api(this, 'Api', { settings, storage, secrets, exportQueue: events.exports.queue });
    const site = new Site(this, 'Site', { settings, storage, secrets, api });
    storage.allowUploadsFrom(site.origin);
    new Observability(this, 'Observability', { settings, storage, secrets, events, api });
    new CfnOutput(this, 'Address', { value: site.origin, description: 'Where the product is' });
    new CfnOutput(this, 'TableName', { value: storage.table.tableName, description: 'TABLE_NAME of the commands' });
    new CfnOutput(this, 'BucketName', { value: storage.files.bucketName, description: 'BUCKET_NAME of the commands' });
    new CfnOutput(this, 'SigningKeysSecret', { value: secrets.signingKeys.secretArn });
  }
}
