// npm run package: one archive that runs on a plain Node 24, with its SHA-256 beside it.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { MODULES } from '#core/modules.ts';
import { buildWeb, ROOT, readManifest, WEB_BUILD } from '../cli/build.ts';
import { NOTICES_FILE, thirdPartyNotices } from '../cli/third_party.ts';
import { billOfMaterials } from './bill_of_materials.ts';
import { bundleCommands, COMMANDS } from './bundle_commands.ts';

/** Folder of the archive and its checksum. */
export const PACKAGE_BUILD = join(ROOT, 'build/package');

/** Times of all files in the archive, so that the same sources make the same bytes: the first moment that zip tools can state. */
const NO_TIME = new Date('1980-01-01T00:00:00Z');

/** What goes into the archive as it stands in the repository. */
const AS_THEY_ARE = [
  ...['LICENSE', 'CHANGELOG.md', 'SECURITY.md'],
  ...['docs/on-premises.md', 'docs/on-premises', 'docs/runbook', 'docs/uncertainty'],
  ...Object.keys(MODULES).map((module) => `wasm-core/build/${module}.wasm`),
  'wasm-core/models/demonstration',
];

/** Files that commands load first, as they are. */
const PRELOADED = ['check_node.js', 'bound_memory.js'];

/** Builds the archive; returns its path. */
export async function packageRelease(into = PACKAGE_BUILD): Promise<string> {
  await buildWeb();
  // Imported only now: it reads what the build has written.
  const { RELEASE_FILE, releaseOf } = await import('../store/release.ts');
  const { name: product, version, description, license, scripts } = readManifest();
  const name = `${product}-${version}`;
  const folder = join(into, name);
  rmSync(into, { recursive: true, force: true });
  mkdirSync(join(folder, 'functions'), { recursive: true });

  const bundled = await bundleCommands(join(folder, 'functions'));
  writeFileSync(join(folder, NOTICES_FILE), thirdPartyNotices(ROOT, bundled));
  for (const file of PRELOADED) copyFileSync(join(ROOT, 'functions/cli', file), join(folder, 'functions', file));
  // The bundles are modules; nothing else of the repository's file is needed.
  writeJson(join(folder, 'package.json'), {
    name: product,
    version,
    description,
    license,
    type: 'module',
    private: true,
  });
  writeJson(join(folder, RELEASE_FILE), releaseOf(version, commitOfSources()));
  writeJson(join(folder, 'sbom.cdx.json'), billOfMaterials());
  cpSync(WEB_BUILD, join(folder, 'web'), { recursive: true });
  for (const path of AS_THEY_ARE) cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  copyFileSync(join(ROOT, 'functions/package/README.md'), join(folder, 'README.md'));
  for (const command of COMMANDS) writeLauncher(folder, command, optionsOf(scripts[command]));
  return archive(into, name);
}

/** The commit that the sources are; null where something is changed, or they are no checkout. */
function commitOfSources(): string | null {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    return git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD') : null;
  } catch {
    return null;
  }
}

/** What `npm run` gives Node before the command, in the words of a launcher. */
function optionsOf(script = ''): string {
  const [, options] = /^node (.+) functions\/cli\/\w+\.ts$/.exec(script) ?? [];
  if (options === undefined) throw new Error(`Not how a command is started: ${script}`);
  return options.replaceAll(/\.\/functions\/cli\/(\w+\.js)/g, '"$here/functions/$1"');
}

function writeLauncher(folder: string, command: string, options: string): void {
  const text = `#!/bin/sh
# NODE names another Node than the one in PATH.
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
exec "\${NODE:-node}" ${options} "$here/functions/${command}.js" "$@"
`;
  writeFileSync(join(folder, command), text);
  chmodSync(join(folder, command), 0o755);
}

function writeJson(path: string, value: unknown): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}

async function archive(into: string, name: string): Promise<string> {
  const { create } = await import('tar');
  const file = join(into, `${name}.tar.gz`);
  const files = filesOf(join(into, name)).map((path) => relative(into, path));
  await create(
    { file, cwd: into, gzip: { level: 9 }, portable: true, noDirRecurse: true, mtime: NO_TIME },
    files.sort(),
  );
  const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
  writeFileSync(`${file}.sha256`, `${sha256}  ${name}.tar.gz\n`);
  return file;
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesOf(path) : [path];
  });
}

if (import.meta.main) {
  const file = await packageRelease();
  console.log(`${relative(ROOT, file)}\n${readFileSync(`${file}.sha256`, 'utf8').trim()}`);
}
