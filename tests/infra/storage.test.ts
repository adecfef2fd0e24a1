import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { beforeAll, expect, it } from 'vitest';
import { TABLE_DEFINITION } from '#functions/store/table.ts';
import { EmissionsStack } from '#infra/stack.ts';

let template: Template;

beforeAll(() => {
  template = Template.fromStack(new EmissionsStack(new App(), 'Test'));
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
