import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { numberInputs } from '#core/calculations/definition.ts';
import { definitionOf } from '#core/calculations/index.ts';
import { paths } from '#core/contract/paths.ts';
import { openDynamo } from '#functions/adapters/aws/dynamo_database.ts';
import { buildLambda, buildWeb, ROOT } from '#functions/cli/build.ts';
import { printedAccess } from '../support/browser/api_client.ts';
import { browser, leaveBrowser } from '../support/browser/browser.ts';
import { exportDetailed } from '../support/browser/forms.ts';
import { daysAsCsv } from '../support/browser/large_csv.ts';
import { newPerson, type Person, save, signIn, typeProject } from '../support/browser/person.ts';
import { temporaryDataDir } from '../support/browser/product.ts';
import { readSheetJs } from '../support/export_readers.ts';
import { Rehearsal } from '../support/local_aws/local_aws.ts';
import { REGION } from '../support/local_aws/template.ts';

const PROJECT = 'Шахта, отчёт за 2026';
const PASSWORD = 'уголь метан шахта отчёт';
const SAME_BITS = 'Сервер получил те же числа, бит в бит.';

/** Rows that make an export too large for an answer, in a file that a request takes. */
const ROWS = 6000;
/** Rows of a file that goes by a ticket. */
const MANY = 100_000;

const dataDir = temporaryDataDir();
let cloud: Rehearsal;
let person: Person;
let page: Page;
let calculations: string;
const admin = { email: 'boss@mine.example', password: '', guardant_code: '' };

describe.skipIf(!browser)('the deployed bundles on this machine', () => {
  beforeAll(async () => {
    await buildWeb();
    await buildLambda();
    cloud = await Rehearsal.start();
  });

  afterAll(async () => {
    await leaveBrowser();
    await cloud?.close();
    dataDir.remove();
  });

  beforeEach(({ onTestFailed }) => onTestFailed(() => console.error(cloud.log.join('\n'), person?.troubles)));

  test('the deployment seeds the dictionaries, and the command creates a company', async () => {
    await cloud.seed();
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        ...['functions/cli/company.ts', 'create', '--name', 'Шахта Первая', '--email', admin.email],
        ...['--last-name', 'Иванова', '--first-name', 'Анна'],
      ],
      {
        cwd: ROOT,
        env: {
          PATH: process.env.PATH,
          TABLE_NAME: cloud.tableName,
          AWS_ENDPOINT_URL_DYNAMODB: cloud.dynamo.endpoint,
          AWS_REGION: REGION,
          AWS_ACCESS_KEY_ID: cloud.dynamo.credentials.accessKeyId,
          AWS_SECRET_ACCESS_KEY: cloud.dynamo.credentials.secretAccessKey,
        },
      },
    );
    Object.assign(admin, printedAccess(stdout));
  });

  test('the API refuses requests that bypass the distribution', async () => {
    const past = await cloud.ask(cloud.api.host, paths.openapi);
    expect([past.status, past.body.toString()]).toEqual([403, '']);
    const guessed = await cloud.ask(cloud.api.host, paths.openapi, { headers: { 'x-origin-secret': 'guess' } });
    expect(guessed.status).toBe(403);
    expect((await cloud.ask(cloud.distribution.host, paths.openapi)).status).toBe(200);
  });

  test('sign-ins are counted by the address that the distribution saw, not by a client header', async () => {
    const spoofed = ['x-forwarded-for', 'x-viewer-address', 'x-origin-secret', 'forwarded', 'true-client-ip'];
    for (const [at, header] of spoofed.entries()) {
      const headers = { 'content-type': 'application/json', [header]: `203.0.113.${at + 1}` };
      const body = JSON.stringify({ email: 'nobody@mine.example', password: 'wrong', guardant_code: '' });
      const answer = await cloud.ask(cloud.distribution.host, paths.token, { method: 'POST', headers, body });
      expect([header, answer.status]).toEqual([header, 401]);
    }
    const { endpoint, credentials } = cloud.dynamo;
    const { client, name } = openDynamo({ name: cloud.tableName, endpoint, credentials, region: REGION });
    const { Items = [] } = await client.send(
      new ScanCommand({
        TableName: name,
        FilterExpression: 'begins_with(pk, :kind)',
        ExpressionAttributeValues: { ':kind': 'T#sign-in#address#' },
      }),
    );
    client.destroy();
    // Kept under a keyed hash of the address: one counter, so none of what the client said was believed.
    expect(Items.map(({ attempts }) => attempts)).toEqual([spoofed.length]);
    expect(Items[0]?.pk).not.toMatch(/\d+\.\d+\.\d+\.\d+/);
  });

  test('a user signs in with the one-time password and sets a new one', async () => {
    if (!browser) return;
    const access = { ...admin, url: `https://${cloud.distribution.host}` };
    const options = { proxy: { server: cloud.proxyUrl }, ignoreHTTPSErrors: true, acceptDownloads: true } as const;
    person = await newPerson(browser, access as Parameters<typeof newPerson>[1], options);
    page = person.page;
    await page.goto('/login');
    await signIn(page, admin);
    await page.getByLabel('Новый пароль', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Новый пароль ещё раз').fill(PASSWORD);
    await page.getByRole('button', { name: 'Сменить пароль' }).click();
    await page.getByRole('link', { name: 'Начать работу' }).click();
  });

  test('a user creates a project and a calculation: server and preview agree bit for bit', async () => {
    await page.getByRole('button', { name: 'Добавить проект' }).click();
    await typeProject(page, PROJECT);
    await save(page);
    await page.getByRole('link', { name: PROJECT, exact: true }).click();
    await page.getByRole('heading', { name: `Расчёты — ${PROJECT}` }).waitFor();
    calculations = page.url();
    await openNew('underground_emission_ch4');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Название расчёта').fill('Добыча за март');
    for (const [, input] of numberInputs(definitionOf('underground_emission_ch4'))) {
      const field = dialog.getByLabel(`${input.label}, ${input.symbol}`);
      if ((await field.count()) > 0 && (await field.isEditable())) await field.fill('38,25');
    }
    await dialog.getByRole('region', { name: 'Предварительный результат' }).locator('output').first().waitFor();
    await save(page);
    await agreed();
  });

  test('a small file is sent in the request', async () => {
    await sendFile('Полгода', ROWS);
    await agreed();
  });

  test('a large export is built by the worker and downloaded complete from the bucket without a token', async () => {
    const file = await exportDetailed(page, PROJECT, 60_000);
    await page.getByText('Файл сохранён').waitFor();
    expect(file.suggestedFilename()).toBe(`${PROJECT}.xlsx`);
    const book = readSheetJs(new Uint8Array(readFileSync(await file.path())));
    const [, rows] = [...book].find(([sheet]) => /^\d+\.\d+ Полгода$/.test(sheet)) ?? [];
    expect(rows).toHaveLength(ROWS + 1);
    expect(cloud.bucket.followed).toHaveLength(1);
    expect(cloud.bucket.followed[0]).toMatchObject({ origin: `https://${cloud.distribution.host}` });
    expect(cloud.bucket.followed[0]).not.toHaveProperty('authorization');
  });

  test('a large file is uploaded to the bucket by a ticket and computed by a worker', async () => {
    await sendFile('Сто тысяч дней', MANY);
    await page.getByText('Расчёт готов: Сто тысяч дней').waitFor({ timeout: 60_000 });
    await page.getByText(SAME_BITS).waitFor();
  });

  test('a killed worker is replaced', async () => {
    const worker = cloud.functions.named('worker', 'Uploads');
    const kills: string[] = [];
    cloud.onCall = ({ fn, action, resource }) => {
      if (fn !== worker || action !== 's3:PutObject' || kills.length > 0) return;
      kills.push(resource);
      cloud.functions.kill(worker);
    };
    await sendFile('Снова сто тысяч', MANY);
    await expect.poll(() => kills.length, { timeout: 30_000 }).toBe(1);
    await expect.poll(() => cloud.log.join(), { timeout: 10_000 }).toContain(`${worker} ended with SIGKILL`);
    // Its lease ends, and the sweeper of the next minute finds the job.
    cloud.ahead += 80_000;
    await cloud.tick();
    await page.getByText('Расчёт готов: Снова сто тысяч').waitFor({ timeout: 60_000 });
  });

  test('the signing key is rotated, and no user is signed out', async () => {
    const before = await keyId();
    await cloud.secrets.rotate(cloud.template.arnOf(cloud.template.idOf('AWS::SecretsManager::Secret', /SigningKeys/)));
    await page.reload();
    await page.getByRole('row', { name: /Сто тысяч дней/ }).waitFor();
    expect(await keyId()).toBe(before);
    // The access token is over, so the next one is signed by the new key.
    cloud.ahead += 11 * 60_000;
    await page.reload();
    await page.getByRole('row', { name: /Сто тысяч дней/ }).waitFor();
    expect(await keyId()).not.toBe(before);
  });

  test('a user signs out', async () => {
    await page.getByRole('button', { name: 'Выход' }).click();
    await page.getByLabel('Логин', { exact: true }).waitFor();
  });

  test('no function was denied a right, dead-letter queues are empty, and no console has an error', () => {
    expect(cloud.denied).toEqual([]);
    const aside = cloud.queues.arns().filter((arn) => arn.includes('Aside'));
    expect(aside.flatMap((arn) => cloud.queues.bodies(arn))).toEqual([]);
    // By a 401 the page learns that its access token is over; then it takes a new one.
    expect(person.troubles.filter((trouble) => !trouble.includes('status of 401'))).toEqual([]);
  });
});

async function openNew(type: Parameters<typeof definitionOf>[0]): Promise<void> {
  await page.goto(calculations);
  await page.getByLabel('Вид расчёта').selectOption({ label: definitionOf(type).title });
  await page.getByRole('button', { name: 'Добавить расчёт' }).click();
  await page.getByLabel('Название расчёта').waitFor();
}

/** A forecast of so many days from a file, sent when its preview stands. */
async function sendFile(name: string, days: number): Promise<void> {
  const path = join(dataDir.path, `${days}.csv`);
  writeFileSync(path, daysAsCsv(days));
  await openNew('regres_methane');
  await page.getByText('Загрузить файл', { exact: true }).click();
  await page.getByLabel('Название расчёта').fill(name);
  await page.getByLabel('Файл с таблицей').setInputFiles(path);
  const [first] = Object.values(definitionOf('regres_methane').table?.summary ?? {});
  const preview = page.getByRole('region', { name: 'Предварительный результат' });
  await preview
    .getByText(first?.label ?? '', { exact: true })
    .first()
    .waitFor({ timeout: 60_000 });
  await page.locator('section[aria-label="Предварительный результат"][aria-busy="false"]').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Сохранить', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden', timeout: 60_000 });
}

async function agreed(): Promise<void> {
  const notice = page.getByRole('alert').filter({ hasText: SAME_BITS });
  await notice.getByRole('button', { name: 'Закрыть сообщение' }).click();
  await notice.waitFor({ state: 'hidden' });
}

/** Which key has signed the session of the page. */
async function keyId(): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
  return JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;
}
