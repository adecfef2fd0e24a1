import { type App, type Stack, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { acknowledgeFindings } from './findings.ts';
import type { StackSettings } from './settings.ts';

/** Accepted findings of the checks, each with its reason. */
type Reasons = Readonly<Record<string, string>>;

const API: Reasons = {
  APIG4:
    'The application checks the session of every call by the list of its routes; an authorizer would check it twice.',
};

const ORIGIN: Reasons = {
  SMG4: 'The header by which the API knows the distribution; rotated by a deployment (docs/runbook).',
};

/**
 * Findings of CDK's own function, which copies the web application to its bucket at deployments.
 */
const PUBLISHING: Reasons = {
  'IAM5[Resource::*]': 'Tells CloudFront that files have changed: CDK gives it the right for all distributions.',
  L1: 'Its runtime is chosen by CDK.',
  'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]': 'Writes its log.',
  ...Object.fromEntries(
    ['Action::s3:GetObject*', 'Action::s3:GetBucket*', 'Action::s3:List*'].map((id) => [
      `IAM5[${id}]`,
      'Reads the files to publish.',
    ]),
  ),
  ...Object.fromEntries(
    ['Action::s3:DeleteObject*', 'Action::s3:Abort*', 'Resource::<SiteWebF8CC5218.Arn>/*'].map((id) => [
      `IAM5[${id}]`,
      'Writes the bucket of the web application, and no other.',
    ]),
  ),
  'IAM5[Resource::arn:<AWS::Partition>:s3:::cdk-hnb659fds-assets-<AWS::AccountId>-<AWS::Region>/*]':
    'Reads what was uploaded for the deployment.',
};

const DISTRIBUTION: Reasons = {
  CFR1: 'Which countries may use it is the customer’s decision; nothing in the product depends on it.',
};
const WITHOUT_WAF: Reasons = {
  CFR2: 'Only a deployment to try things on may do without a web ACL (settings.ts).',
};
const WITHOUT_DOMAIN: Reasons = {
  CFR4: 'Only a deployment to try things on may do without a domain: CloudFront’s own name has its TLS settings.',
};

/** Fails the synthesis for findings of cdk-nag (AwsSolutions) without a stated reason. */
export function addChecks(app: App): void {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
}

/**
 * States the reason of each accepted finding at its construct; functions state the reasons of their
 * own rights. Any other finding fails the synthesis.
 */
export function acknowledge(stack: Stack, { domain, webAclArn }: StackSettings): void {
  acknowledgeFindings(stack.node.findChild('Api').node.findChild('Http'), API);
  for (const child of stack.node.findChild('Secrets').node.children) {
    if (child.node.id.startsWith('Origin')) acknowledgeFindings(child, ORIGIN);
  }
  for (const child of stack.node.children) {
    if (child.node.id.startsWith('Custom::CDKBucketDeployment')) acknowledgeFindings(child, PUBLISHING);
  }
  const distribution = stack.node.findChild('Site').node.findChild('Distribution');
  acknowledgeFindings(distribution, {
    ...DISTRIBUTION,
    ...(!webAclArn && WITHOUT_WAF),
    ...(!domain && WITHOUT_DOMAIN),
  });
  for (const id of [
    ...(domain ? [] : ['Annotation::@aws-cdk/aws-cloudfront:minimumProtocolVersionWithoutCertificate']),
    'Annotation::@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk',
  ]) {
    const reason = 'The distribution has a default object, and the certificate is CloudFront’s own without a domain.';
    Validations.of(distribution).acknowledge({ id, reason });
  }
}
