import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CALCULATION_TYPES } from '#core/calculations/index.ts';
import { paths } from '#core/contract/paths.ts';
import { openBackend } from '#functions/local/backend.ts';
import { type DemoApi, signInDemo } from '#functions/local/demo_api.ts';
import { ensureDemoCompany } from '#functions/local/demo_company.ts';
import { openLocalStores } from '#functions/local/local_store.ts';
import type { Server } from '#functions/server/open_server.ts';
import { copyFormerData, EXPECTED } from '../../support/data_188b502.ts';

/** Opens a former store as a product of that release does, and stays. */
const HOLDER = `
  import { startDynamo } from '#functions/local/former_store/dynalite_server.ts';
  import { TABLE_DEFINITION } from '#functions/store/layout.ts';
  await startDynamo(process.argv[1], 'fugitive-emissions', TABLE_DEFINITION);
  console.log('open');`;

type Answer = Readonly<Record<string, unknown>>;

/** Every file of a folder with its hash. */
function contentsOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path, createHash('sha256').update(readFileSync(path)).digest('hex')];
    }),
  );
}

describe('a data folder of commit 188b502', () => {
  let dataDir: string;
  let backend: Server;
  let api: DemoApi;
  let before: Record<string, string>;
  const said: string[] = [];

  beforeAll(async () => {
    vi.spyOn(console, 'log').mockImplementation((text) => void said.push(text));
    dataDir = copyFormerData();
    before = { ...contentsOf(join(dataDir, 'dynamo')), ...contentsOf(join(dataDir, 's3')) };
    backend = await openBackend(dataDir, join(dataDir, 'web'));
    const signedIn = await signInDemo(backend.app, await ensureDemoCompany(backend.app, backend.db, dataDir));
    if (!signedIn) throw new Error('The passwords of the folder do not open it');
    api = signedIn;
  });
  afterAll(() => backend.close());

  it('is migrated with a message, and the former folders are unchanged', () => {
    expect(said.join('\n')).toMatch(/Данные перенесены в новое хранилище и сверены: записей \d+, файлов 5\./);
    expect({ ...contentsOf(join(dataDir, 'dynamo')), ...contentsOf(join(dataDir, 's3')) }).toEqual(before);
    expect(existsSync(join(dataDir, 'store.part'))).toBe(false);
  });

  it.each(CALCULATION_TYPES.filter((type) => EXPECTED.figures[type]))('keeps the results of %s', async (type) => {
    const { results } = await api.get<{ results: Answer[] }>(
      `${paths.calculations(type)}?project=${EXPECTED.project}&limit=100`,
    );
    expect(results).toHaveLength(EXPECTED.figures[type].length);
    // Later releases may answer more; what was answered stays.
    for (const [index, calculation] of EXPECTED.figures[type].entries())
      expect(results[index]).toMatchObject(calculation);
  });

  it('is exported with the same numbers', async () => {
    const response = await exportText();
    const lines = new Set(response.split('\n').map((line) => line.replaceAll(/\s+/g, ' ').trim()));
    const isFigure = (line: string) => /\d/.test(line) && !/[СC]остав|Файл |верси|ядр/i.test(line);
    const missing = EXPECTED.text
      .split('\n')
      .map((line) => line.replaceAll(/\s+/g, ' ').trim())
      .filter((line) => isFigure(line) && !lines.has(line));
    expect(missing).toEqual([]);
  });

  it('keeps earlier versions and can be edited', async () => {
    const [edited] = EXPECTED.figures.torch_ch4;
    const history = await api.get<{ results: { version: number }[] }>(
      paths.calculationHistory('torch_ch4', String(edited?.id)),
    );
    expect(history.results.map(({ version }) => version)).toEqual([2, 1]);
    const restored = await api.post<Answer>(
      paths.restoreVersion(paths.calculationHistory('torch_ch4', String(edited?.id)), 1),
      { version: 2 },
    );
    expect(restored).toMatchObject({ version: 3 });
    expect(restored.res_ch4).not.toBe(edited?.res_ch4);
  });

  async function exportText(): Promise<string> {
    const { email, password, guardant_code } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'));
    const call = (path: string, init?: RequestInit) => backend.app.fetch(new Request(new URL(path, 'http://x'), init));
    const body = JSON.stringify({ email, password, guardant_code });
    const headers = { 'Content-Type': 'application/json' };
    const { access } = (await (await call(paths.token, { method: 'POST', body, headers })).json()) as {
      access: string;
    };
    const answer = await call(paths.export(EXPECTED.project, 'txt'), {
      headers: { Authorization: `Bearer ${access}` },
    });
    expect(answer.status).toBe(200);
    return answer.text();
  }
});

describe('the migration of a former store', () => {
  it('is refused while the former product still runs', async () => {
    const dataDir = copyFormerData();
    // In a process of its own: locks of files are those of a process.
    const holder = spawn(process.execPath, ['--input-type=module', '--eval', HOLDER, join(dataDir, 'dynamo')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(holder.stdout, 'data');
    await expect(openLocalStores(dataDir)).rejects.toThrow('Продукт уже запущен из этой папки');
    holder.kill();
    await once(holder, 'exit');
    await (await openLocalStores(dataDir)).close();
  });

  it('is repeated after a killed start', async () => {
    const dataDir = copyFormerData();
    mkdirSync(join(dataDir, 'store.part', 'files'), { recursive: true });
    writeFileSync(join(dataDir, 'store.part', 'data.db'), 'half of a database');
    const stores = await openLocalStores(dataDir);
    const items = [];
    for await (const item of stores.db.scan()) items.push(item);
    await stores.close();
    expect(items.length).toBeGreaterThan(50);
  });

  it('is not repeated: a lost new store is reported, not replaced by the former data', async () => {
    const dataDir = copyFormerData();
    await (await openLocalStores(dataDir)).close();
    rmSync(join(dataDir, 'store'), { recursive: true });
    await expect(openLocalStores(dataDir)).rejects.toThrow(/нет хранилища .* хотя продукт в ней уже работал/);
  });

  it('is refused if LevelDB dropped damaged records, until the loss is accepted', async () => {
    const dataDir = copyFormerData();
    const log = readdirSync(join(dataDir, 'dynamo')).find((name) => name.endsWith('.log')) ?? '';
    const bytes = readFileSync(join(dataDir, 'dynamo', log));
    bytes[5000] = (bytes[5000] ?? 0) ^ 1;
    writeFileSync(join(dataDir, 'dynamo', log), bytes);
    await expect(openLocalStores(dataDir)).rejects.toThrow(/Прежнее хранилище .* повреждено.*ACCEPT_LOSS=yes/s);
    expect(existsSync(join(dataDir, 'store'))).toBe(false);
    vi.stubEnv('ACCEPT_LOSS', 'yes');
    await (await openLocalStores(dataDir)).close();
    vi.unstubAllEnvs();
  });

  it('is refused at once if the description of its table is damaged, about which dynalite gives no answer', async () => {
    const dataDir = copyFormerData();
    const log = join(dataDir, 'dynamo', '000005.log');
    const bytes = readFileSync(log);
    bytes[1540] = 0o354;
    writeFileSync(log, bytes);
    await expect(openLocalStores(dataDir)).rejects.toThrow(/Прежнее хранилище .* повреждено/s);
    expect(existsSync(join(dataDir, 'store'))).toBe(false);
  });

  it('keeps a damaged file marked as damaged', async () => {
    const dataDir = copyFormerData();
    const files = readdirSync(join(dataDir, 's3'), { recursive: true, encoding: 'utf8' });
    const rows = files.find((name) => name.endsWith('._S3rver_object')) ?? '';
    const bytes = readFileSync(join(dataDir, 's3', rows));
    bytes[100] = (bytes[100] ?? 0) ^ 1;
    writeFileSync(join(dataDir, 's3', rows), bytes);
    const stores = await openLocalStores(dataDir);
    const key = rows.replace('fugitive-emissions/', '').replace('._S3rver_object', '') as never;
    await expect(stores.files.get(key)).rejects.toThrow('has bytes with SHA-256');
    await expect(stores.files.get(key, { start: 90, end: 120 })).rejects.toThrow('has bytes with SHA-256');
    await stores.close();
  });
});
