import { readFileSync } from 'node:fs';
import { MODULE_SHA256 } from '#core/build/module_sha256.ts';
import type { Release } from '#core/contract/release.ts';
import { ROOT_FOLDER } from '../places.ts';
import { STORE_VERSION } from './layout.ts';

/** File beside the bundles that says which release they are. */
export const RELEASE_FILE = 'release.json';

/** The release that runs, read once: by its file; sources as they stand have the version of their package and no commit. */
export const describeRelease = onceRead(() => {
  const { version, commit } = readJson(RELEASE_FILE) ?? readJson('package.json') ?? {};
  if (typeof version !== 'string')
    throw new Error(`${ROOT_FOLDER.pathname} has neither ${RELEASE_FILE} nor package.json`);
  return releaseOf(version, typeof commit === 'string' ? commit : null);
});

/** The release of a version and a commit; the core must be built. */
export function releaseOf(version: string, commit: string | null): Release {
  return { version, commit, core_sha256: MODULE_SHA256.core, store_version: STORE_VERSION };
}

function onceRead<T>(read: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => {
    known ??= { value: read() };
    return known.value;
  };
}

function readJson(name: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(readFileSync(new URL(name, ROOT_FOLDER), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
