import { CfnOutput, Fn, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { API, paths } from '#core/contract/paths.ts';

/** Where AWS keeps the web ACLs of distributions. */
const REGION = 'us-east-1';

/** Time over which the requests of an address are counted, s. */
const WINDOW_SECONDS = 300;

/**
 * Requests of one address in five minutes. An office shares an address, so both are far above what three hundred people do, and far below
 * what closes the API (its stage lets a thousand a second through) or keeps its functions busy with passwords.
 */
const CALLS = 6000;
const SIGN_INS = 300;

/** Signs of attacks in a body: tables, models and Russian texts are all that bodies hold, and the API reads them by a schema. */
const BODY_RULES = [
  'SizeRestrictions_BODY',
  'CrossSiteScripting_BODY',
  'GenericLFI_BODY',
  'GenericRFI_BODY',
  'EC2MetaDataSSRF_BODY',
];

/** What an address that asks too often gets, in the form of every refusal of the API. */
const TOO_MANY = {
  detail: 'С вашего адреса приходит слишком много запросов. Подождите пять минут и повторите.',
  code: 'too_many_requests',
};

type Rule = CfnWebACL.RuleProperty;
type Statement = CfnWebACL.StatementProperty;

/** The web ACL of the distribution: a bound on the requests of an address, and AWS's rules against known attacks. */
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

  /** The ACL's ARN as a stack of another region reads it: CloudFormation looks it up when that is deployed. */
  get webAclArn(): string {
    return Fn.getStackOutput(this.stackName, this.arn.logicalId, REGION);
  }
}

/** Refuses the requests of an address beyond `limit`, until their rate falls below it. */
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

/** Rules that AWS keeps; `counted`: those that are only counted. */
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

/** As the API reads a path: decoded, so that `%74oken` is no way around. */
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
