// `npm run cost`: measures the AWS requests of users' actions and writes the cost of a thousand users into docs/runbook/cost.md.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { paths } from '#core/contract/paths.ts';
import { ROOT } from '#functions/cli/build.ts';
import { countCapacity } from '../support/capacity.ts';
import { openSdkService, type SdkService } from '../support/sdk_stores.ts';
import { type ApiResponse, KEY_CODE, newProject, PASSWORD, type Person } from '../support/service.ts';

const PAGE = join(ROOT, 'docs/runbook/cost.md');
const USERS = 1000;

/** USD of AWS's public price lists, N. Virginia; check them with the AWS calculator for the chosen region. */
const PRICES = {
  'HTTP API, a million calls': 1.0,
  'Lambda on ARM, a million calls': 0.2,
  'Lambda on ARM, a GB-second': 0.0000133334,
  'DynamoDB, a million write units': 0.625,
  'DynamoDB, a million read units': 0.125,
  'DynamoDB, a GB stored, with its backups, a month': 0.45,
  'S3, a thousand writes': 0.005,
  'S3, a thousand reads': 0.0004,
  'S3, a GB stored a month': 0.023,
  'CloudFront, a GB to people': 0.085,
  'CloudFront, ten thousand calls': 0.01,
  'CloudWatch, a GB of logs': 0.5,
} as const;

/** Fixed costs, USD a month. */
const STANDING = {
  'web ACL (itself, five rules, 2.2 million calls)': 11.3,
  '41 alarms': 4.1,
  'metrics of the logs (9)': 2.7,
  'two secrets': 0.8,
  'asking the queues (two, five askers each, every 20 s)': 0.5,
  'the sweeper, every minute': 0.3,
} as const;

/** Actions of a user in a month of 21 days. Users read more than they write. */
const MONTH: readonly (readonly [what: string, times: number, act: (day: Day) => Promise<unknown>])[] = [
  [
    'makes a calculation',
    105,
    ({ person, project }) => person.post(paths.calculations(TYPE), { ...VENTILATION, project }),
  ],
  ['signs in', 21, ({ service, person }) => signIn(service, person)],
  ['is signed on again, every ten minutes of three hours', 378, ({ service, person }) => refresh(service, person)],
  ['opens the list of projects', 210, ({ person }) => person.get(paths.projects)],
  ['opens a list of calculations', 840, ({ person, project }) => person.get(listOf(project))],
  ['opens a calculation', 420, ({ person, made }) => person.get(paths.calculation(TYPE, made))],
  ['opens a dictionary', 84, ({ person }) => person.get(paths.dictionary('get_underground'))],
  ['changes a calculation', 105, ({ person, made }) => person.patch(paths.changeCalculation(TYPE, made), VENTILATION)],
  ['computes a table of a thousand rows', 8, ({ person, project }) => forecast(person, project)],
  ['exports a project', 8, ({ person, project }) => person.get(paths.export(project, 'xlsx'))],
];

const TYPE = 'underground';
const VENTILATION = {
  ...{ name: 'Вентиляция', volume: 7_884_000, p_co2: '1.839300', p_ch4: '0.668000', ef_co2: 0, ef_ch4: 0.3 },
} as const;

interface Day {
  readonly service: SdkService;
  readonly person: Person;
  readonly project: string;
  /** A calculation of the project. */
  readonly made: string;
}

/** Requests of one action. */
interface Asked {
  calls: number;
  seconds: number;
  writes: number;
  reads: number;
  s3Writes: number;
  s3Reads: number;
  bytes: number;
}

const REPEATS = 20;

function listOf(project: string): string {
  return `${paths.calculations(TYPE)}?project=${project}&is_active=true&is_deleted=false`;
}

async function signIn(service: SdkService, { user }: Person): Promise<unknown> {
  return service.signIn({ email: user.email, password: PASSWORD, guardant_code: KEY_CODE });
}

/** The newest refresh token: each is valid once. */
let token = '';

async function refresh({ call }: SdkService, { tokens }: Person): Promise<ApiResponse> {
  const answer = await call('POST', paths.refresh, { body: { token: token || tokens.refresh } });
  token = answer.body.refresh;
  return answer;
}

function forecast(person: Person, project: string): Promise<unknown> {
  const row = { x1: 1.1, x2: 2.2, x7: 3.3, x8: 4.4, x12: 5.5, x13: 6.6, x15: 7.7 };
  const data = Array.from({ length: 1000 }, (_, index) => ({ id: index + 1, ...row }));
  return person.post(paths.calculations('regres_methane'), { name: 'Прогноз', project, method: 'xgboost', data });
}

/** Counts the requests to the stores during an action: the mean of several, after an uncounted one. */
function measured({ db, files, requests }: SdkService): (act: () => Promise<unknown>) => Promise<Asked> {
  let now: Asked = none();
  const taken = countCapacity(db);
  files.client.middlewareStack.add(
    (next, context) => (args) => {
      if (/^Put/.test(context.commandName ?? '')) now.s3Writes += 1;
      else now.s3Reads += 1;
      return next(args);
    },
    { step: 'initialize' },
  );
  return async (act) => {
    await act();
    now = none();
    Object.assign(taken, { reads: 0, writes: 0 });
    const before = requests.length;
    for (let count = 0; count < REPEATS; count++) now.bytes += bytesOf(await act());
    const lines = requests.slice(before);
    Object.assign(now, taken);
    now.calls = lines.length;
    now.seconds = lines.reduce((sum, { ms }) => sum + Number(ms), 0) / 1000;
    return Object.fromEntries(Object.entries(now).map(([name, value]) => [name, value / REPEATS])) as unknown as Asked;
  };
}

function none(): Asked {
  return { calls: 0, seconds: 0, writes: 0, reads: 0, s3Writes: 0, s3Reads: 0, bytes: 0 };
}

function bytesOf(answer: unknown): number {
  return Buffer.byteLength((answer as { text?: string }).text ?? '');
}

/** Bytes of one calculation in the table, its revision included. */
async function itemBytes({ db }: SdkService): Promise<number> {
  const { Items = [] } = await db.client.send(new ScanCommand({ TableName: db.name }));
  const sizes = Items.filter(({ sk }) => String(sk).startsWith(`K#${TYPE}`)).map((item) => JSON.stringify(item).length);
  return Math.max(...sizes);
}

/** Memory of the API's function, GB: `infra/api.ts`. */
const GB = 1769 / 1024;

function page(rows: readonly (readonly [string, number, Asked])[], storedItem: number): string {
  const all = none();
  for (const [, times, asked] of rows) {
    for (const name of Object.keys(all) as (keyof Asked)[]) all[name] += USERS * times * asked[name];
  }
  // A calculation and its revisions; after a year of work.
  const storedGb = (USERS * 210 * 12 * storedItem) / 1e9;
  const rowsGb = (USERS * 8 * 12 * 90_000) / 1e9;
  const costs: readonly (readonly [what: string, asked: string, usd: number])[] = [
    ['HTTP API', `${millions(all.calls)} calls`, (all.calls / 1e6) * PRICES['HTTP API, a million calls']],
    [
      'Lambda',
      `${millions(all.calls)} calls, ${Math.round(all.seconds * GB).toLocaleString('en')} GB-s`,
      (all.calls / 1e6) * PRICES['Lambda on ARM, a million calls'] +
        all.seconds * GB * PRICES['Lambda on ARM, a GB-second'],
    ],
    [
      'DynamoDB',
      `${millions(all.writes)} write units, ${millions(all.reads)} read units`,
      (all.writes / 1e6) * PRICES['DynamoDB, a million write units'] +
        (all.reads / 1e6) * PRICES['DynamoDB, a million read units'],
    ],
    [
      'DynamoDB, storage after a year',
      `${storedGb.toFixed(1)} GB`,
      storedGb * PRICES['DynamoDB, a GB stored, with its backups, a month'],
    ],
    [
      'S3',
      `${millions(all.s3Writes)} writes, ${millions(all.s3Reads)} reads, ${rowsGb.toFixed(1)} GB after a year`,
      (all.s3Writes / 1e3) * PRICES['S3, a thousand writes'] +
        (all.s3Reads / 1e3) * PRICES['S3, a thousand reads'] +
        rowsGb * PRICES['S3, a GB stored a month'],
    ],
    [
      'CloudFront',
      `${((all.bytes + USERS * 2 * 600_000) / 1e9).toFixed(1)} GB, ${millions(all.calls)} calls`,
      ((all.bytes + USERS * 2 * 600_000) / 1e9) * PRICES['CloudFront, a GB to people'] +
        (all.calls / 1e4) * PRICES['CloudFront, ten thousand calls'],
    ],
    [
      'CloudWatch, logs',
      `${((all.calls * 1200) / 1e9).toFixed(1)} GB`,
      ((all.calls * 1200) / 1e9) * PRICES['CloudWatch, a GB of logs'],
    ],
    ...Object.entries(STANDING).map(([what, usd]) => ['Standing', what, usd] as const),
  ];
  const total = costs.reduce((sum, [, , usd]) => sum + usd, 0);
  return `# Cost

По-русски: [ru/cost.md](ru/cost.md).

What ${USERS.toLocaleString('en')} users cost in a month of 21 working days. \`npm run cost\` measures the requests of each action to the
stores (capacity as the table reports it, calls of the bucket, time in the function, bytes of the answer) and writes this page. Free tiers
are excluded. Prices are from AWS's public price lists for N. Virginia, in USD, without tax: check them with the AWS calculator for your region.

## What a user does, and what one action requests

| action | times a month | calls | ms | write units | read units | S3 writes | S3 reads | bytes |
|---|---:|---:|---:|---:|---:|---:|---:|---:|
${rows.map(([what, times, one]) => `| ${what} | ${times} | ${[one.calls, one.seconds * 1000, one.writes, one.reads, one.s3Writes, one.s3Reads, one.bytes].map((value) => value.toFixed(value < 10 && value % 1 !== 0 ? 1 : 0)).join(' | ')} |`).join('\n')}

The times were measured with the stores on the same machine; a function in AWS waits longer for them.

## What it costs

| part | a month | USD |
|---|---|---:|
${costs.map(([what, asked, usd]) => `| ${what} | ${asked} | ${usd.toFixed(2)} |`).join('\n')}
| **all** | | **${total.toFixed(2)}** |

Assumptions: a web application of 600 kB loaded twice a month, 1,200 bytes of logs a call, ${storedItem} bytes a calculation with as many
revisions, 90 kB of rows a table.

## When it costs more

1. AWS Budgets notifies \`alarmEmail\` at 50, 80 and 100 % of \`monthlyBudget\`. Open Cost Explorer, grouped by service.
2. If DynamoDB or Lambda has grown, look for a client that calls too much, in the logs of the API:
   \`filter event = "request" | stats count() by company, route\`.
3. The cost of a day is bounded: the table refuses more than 4,000 read and 2,000 write units a second, the web ACL more than 6,000 calls of
   one address in five minutes, the API more than a thousand calls a second.
`;
}

function millions(count: number): string {
  return `${(count / 1e6).toFixed(2)} million`;
}

const service = await openSdkService();
try {
  const person = await service.createUser();
  const project = await newProject(person);
  const { body } = await person.post(paths.calculations(TYPE), { ...VENTILATION, project });
  const day: Day = { service, person, project, made: body.id };
  const asked = measured(service);
  const rows: (readonly [what: string, times: number, asked: Asked])[] = [];
  for (const [what, times, act] of MONTH) rows.push([what, times, await asked(() => act(day))]);
  const storedItem = await itemBytes(service);
  writeFileSync(PAGE, page(rows, storedItem));
} finally {
  await service.close();
}
