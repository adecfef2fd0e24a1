/** Settings of a deployment that companies work with, as `cdk deploy -c name=value` gives them; its web ACL is the account's own. */
export const PRODUCTION = {
  domainName: 'emissions.example.ru',
  certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/1',
  webAclArn: 'arn:aws:wafv2:us-east-1:111122223333:global/webacl/a/1',
  alarmEmail: 'ops@example.ru',
} as const satisfies Readonly<Record<string, string>>;
