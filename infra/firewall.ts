import { CfnOutput, Fn, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { API, paths } from '#core/contract/paths.ts';

/** Region of web ACLs of distributions. */
const REGION = 'us-east-1';

/** Window of the rate limits, s. */
const WINDOW_SECONDS = 300;

/**
 * Rate limits of one address in five minutes. An office shares an address, so both are far above
 * the use by three hundred people, and far below the limit of the API's stage (a thousand a second)
 * or an overload of the functions with password hashes.
 */
const CALLS = 6000;
const SIGN_INS = 300;

/**
 * Rules on bodies that are only counted: bodies have tables, models and Russian texts, and the API
 * validates them by schema.
 */
const BODY_RULES = [
  'SizeRestrictions_BODY',
  'CrossSiteScripting_BODY',
  'GenericLFI_BODY',
  'GenericRFI_BODY',
  'EC2MetaDataSSRF_BODY',
];

/** Response to an address above the limit, in the format of every error of the API. */
const TOO_MANY = {
  detail: 'С вашего адреса приходит слишком много запросов. Подождите пять минут и повторите.',
  code: 'too_many_requests',
};

type Rule = CfnWebACL.RuleProperty;
type Statement = CfnWebACL.StatementProperty;

/** The web ACL of the distribution: rate limits by address and AWS's managed rules. */
export class FirewallStack extends Stack {
  private readonly arn: CfnOutput;

  constructor(scope: Construct, id: string, props: StackProps) {
    super(scope, id, { ...props, env: { region: REGION } });
    const acl = new CfnWebACL(this, 'WebAcl', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visible('WebAcl'),
      customResponseBodies: { TooMany: { contentType: 'APPLICATION_JSON', content: JSON.stringify(TOO_MANY) } },
      rules: [
        bounded('SignIns', SIGN_INS, {
          andStatement: { statements: [isPost, pathMatches(`^${withOrWithoutSlash(paths.token)}$`)] },
        }),
        bounded('Calls', CALLS, pathMatches(`^${API}/`)),
        managed('AWSManagedRulesAmazonIpReputationList'),
        managed('AWSManagedRulesKnownBadInputsRuleSet'),
        managed('AWSManagedRulesCommonRuleSet', BODY_RULES),
      ].map((rule, priority) => ({ ...rule, priority })),
    });
    this.arn = new CfnOutput(this, 'WebAclArn', { value: acl.attrArn });
  }

  /** The ACL's ARN for a stack of another region; CloudFormation resolves it at deployment. */
  get webAclArn(): string {
    return Fn.getStackOutput(this.stackName, this.arn.logicalId, REGION);
  }
}

/** A rule that blocks an address above `limit` until its rate falls below it. */
function bounded(name: string, limit: number, scopeDownStatement: Statement): Omit<Rule, 'priority'> {
  const customResponse = {
    responseCode: 429,
    customResponseBodyKey: 'TooMany',
    responseHeaders: [{ name: 'Retry-After', value: String(WINDOW_SECONDS) }],
  };
  const rateBasedStatement = { limit, aggregateKeyType: 'IP', evaluationWindowSec: WINDOW_SECONDS, scopeDownStatement };
  return {
    name,
    action: { block: { customResponse } },
    statement: { rateBasedStatement },
    visibilityConfig: visible(name),
  };
}

/** A managed rule group of AWS; `counted`: rules that only count. */
function managed(name: string, counted: readonly string[] = []): Omit<Rule, 'priority'> {
  const ruleActionOverrides = counted.map((rule) => ({ name: rule, actionToUse: { count: {} } }));
  const managedRuleGroupStatement = { vendorName: 'AWS', name, ruleActionOverrides };
  return {
    name,
    overrideAction: { none: {} },
    statement: { managedRuleGroupStatement },
    visibilityConfig: visible(name),
  };
}

const isPost: Statement = {
  byteMatchStatement: {
    fieldToMatch: { method: {} },
    positionalConstraint: 'EXACTLY',
    searchString: 'POST',
    textTransformations: [{ priority: 0, type: 'NONE' }],
  },
};

/** Matches the decoded path, as the API does, so that `%74oken` does not bypass the rule. */
function pathMatches(regexString: string): Statement {
  const textTransformations = ['URL_DECODE', 'NORMALIZE_PATH'].map((type, priority) => ({ priority, type }));
  return { regexMatchStatement: { fieldToMatch: { uriPath: {} }, regexString, textTransformations } };
}

function withOrWithoutSlash(path: string): string {
  return `${path.replace(/\/$/, '')}/?`;
}

function visible(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { metricName, cloudWatchMetricsEnabled: true, sampledRequestsEnabled: true };
}
