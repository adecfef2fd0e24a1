import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { listCompanies, provisionAdmin } from '#functions/cli/provisioning.ts';
import { openLocalStores } from '#functions/local/local_store.ts';
import { listEntries } from '#functions/store/audit.ts';
import { openService } from '../../support/service.ts';

const run = promisify(execFile);
const PERSON = ['--email', 'boss@mine.example', '--last-name', 'Главный', '--first-name', 'Олег'];

const folder = mkdtempSync(join(tmpdir(), 'company-'));
const service = await openService();
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

/** The command as npm runs it; answers what it printed and its exit code. */
async function company(args: readonly string[], environment: Record<string, string> = {}) {
  const env = { ...process.env, TABLE_NAME: '', DATA_DIR: folder, ...environment };
  try {
    const { stdout } = await run(process.execPath, ['functions/cli/company.ts', ...args], { env });
    return { code: 0, text: stdout };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return { code, text: stderr };
  }
}

describe('npm run company', () => {
  it('creates the first company of a data folder with its administrator and lists it', async () => {
    const made = await company(['create', '--name', 'Шахта «Первая»', ...PERSON]);
    expect(made).toMatchObject({ code: 0, text: expect.stringMatching(/Одноразовый пароль: +[a-z2-9-]{17}\n/) });
    const { text } = await company(['list']);
    expect(text).toMatch(/^[0-9a-f-]{36} {2}Шахта «Первая» {2}\(администраторов: 1\)$/m);
    const again = await company(['create', '--name', 'Другая', ...PERSON]);
    expect(again).toMatchObject({ code: 1, text: expect.stringContaining('уже занят') });
    expect((await company(['list'])).text.trim().split('\n')).toHaveLength(1);
    const id = text.slice(0, 36);
    const restored = await company(['admin', '--company', id, ...PERSON]);
    expect(restored).toMatchObject({ code: 0, text: expect.stringContaining('Администратор назначен') });
  }, 60_000);

  it('works while the product is running', async () => {
    const running = await openLocalStores(folder);
    try {
      const { code, text } = await company(['list']);
      expect([code, text]).toEqual([0, expect.stringContaining('администраторов: ')]);
    } finally {
      await running.close();
    }
  }, 30_000);

  it.each([
    [[], 'Укажите команду'],
    [['delete'], 'Укажите команду'],
    [['create', '--name', 'Шахта'], 'Укажите адрес электронной почты'],
    [['create', ...PERSON], '--name'],
    [['create', '--nam', 'Шахта', ...PERSON], '--nam'],
    [['create', 'Шахта', 'Первая'], 'в кавычках'],
    [['admin', '--company', 'нет такой', ...PERSON], 'Такой компании нет'],
  ])('%j is refused in Russian', async (args, text) => {
    expect(await company(args)).toMatchObject({ code: 1, text: expect.stringContaining(text) });
  });
});

describe('an administrator created by operations', () => {
  it('gets access with a one-time password in any state, which is in the audit list', async () => {
    const lost = await service.createUser({ role: 'admin' });
    const admin = { email: lost.user.email, first_name: 'Анна', last_name: 'Ковалёва' };
    const made = await provisionAdmin(service.db, lost.company.id, admin, service.clock);
    expect((await lost.get(paths.me)).status).toBe(401);
    const password = made?.password ?? '';
    // Administrators sign in with the code of a key from the first time on.
    expect((await service.signIn({ email: admin.email, password })).status).toBe(401);
    const signedIn = await service.signIn({ email: admin.email, password, guardant_code: made?.keyCode });
    const me = await service.call('GET', paths.me, { token: signedIn.body.access });
    expect(me.body).toMatchObject({ role: 'admin', must_change_password: true });
    const { entries } = await listEntries(service.db, lost.tenant, { limit: 10 });
    expect(entries[0]).toMatchObject({ actor_name: 'Команда обслуживания', outcome: 'done' });
    expect(JSON.stringify(entries)).not.toContain(password);
  });

  it('cannot be a user of another company', async () => {
    const [one, other] = [await service.createUser(), await service.createUser()];
    const admin = { email: one.user.email, first_name: 'А', last_name: 'К' };
    expect(await provisionAdmin(service.db, other.company.id, admin, service.clock)).toBeUndefined();
    expect((await listCompanies(service.db)).find(({ id }) => id === other.company.id)?.admins).toBe(0);
    expect((await one.get(paths.me)).status).toBe(200);
  });
});
