import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it } from 'vitest';
import { EXPORTS, UPLOADS } from '#functions/store/file_key.ts';
import { TABLE_DEFINITION } from '#functions/store/table.ts';
import { readSettings } from '#infra/settings.ts';
import { EmissionsStack } from '#infra/stack.ts';

let template: Template;

beforeAll(() => {
  const app = new App();
  template = Template.fromStack(new EmissionsStack(app, 'Test', { settings: readSettings(app.node) }));
}, 60_000);

it('the deployed table has the keys and the index that the code reads by', () => {
  const { BillingMode, ...keys } = TABLE_DEFINITION;
  template.hasResourceProperties('AWS::DynamoDB::GlobalTable', { BillingMode, KeySchema: keys.KeySchema });
  const [table] = Object.values(template.findResources('AWS::DynamoDB::GlobalTable'));
  expect(table?.Properties.AttributeDefinitions).toEqual(keys.AttributeDefinitions);
  expect(table?.Properties.LocalSecondaryIndexes).toEqual(keys.LocalSecondaryIndexes);
});

it('the table survives the removal of the stack, and every moment of 35 days can be restored', () => {
  template.hasResource('AWS::DynamoDB::GlobalTable', {
    DeletionPolicy: 'Retain',
    UpdateReplacePolicy: 'Retain',
    Properties: {
      Replicas: [
        {
          DeletionProtectionEnabled: true,
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        },
      ],
      TimeToLiveSpecification: { AttributeName: 'expires_at', Enabled: true },
    },
  });
});

describe('the bucket', () => {
  const bucket = () => Object.values(template.findResources('AWS::S3::Bucket'))[0];

  it("is nobody else's: no public access, no access lists, encrypted", () => {
    expect(bucket()?.Properties).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
    });
  });

  it('is reached by TLS 1.2 or newer alone', () => {
    const [policy] = Object.values(template.findResources('AWS::S3::BucketPolicy'));
    expect(policy?.Properties.PolicyDocument.Statement).toEqual([
      expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
      expect.objectContaining({ Effect: 'Deny', Condition: { NumericLessThan: { 's3:TlsVersion': 1.2 } } }),
    ]);
  });

  it('survives the removal of the stack, keeps what was removed for 30 days, and files as they came and exports for one', () => {
    expect(bucket()).toMatchObject({
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
      Properties: {
        VersioningConfiguration: { Status: 'Enabled' },
        LifecycleConfiguration: {
          Rules: [
            {
              Prefix: UPLOADS,
              ExpirationInDays: 1,
              NoncurrentVersionExpiration: { NoncurrentDays: 1 },
              Status: 'Enabled',
            },
            {
              Prefix: EXPORTS,
              ExpirationInDays: 1,
              NoncurrentVersionExpiration: { NoncurrentDays: 1 },
              Status: 'Enabled',
            },
            {
              NoncurrentVersionExpiration: { NoncurrentDays: 30 },
              AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
              Status: 'Enabled',
            },
          ],
        },
      },
    });
  });

  it('removes by itself nothing but files as they came and what can be built again', () => {
    const { Rules } = bucket()?.Properties.LifecycleConfiguration ?? {};
    const removing = Rules.filter((rule: object) => 'ExpirationInDays' in rule);
    expect(removing.map(({ Prefix }: { Prefix?: string }) => Prefix)).toEqual([UPLOADS, EXPORTS]);
  });
});
