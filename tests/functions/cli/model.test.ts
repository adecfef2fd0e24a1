import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { ROOT } from '#functions/cli/build.ts';
import { loadServerCore } from '#functions/core.ts';
import { createApp } from '#functions/http/app.ts';
import { ROUTES } from '#functions/http/routes/index.ts';
import { listen } from '#functions/server/listen.ts';
import { FIXED_HASH_KEY, fixedKeys } from '../../support/keys.ts';
import { KEY_CODE, openService, PASSWORD, type Person } from '../../support/service.ts';

const FILE = join(ROOT, 'tests/fixtures/trees/models/lgb_small100.txt');

const service = await openService();
const admin = await service.createUser({ role: 'admin' });
const staff = await service.createUser();
const { db, files } = service;
const app = createApp(ROUTES, {
  ...{ core: await loadServerCore(), db, files, keys: fixedKeys(), hashKey: FIXED_HASH_KEY },
  now: () => service.clock,
  log: (entry) => service.log.push(entry),
});
const server = await listen(app, '127.0.0.1', 0);
const folder = mkdtempSync(join(tmpdir(), 'model-'));
afterAll(async () => {
  await server.close();
  await service.close();
  rmSync(folder, { recursive: true });
});

/** Runs the command as `npm run model` does, without a terminal. */
async function command(args: readonly string[], who: Person | undefined = admin, environment: object = {}) {
  const own = { ADMIN_EMAIL: who?.user.email ?? '', ADMIN_PASSWORD: PASSWORD, ADMIN_GUARDANT_CODE: KEY_CODE };
  const child = spawn(process.execPath, [join(ROOT, 'functions/cli/model.ts'), '--url', server.url, ...args], {
    env: { PATH: process.env.PATH, ...own, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = [child.stdout, child.stderr].map((stream) => stream.setEncoding('utf8').toArray());
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { status, stdout: (await stdout)?.join('') ?? '', stderr: (await stderr)?.join('') ?? '' };
}

const models = async () => (await admin.get(paths.models)).body.results;

describe('npm run model', { timeout: 60_000 }, () => {
  test('uploads a model, prints its columns and tests it on the demonstration days', async () => {
    const { status, stdout, stderr } = await command(['--file', FILE, '--name', 'Лава 12']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const [model] = await models();
    expect(model).toMatchObject({ name: 'Лава 12', is_active: false, file_name: 'lgb_small100.txt' });
    expect(stdout).toContain(`Модель загружена: Лава 12 (${model.id})`);
    expect(stdout).toContain('признаки: Column_0 → x1, Column_1 → x2, ');
    expect(stdout).toContain('они взяты в порядке столбцов');
    expect(stdout.match(/^ {2}2024-01-\d\d {2}-?\d+,\d{4}$/gm)).toHaveLength(10);
    expect(stdout).toContain('ещё не действует');
  });

  test('activates the model on request', async () => {
    const { stdout } = await command(['--file', FILE, '--activate']);
    expect(stdout).toContain('Модель действует');
    expect((await models())[0]).toMatchObject({ is_active: true, name: 'lgb_small100' });
  });

  test('sends an explicit order of features', async () => {
    const text = readFileSync(FILE, 'utf8').replace(/feature_names=.*/, 'feature_names=a b c d e f g');
    writeFileSync(join(folder, 'other.txt'), text);
    const args = ['--file', join(folder, 'other.txt')];
    expect((await command(args)).stderr).toMatch(/Неизвестные признаки модели: «a».*Известны столбцы x1/);
    const { stdout } = await command([...args, '--features', 'x15,x13,x12,x8,x7,x2,x1']);
    expect(stdout).toContain('признаки: a → x15, b → x13');
  });

  test('ends its session', async () => {
    await command(['--file', FILE]);
    const sessions = await service.db.range(admin.tenant.partition, { prefix: 'S#' });
    // One is alive: the person of this test.
    expect(sessions.length).toBeGreaterThan(1);
    expect(sessions.filter(({ revoked }) => !revoked).length).toBe(1);
  });

  test.each<[string, () => Promise<{ status: number | null; stderr: string }>, RegExp]>([
    ['staff', () => command(['--file', FILE], staff), /администратор/],
    ['a wrong password', () => command(['--file', FILE], admin, { ADMIN_PASSWORD: 'нет' }), /Неверный|неверн/i],
    [
      'no password at all',
      () => command(['--file', FILE], admin, { ADMIN_PASSWORD: '' }),
      /Задайте переменную ADMIN_PASSWORD/,
    ],
    ['no file named', () => command([]), /Укажите --file/],
    ['a password as an argument', () => command(['--file', FILE, '--password', 'x']), /--password написан неверно/],
    ['a file that is not there', () => command(['--file', 'no.txt']), /no\.txt: такого файла нет/],
    ['a file that is no model', () => command(['--file', join(ROOT, 'package.json')]), /не модель XGBoost/],
    ['secrets in the open', () => command(['--file', FILE, '--url', 'http://vybrosy.example']), /только по https/],
    ['nobody at the address', () => command(['--file', FILE, '--url', 'http://127.0.0.1:9']), /не отвечает/],
    ['too large a file', () => command(['--file', large()]), /после сжатия занимает 4,5 МБ/],
  ])('reports the fault in Russian: %s', async (_, run, message) => {
    const { status, stderr } = await run();
    expect(status).toBe(1);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\bat .*:\d+/);
  });
});

function large(): string {
  const file = join(folder, 'large.bin');
  writeFileSync(file, randomBytes(4.5 * 2 ** 20));
  return file;
}
