import { App } from 'aws-cdk-lib';
import { expect, it } from 'vitest';
import { readSettings, type Settings } from '#infra/settings.ts';

function settings(context: Readonly<Record<string, unknown>>): Settings {
  return readSettings(new App({ context }).node);
}

it('without any, one deployment named prod is made, whose data outlive it', () => {
  expect(settings({})).toEqual({ stage: 'prod', originKey: 1, reserveConcurrency: true, disposable: false });
});

it('values of the command line and of a file are read alike', () => {
  const given = { stage: 'test', disposable: true, monthlyBudget: 200, alarmEmail: 'ops@example.ru' };
  const read = { stage: 'test', disposable: true, monthlyBudget: 200, alarmEmail: 'ops@example.ru' };
  expect(settings(given)).toEqual({ ...read, originKey: 1, reserveConcurrency: true });
  expect(settings({ ...given, disposable: 'true', monthlyBudget: '200' })).toMatchObject(read);
});

it.each([
  ['stage', 'Prod'],
  ['stage', 'x'],
  ['domainName', 'https://example.ru'],
  ['certificateArn', 'arn:aws:acm:eu-central-1:111111111111:certificate/1'],
  ['webAclArn', 'arn:aws:wafv2:eu-central-1:111111111111:regional/webacl/a/1'],
  ['alarmEmail', 'nobody'],
  ['monthlyBudget', '-1'],
  ['originKey', '0'],
  ['reserveConcurrency', 'yes'],
  ['disposable', '1'],
])('a wrong %s («%s») is named, with what to write', (name, value) => {
  expect(() => settings({ [name]: value })).toThrow(new RegExp(`${name}: «.*» не подходит\\. Нужно: \\S`));
});

it('everything that is wrong is said at once, and a domain wants its certificate', () => {
  expect(() => settings({ stage: 'A', monthlyBudget: 'x', domainName: 'a.ru' })).toThrow(
    /stage.*monthlyBudget.*certificateArn задаются вместе/s,
  );
});
