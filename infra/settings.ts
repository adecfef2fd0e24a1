import type { Node } from 'constructs';

/** What operations choose about a deployment: context values of `cdk deploy -c name=value`, or of `cdk.context.json`. */
export interface StackSettings {
  /** Name of the deployment; several may stand in one account. */
  readonly stage: string;
  /** Own domain, with the certificate of it in us-east-1; without, the distribution's own name. */
  readonly domain?: { readonly name: string; readonly certificateArn: string };
  /** Whether a web ACL for the distribution is made, in a stack of its own. */
  readonly makesWebAcl: boolean;
  /** Web ACL (scope CLOUDFRONT) that guards the distribution, made here or by the account's owner. */
  readonly webAclArn?: string;
  /** Who hears of alarms. */
  readonly alarmEmail?: string;
  /** Budget of a month, USD: with `alarmEmail`, half, four fifths and all of it are told. */
  readonly monthlyBudget?: number;
  /** Raised by one, it makes a new secret between the distribution and the API. */
  readonly originKey: number;
  /** Concurrency that the functions reserve; a new account may have too little to reserve any. */
  readonly reserveConcurrency: boolean;
  /** A deployment to try things on: its data are removed with it. */
  readonly disposable: boolean;
}

/** The settings are wrong: shown without a stack. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** Every setting: what it must look like, and what to write. */
const FORMS: Readonly<Record<string, readonly [form: RegExp, example: string]>> = {
  stage: [/^[a-z][a-z0-9]{1,11}$/, 'от 2 до 12 строчных латинских букв и цифр, первая — буква: -c stage=prod'],
  domainName: [/^([a-z0-9-]+\.)+[a-z]{2,}$/, 'имя без протокола: -c domainName=emissions.example.ru'],
  certificateArn: [/^arn:aws:acm:us-east-1:\d{12}:certificate\/.+$/, 'ARN сертификата из us-east-1'],
  webAcl: [/^(true|false)$/, 'true или false'],
  webAclArn: [/^arn:aws:wafv2:us-east-1:\d{12}:global\/webacl\/.+$/, 'ARN списка WAF с областью CLOUDFRONT'],
  alarmEmail: [/^\S+@\S+\.\S+$/, 'адрес почты: -c alarmEmail=ops@example.ru'],
  monthlyBudget: [/^[1-9]\d{0,6}$/, 'целое число долларов: -c monthlyBudget=200'],
  originKey: [/^[1-9]\d{0,3}$/, 'целое число, на единицу больше прежнего: -c originKey=2'],
  reserveConcurrency: [/^(true|false)$/, 'true или false'],
  disposable: [/^(true|false)$/, 'true или false'],
};

/** Reads the settings from the context. Throws SettingsError that lists everything that is wrong. */
export function readStackSettings(node: Node): StackSettings {
  const given = Object.entries(FORMS).map(([name]) => [name, node.tryGetContext(name)] as const);
  const values = new Map(
    given.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as const])),
  );
  const wrong = [...values].flatMap(([name, value]) => {
    const [form, example] = FORMS[name] ?? [/^/, ''];
    return form.test(value) ? [] : [`  ${name}: «${value}» не подходит. Нужно: ${example}`];
  });
  if (values.has('domainName') !== values.has('certificateArn')) {
    wrong.push('  domainName и certificateArn задаются вместе.');
  }
  if (values.get('webAcl') === 'true' && values.has('webAclArn')) {
    wrong.push('  webAcl=true и webAclArn вместе не задаются: список WAF либо создаётся, либо уже есть.');
  }
  if (wrong.length > 0) throw new SettingsError(`Настройки развёртывания заданы неверно:\n${wrong.join('\n')}`);
  refuseUnguarded(values);
  const [name, certificateArn] = [values.get('domainName'), values.get('certificateArn')];
  const webAclArn = values.get('webAclArn');
  const alarmEmail = values.get('alarmEmail');
  const monthlyBudget = values.get('monthlyBudget');
  return {
    stage: values.get('stage') ?? 'prod',
    ...(name && certificateArn && { domain: { name, certificateArn } }),
    makesWebAcl: values.get('webAcl') === 'true',
    ...(webAclArn && { webAclArn }),
    ...(alarmEmail && { alarmEmail }),
    ...(monthlyBudget && { monthlyBudget: Number(monthlyBudget) }),
    originKey: Number(values.get('originKey') ?? 1),
    reserveConcurrency: values.get('reserveConcurrency') !== 'false',
    disposable: values.get('disposable') === 'true',
  };
}

/** What a deployment with companies' data must have: why, and what to write. */
const GUARDS: readonly (readonly [has: (values: Values) => boolean, demand: string])[] = [
  [
    (values) => values.get('webAcl') === 'true' || values.has('webAclArn'),
    'webAcl: без списка WAF любой может закрыть вход для всех. Создать: -c webAcl=true; уже есть: -c webAclArn=arn:…',
  ],
  [
    (values) => values.has('domainName'),
    'domainName и certificateArn: без своего домена CloudFront принимает TLS 1.0. Нужно: -c domainName=emissions.example.ru -c certificateArn=arn:…',
  ],
  [
    (values) => values.has('alarmEmail'),
    'alarmEmail: без адреса о сбоях никто не узнает. Нужно: -c alarmEmail=ops@example.ru',
  ],
];

type Values = ReadonlyMap<string, string>;

/** Refuses a deployment that is to stay and lacks a guard. One to try things on may do without. */
function refuseUnguarded(values: Values): void {
  if (values.get('disposable') === 'true') return;
  const demands = GUARDS.flatMap(([has, demand]) => (has(values) ? [] : [`  ${demand}`]));
  if (demands.length === 0) return;
  const stage = values.get('stage') ?? 'prod';
  throw new SettingsError(
    `Развёртыванию ${stage} не хватает настроек:\n${demands.join('\n')}\nДля пробы без них: -c disposable=true, данные удаляются вместе со стеком.`,
  );
}
