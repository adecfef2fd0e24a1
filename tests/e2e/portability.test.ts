import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { numberInputs } from '#core/calculations/definition.ts';
import { definitionOf } from '#core/calculations/index.ts';
import { paths } from '#core/contract/paths.ts';
import { buildWeb, ROOT } from '#functions/cli/build.ts';
import { printedAccess } from '../support/browser/api_client.ts';
import { browser, leaveBrowser } from '../support/browser/browser.ts';
import { exportDetailed } from '../support/browser/forms.ts';
import { daysAsCsv } from '../support/browser/large_csv.ts';
import { newPerson, type Person, save, signIn, typeProject } from '../support/browser/person.ts';
import { temporaryDataDir } from '../support/browser/product.ts';
import { argumentsOfScript } from '../support/npm_script.ts';
import { KEY, type StoreServer, startDynamoLocal, startS3Proxy } from '../support/stores/compatible.ts';
import { hasJava } from '../support/stores/maven.ts';

if (!hasJava) console.warn('The proof of portability is skipped: it needs Java 17 and Maven (java, mvn) in PATH');

const run = promisify(execFile);
const folder = temporaryDataDir();
const PROJECT = 'Свой сервер';
const FIELDS = definitionOf('torch_ch4');
const FORECAST = definitionOf('regres_methane');
const LARGE = 90_000;
/** The first time the servers are fetched. */
const FETCH_MS = 600_000;
const person = { email: 'boss@mine.example', password: 'собственный пароль 1', guardant_code: '' };

let stores: StoreServer[] = [];
let environment: NodeJS.ProcessEnv;
/** Lines that the servers have printed. */
const said: string[] = [];
let server: { readonly url: string; readonly process: ChildProcess };
let someone: Person;
let page: Page;
let calculations: string;

/** A command of operations, as npm runs it: what it has printed. */
async function command(script: string, args: readonly string[], changes: NodeJS.ProcessEnv = {}): Promise<string> {
  const { stdout } = await run(process.execPath, [`functions/${script}.ts`, ...args], {
    cwd: ROOT,
    env: { ...environment, ...changes },
  });
  return stdout;
}

async function serve(port = '0'): Promise<typeof server> {
  const child = spawn(process.execPath, argumentsOfScript('serve'), {
    cwd: ROOT,
    env: { ...environment, PORT: port },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout }).on('line', (line) => said.push(line));
  const [line] = await Promise.race([once(lines, 'line'), once(child, 'exit')]);
  const url = /^Продукт работает: (http\S+)$/.exec(line)?.[1];
  if (!url) throw new Error(`The server did not start: ${line}`);
  return { url, process: child };
}

async function stop(): Promise<void> {
  if (!server || server.process.exitCode !== null) return;
  server.process.kill('SIGTERM');
  expect(await once(server.process, 'exit')).toEqual([0, null]);
}

describe.skipIf(!browser || !hasJava)('configured only by variables, over DynamoDB Local and S3Proxy', () => {
  beforeAll(async () => {
    const stored = [startDynamoLocal(join(folder.path, 'dynamo')), startS3Proxy(join(folder.path, 's3'))];
    stores = await Promise.all(stored);
    const [dynamo, s3] = stores;
    const foreign = /^(?:AWS_|TABLE_NAME|BUCKET_NAME|DATA_DIR|HOST|npm_)/;
    environment = {
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name))),
      AWS_ENDPOINT_URL_DYNAMODB: dynamo?.endpoint,
      AWS_ENDPOINT_URL_S3: s3?.endpoint,
      AWS_REGION: 'ru-1',
      AWS_ACCESS_KEY_ID: KEY.accessKeyId,
      AWS_SECRET_ACCESS_KEY: KEY.secretAccessKey,
      TABLE_NAME: 'emissions',
      BUCKET_NAME: 'emissions-files',
      SIGNING_KEYS_FILE: join(folder.path, 'keys.json'),
    };
    await buildWeb();
  }, FETCH_MS);

  afterAll(async () => {
    await leaveBrowser();
    await stop();
    for (const store of stores) await store.stop();
    folder.remove();
  });

  test('the stores are created once, with their credentials only', async () => {
    const refused = command('cli/setup', [], { AWS_SECRET_ACCESS_KEY: 'another' });
    await expect(refused).rejects.toMatchObject({ stderr: expect.stringContaining('ключи не подходят') });
    expect(await command('cli/setup', [])).toMatch(
      /Таблица emissions: (?:создана|уже есть)[\s\S]*Бакет emissions-files: создан/,
    );
    expect(await command('cli/setup', [])).toMatch(/Таблица emissions: уже есть[\s\S]*Бакет \S+: уже есть/);
  });

  test('the first administrator of the first company signs in', async () => {
    const name = ['--last-name', 'Главный', '--first-name', 'Олег'];
    const said = await command('cli/company', ['create', '--name', 'Первая', '--email', person.email, ...name]);
    const { password, guardant_code } = printedAccess(said);
    person.guardant_code = guardant_code;
    await command('cli/keys', ['create', environment.SIGNING_KEYS_FILE ?? '']);
    server = await serve();
    expect((await fetch(new URL('/health', server.url))).status).toBe(200);
    if (!browser) return;
    someone = await newPerson(browser, server, { acceptDownloads: true });
    page = someone.page;
    await page.goto('/login');
    await signIn(page, { ...person, password });
    await page.getByLabel('Новый пароль', { exact: true }).fill(person.password);
    await page.getByLabel('Новый пароль ещё раз').fill(person.password);
    await page.getByRole('button', { name: 'Сменить пароль' }).click();
    await page.getByRole('link', { name: 'Начать работу' }).click();
    await page.getByRole('button', { name: 'Добавить проект' }).click();
    await typeProject(page, PROJECT);
    await save(page);
    await page.getByRole('link', { name: PROJECT, exact: true }).click();
    await page.getByText('Список расчётов пуст').waitFor();
    calculations = page.url();
  });

  test('the product computes typed inputs, a small file and a large file', async () => {
    await openNew(FIELDS.title, 'Факел');
    for (const [, input] of numberInputs(FIELDS)) {
      const field = page.getByRole('dialog').getByLabel(`${input.label}, ${input.symbol}`);
      if ((await field.count()) > 0 && (await field.isEditable())) await field.fill('38,25');
    }
    await save(page);
    await page.getByText('Сервер получил те же числа, бит в бит.').waitFor();
    for (const [name, count] of [
      ['Неделя', 7],
      ['Много дней', LARGE],
    ] as const) {
      const file = join(folder.path, `${name}.csv`);
      writeFileSync(file, daysAsCsv(count));
      await openNew(FORECAST.title, name);
      await page.getByText('Загрузить файл', { exact: true }).click();
      await page.getByLabel('Файл с таблицей').setInputFiles(file);
      const preview = page.getByRole('region', { name: 'Предварительный результат' });
      await preview.getByText('Наибольшая концентрация', { exact: true }).first().waitFor({ timeout: 60_000 });
      const ticket = page.waitForResponse((response) => new URL(response.url()).pathname === '/uploads/');
      const sent = count === LARGE ? ticket : undefined;
      await page.getByRole('dialog').getByRole('button', { name: 'Сохранить', exact: true }).click();
      expect((await sent)?.status()).toBe(sent && 204);
      await page.getByRole('row', { name: rowOf(name, count) }).waitFor({ timeout: 60_000 });
    }
  });

  test('the product offers a large export by a link', async () => {
    const answers: string[] = [];
    page.on('response', (response) => answers.push(`${response.status()} ${new URL(response.url()).pathname}`));
    const file = await exportDetailed(page, PROJECT, 90_000);
    const parts = Object.values(unzipSync(readFileSync(await file.path())));
    expect(parts.some((part) => Buffer.from(part).includes(`r="${LARGE + 1}"`))).toBe(true);
    expect(answers).toContainEqual(expect.stringMatching(/^200 \/downloads\/exports\/.*\.xlsx$/));
  });

  test('all data is there after a restart', async () => {
    await page.getByRole('button', { name: 'Выход' }).click();
    await page.getByRole('button', { name: 'Вход' }).waitFor();
    await stop();
    server = await serve(new URL(server.url).port);
    await signIn(page, person);
    await page.getByRole('button', { name: 'Выход' }).waitFor();
    await page.goto(calculations);
    await page.getByLabel('Вид расчёта').selectOption({ label: FIELDS.title });
    await page.getByRole('row', { name: /Факел/ }).waitFor();
    await page.getByLabel('Вид расчёта').selectOption({ label: FORECAST.title });
    await page.getByRole('row', { name: rowOf('Много дней', LARGE) }).waitFor();
    expect(someone.troubles).toEqual([]);
  });

  test('the log has a line for every request with its id and without its content', async () => {
    const answer = await fetch(new URL(paths.projects, server.url));
    expect(answer.status).toBe(401);
    const request_id = answer.headers.get('x-request-id');
    const line = { event: 'request', request_id, method: 'GET', route: '/api/v1/projects', status: 401 };
    const lines = () => said.filter((one) => one.startsWith('{')).map((one) => JSON.parse(one));
    await expect.poll(lines).toContainEqual(expect.objectContaining(line));
    expect(lines().length).toBeGreaterThan(20);
    expect(said.join('\n')).not.toMatch(new RegExp([person.email, person.password, PROJECT, 'Факел'].join('|')));
  });
});

async function openNew(type: string, name: string): Promise<void> {
  await page.goto(calculations);
  await page.getByLabel('Вид расчёта').selectOption({ label: type });
  await page.getByRole('button', { name: 'Добавить расчёт' }).click();
  await page.getByLabel('Название расчёта').fill(name);
}

/** A line of the list: the name and how many rows it has. */
function rowOf(name: string, count: number): RegExp {
  return new RegExp(`${name} ${count.toLocaleString('ru-RU').replace(/\s/g, '\\s')}`);
}
