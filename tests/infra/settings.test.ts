import { App } from 'aws-cdk-lib';
import { expect, it } from 'vitest';
import { readStackSettings, type StackSettings } from '#infra/settings.ts';
import { PRODUCTION } from './production.ts';

function settings(context: Readonly<Record<string, unknown>>): StackSettings {
  return readStackSettings(new App({ context }).node);
}

it('the default is one deployment named prod, whose data is retained', () => {
  const { domainName: name, certificateArn, ...given } = PRODUCTION;
  const defaults = { stage: 'prod', originKey: 1, makesWebAcl: false, reserveConcurrency: true, disposable: false };
  expect(settings(PRODUCTION)).toEqual({ ...defaults, ...given, domain: { name, certificateArn } });
});

it('a permanent deployment without web ACL, domain and alarm address is refused with the next step', () => {
  expect(() => settings({})).toThrow(
    /^Развёртыванию prod не хватает настроек:\n {2}webAcl: .*-c webAcl=true.*\n {2}domainName и certificateArn: .*\n {2}alarmEmail: .*\n.*disposable=true/,
  );
});

it.each([
  ['webAcl', 'webAclArn'],
  ['alarmEmail', 'alarmEmail'],
])('a permanent deployment that lacks only %s is refused at any stage', (named, left) => {
  const { [left]: _left, ...rest } = PRODUCTION as Readonly<Record<string, string>>;
  expect(() => settings({ ...rest, stage: 'second' })).toThrow(
    new RegExp(`^Развёртыванию second не хватает настроек:\\n {2}${named}: [^\\n]*\\nДля пробы`),
  );
});

it('a permanent deployment that lacks only its domain is refused', () => {
  const { domainName: _name, certificateArn: _certificate, ...rest } = PRODUCTION;
  expect(() => settings(rest)).toThrow(/настроек:\n {2}domainName и certificateArn: [^\n]*\nДля пробы/);
});

it('a disposable deployment may lack them, and a web ACL may be created instead of given', () => {
  expect(settings({ disposable: 'true' })).toMatchObject({ disposable: true, makesWebAcl: false });
  const { webAclArn: _given, ...rest } = PRODUCTION;
  expect(settings({ ...rest, webAcl: 'true' })).toMatchObject({ makesWebAcl: true });
  expect(() => settings({ ...PRODUCTION, webAcl: 'true' })).toThrow(/webAcl=true и webAclArn вместе не задаются/);
  expect(() => settings({ ...rest, webAcl: 'false' })).toThrow(/webAcl: без списка WAF/);
});

it('values of the command line and of a file are read in the same way', () => {
  const given = { stage: 'test', disposable: true, monthlyBudget: 200, alarmEmail: 'ops@example.ru' };
  const read = { stage: 'test', disposable: true, monthlyBudget: 200, alarmEmail: 'ops@example.ru' };
  expect(settings(given)).toEqual({ ...read, originKey: 1, makesWebAcl: false, reserveConcurrency: true });
  expect(settings({ ...given, disposable: 'true', monthlyBudget: '200' })).toMatchObject(read);
});

it.each([
  ['stage', 'Prod'],
  ['stage', 'x'],
  ['domainName', 'https://example.ru'],
  ['certificateArn', 'arn:aws:acm:eu-central-1:111111111111:certificate/1'],
  ['webAcl', 'yes'],
  ['webAclArn', 'arn:aws:wafv2:eu-central-1:111111111111:regional/webacl/a/1'],
  ['alarmEmail', 'nobody'],
  ['monthlyBudget', '-1'],
  ['originKey', '0'],
  ['reserveConcurrency', 'yes'],
  ['disposable', '1'],
])('an invalid %s («%s») is reported with a correct example', (name, value) => {
  expect(() => settings({ [name]: value })).toThrow(new RegExp(`${name}: «.*» не подходит\\. Нужно: \\S`));
});

it('all faults are reported at once, and a domain requires its certificate', () => {
  expect(() => settings({ stage: 'A', monthlyBudget: 'x', domainName: 'a.ru' })).toThrow(
    /stage.*monthlyBudget.*certificateArn задаются вместе/s,
  );
});
