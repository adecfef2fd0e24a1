import type { Node } from 'constructs';

/**
 * Settings of a deployment: context values of `cdk deploy -c name=value` or of `cdk.context.json`.
 */
export interface StackSettings {
  /** Name of the deployment; one account may have several. */
  readonly stage: string;
  /** Domain with its certificate in us-east-1; by default the distribution's own name. */
  readonly domain?: { readonly name: string; readonly certificateArn: string };
  /** Whether to create a web ACL for the distribution, in a separate stack. */
  readonly makesWebAcl: boolean;
  /** ARN of the distribution's web ACL (scope CLOUDFRONT), created here or elsewhere. */
  readonly webAclArn?: string;
  /** E-mail address for alarms. */
  readonly alarmEmail?: string;
  /** Monthly budget, USD; `alarmEmail` is notified at 50, 80 and 100 %. */
  readonly monthlyBudget?: number;
  /** Counter of the secret between distribution and API: an increment creates a new one. */
  readonly originKey: number;
  /** Concurrency that the functions reserve; a new account may have too little to reserve any. */
  readonly reserveConcurrency: boolean;
  /** Whether the deployment is for tests: its data is removed with it. */
  readonly disposable: boolean;
}

/** Invalid settings; printed without a stack trace. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** Format of every setting, with an example. */
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

/** Reads the settings from the context. Throws SettingsError with every fault. */
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

/** Protections that a permanent deployment requires, each with the cause and the next step. */
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

/** Refuses a permanent deployment without a protection; a disposable one may lack it. */
function refuseUnguarded(values: Values): void {
  if (values.get('disposable') === 'true') return;
  const demands = GUARDS.flatMap(([has, demand]) => (has(values) ? [] : [`  ${demand}`]));
  if (demands.length === 0) return;
  const stage = values.get('stage') ?? 'prod';
  throw new SettingsError(
    `Развёртыванию ${stage} не хватает настроек:\n${demands.join('\n')}\nДля пробы без них: -c disposable=true, данные удаляются вместе со стеком.`,
  );
}
