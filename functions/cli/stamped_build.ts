import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { isRunning } from '../running_process.ts';

/** File with the hashes of the sources and of the build. */
const STAMP = 'sources.sha256';

/** A build with its sources and the folder for temporary builds. */
export interface StampedBuild {
  /** Folder of the build. */
  readonly folder: string;
  /** Absolute paths of files and folders; a change in any of them makes the build stale. */
  readonly sources: readonly string[];
  /** Folder for builds in progress. */
  readonly cache: string;
}

/** Whether the folder was built from exactly these sources and no built file has changed. */
export function isBuiltFrom({ folder, sources }: Omit<StampedBuild, 'cache'>): boolean {
  const stamp = read(join(folder, STAMP));
  return stamp !== undefined && stamp === stampOf(fingerprint(sources), folder);
}

/**
 * Runs `build` unless the folder is up to date and intact. The build fills a temporary folder,
 * which then replaces the old one atomically: a reader never sees a partial build.
 */
export async function buildWhenStale(stamped: StampedBuild, build: (folder: string) => Promise<void>): Promise<void> {
  if (isBuiltFrom(stamped)) return;
  const { folder, sources, cache } = stamped;
  const now = fingerprint(sources);
  const name = `${relative(dirname(cache), folder).split(sep).join('-')}-`;
  removeLeftOvers(cache, name);
  const fresh = join(cache, `${name}${process.pid}`);
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  try {
    await build(fresh);
    writeFileSync(join(fresh, STAMP), stampOf(now, fresh));
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(dirname(folder), { recursive: true });
    renameSync(fresh, folder);
  } catch (cause) {
    // Another process has built the same sources meanwhile; its folder is equivalent.
    if (!isBuiltFrom(stamped)) throw cause;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** Removes builds of processes that were killed. */
function removeLeftOvers(cache: string, name: string): void {
  for (const entry of filesOrNone(cache)) {
    const process = entry.startsWith(name) ? Number(entry.slice(name.length)) : Number.NaN;
    if (Number.isInteger(process) && !isRunning(process)) rmSync(join(cache, entry), { recursive: true, force: true });
  }
}

function stampOf(sources: string, folder: string): string {
  const built = filesOf(folder).filter((file) => file !== join(folder, STAMP));
  return `${sources} ${hashOf(folder, built)}\n`;
}

function fingerprint(sources: readonly string[]): string {
  // Builds are inside the source folders of other builds.
  const files = sources.flatMap((source) => filesOf(source, 'build'));
  return hashOf(commonFolder(sources), files);
}

function commonFolder(paths: readonly string[]): string {
  return paths.map(dirname).reduce((one, other) => (one.length < other.length ? one : other));
}

function hashOf(folder: string, files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files.toSorted()) hash.update(`${relative(folder, file)}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

function filesOf(path: string, except?: string): string[] {
  try {
    return readdirSync(path, { withFileTypes: true }).flatMap(({ name }) =>
      name === except ? [] : filesOf(join(path, name), except),
    );
  } catch {
    return [path];
  }
}

function filesOrNone(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
