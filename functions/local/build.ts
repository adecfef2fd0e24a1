import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { main as asc } from 'assemblyscript/asc';

/** Folder of the repository. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const CORE_BUILD = join(ROOT, 'wasm-core/build');

/** What a build is made of: files and folders of the repository. A change in any of them makes it stale. */
const CORE_SOURCES = ['wasm-core/assembly', 'wasm-core/asconfig.json', 'package-lock.json'];

/** Compiles the core to `wasm-core/build/core.wasm` and writes its SHA-256 beside it, unless both are up to date. */
export async function buildCore(): Promise<void> {
  await whenStale(CORE_BUILD, CORE_SOURCES, async () => {
    const baseDir = join(ROOT, 'wasm-core');
    const { error, stderr } = await asc(['--baseDir', baseDir, '--config', 'asconfig.json', '--target', 'release']);
    if (error) throw new Error(`The core does not compile.\n${stderr}`, { cause: error });
    const sha256 = createHash('sha256')
      .update(readFileSync(join(CORE_BUILD, 'core.wasm')))
      .digest('hex');
    writeFileSync(
      join(CORE_BUILD, 'core_sha256.ts'),
      `/** SHA-256 of core.wasm beside this file. Made by the build. */\nexport const CORE_SHA256 = '${sha256}';\n`,
    );
  });
}

/** Runs `build` unless `folder` was built from these very sources; the fingerprint lies in the folder. */
async function whenStale(folder: string, sources: readonly string[], build: () => Promise<void>): Promise<void> {
  const stamp = join(folder, 'sources.sha256');
  const now = fingerprint(sources);
  if (read(stamp) === now) return;
  mkdirSync(folder, { recursive: true });
  await build();
  writeFileSync(stamp, now);
}

function fingerprint(sources: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => filesOf(join(ROOT, source))).sort()) {
    hash.update(`${file.slice(ROOT.length)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function filesOf(path: string): string[] {
  try {
    return readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
      entry.name === 'build' ? [] : filesOf(join(path, entry.name)),
    );
  } catch {
    return [path];
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
