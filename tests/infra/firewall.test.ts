import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { beforeAll, expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { addStacks } from '#infra/stacks.ts';
import { PRODUCTION } from './production.ts';

// biome-ignore lint/suspicious/noExplicitAny: parts of a template have every shape
type Part = any;

let acl: Part;
let product: Template;

beforeAll(() => {
  const { webAclArn: _given, ...rest } = PRODUCTION;
  const { product: stack, firewall } = addStacks(new App({ context: { ...rest, webAcl: 'true' } }));
  if (!firewall) throw new Error('No web ACL is made');
  expect(firewall.region).toBe('us-east-1');
  const [[, { Properties }] = []] = Object.entries(
    Template.fromStack(firewall).findResources('AWS::WAFv2::WebACL'),
  ) as [string, Part][];
  acl = Properties;
  product = Template.fromStack(stack);
});

const rule = (name: string): Part => acl.Rules.find(({ Name }: Part) => Name === name);
const rate = (name: string): Part => rule(name).Statement.RateBasedStatement;

/** Whether a path is counted by a statement, after the decoding that it names. */
function matches({ RegexMatchStatement: match }: Part, path: string): boolean {
  expect(match.FieldToMatch).toEqual({ UriPath: {} });
  expect(match.TextTransformations.map(({ Type }: Part) => Type)).toEqual(['URL_DECODE', 'NORMALIZE_PATH']);
  return new RegExp(match.RegexString).test(decodeURIComponent(path));
}

it('the web ACL protects the distribution of another region and allows requests by default', () => {
  expect(acl).toMatchObject({ Scope: 'CLOUDFRONT', DefaultAction: { Allow: {} } });
  const [distribution] = Object.values(product.findResources('AWS::CloudFront::Distribution')) as Part[];
  expect(distribution.Properties.DistributionConfig.WebACLId).toEqual({
    'Fn::GetStackOutput': {
      StackName: 'FugitiveEmissions-prod-firewall',
      OutputName: 'WebAclArn',
      Region: 'us-east-1',
    },
  });
});

it('the web ACL limits the sign-ins of an address, but not renewals and sign-outs', () => {
  const { Limit, AggregateKeyType, EvaluationWindowSec, ScopeDownStatement } = rate('SignIns');
  expect([Limit, AggregateKeyType, EvaluationWindowSec]).toEqual([300, 'IP', 300]);
  const [method, path] = ScopeDownStatement.AndStatement.Statements;
  expect(method.ByteMatchStatement).toMatchObject({ FieldToMatch: { Method: {} }, SearchString: 'POST' });
  for (const counted of [paths.token, '/api/token', '/api/%74oken/']) expect(matches(path, counted)).toBe(true);
  for (const other of [paths.refresh, paths.revoke, paths.projects]) expect(matches(path, other)).toBe(false);
});

it('the web ACL limits all API calls of an address, but not the files of the page', () => {
  const { Limit, AggregateKeyType, ScopeDownStatement } = rate('Calls');
  expect([Limit, AggregateKeyType]).toEqual([6000, 'IP']);
  for (const call of [paths.token, paths.refresh, paths.projects]) expect(matches(ScopeDownStatement, call)).toBe(true);
  for (const file of ['/', '/assets/index.js', '/login']) expect(matches(ScopeDownStatement, file)).toBe(false);
});

it('an address above the limit gets a Russian JSON response with the time to retry', () => {
  for (const name of ['SignIns', 'Calls']) {
    const { CustomResponse } = rule(name).Action.Block;
    expect(CustomResponse).toMatchObject({
      ResponseCode: 429,
      ResponseHeaders: [{ Name: 'Retry-After', Value: '300' }],
    });
    const { ContentType, Content } = acl.CustomResponseBodies[CustomResponse.CustomResponseBodyKey];
    expect(ContentType).toBe('APPLICATION_JSON');
    expect(JSON.parse(Content)).toEqual({
      code: 'too_many_requests',
      detail: expect.stringMatching(/Подождите пять минут/),
    });
  }
});

it('the common rules only count matches in bodies, so that tables of 4 MiB and Russian texts pass', () => {
  const { RuleActionOverrides, Name } = rule('AWSManagedRulesCommonRuleSet').Statement.ManagedRuleGroupStatement;
  expect(Name).toBe('AWSManagedRulesCommonRuleSet');
  const counted = RuleActionOverrides.map((one: Part) => [one.Name, Object.keys(one.ActionToUse)]);
  // Every rule of the group that reads a body. Source: AWS WAF Developer Guide, «Baseline rule groups».
  expect(Object.fromEntries(counted)).toEqual({
    SizeRestrictions_BODY: ['Count'],
    CrossSiteScripting_BODY: ['Count'],
    GenericLFI_BODY: ['Count'],
    GenericRFI_BODY: ['Count'],
    EC2MetaDataSSRF_BODY: ['Count'],
  });
});

it('every rule has a distinct priority, rate limits first', () => {
  expect(acl.Rules.map(({ Name, Priority }: Part) => [Priority, Name])).toEqual([
    [0, 'SignIns'],
    [1, 'Calls'],
    [2, 'AWSManagedRulesAmazonIpReputationList'],
    [3, 'AWSManagedRulesKnownBadInputsRuleSet'],
    [4, 'AWSManagedRulesCommonRuleSet'],
  ]);
});
