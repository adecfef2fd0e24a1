import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ROOT } from '#functions/cli/build.ts';

const run = promisify(execFile);

/** The oldest Java that the servers run on. */
const JAVA = 17;

/** Whether Java programs can be fetched and run here. */
export const hasJava = javaVersion() >= JAVA && spawnSync('mvn', ['-version']).status === 0;

function javaVersion(): number {
  const { stderr } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  return Number(/version "(\d+)/.exec(stderr ?? '')?.[1] ?? 0);
}

/** Folder with the libraries of `<name>.pom.xml` beside this file: fetched once and kept in `.cache`. */
export async function librariesOf(name: string): Promise<string> {
  const folder = join(ROOT, '.cache', 'stores', name);
  if (existsSync(folder)) return folder;
  const fresh = `${folder}-${process.pid}`;
  const pom = fileURLToPath(new URL(`${name}.pom.xml`, import.meta.url));
  mkdirSync(fresh, { recursive: true });
  try {
    const flags = ['-DincludeScope=runtime', `-DoutputDirectory=${fresh}`];
    await run('mvn', ['-q', '-B', '-f', pom, 'dependency:copy-dependencies', ...flags]);
    renameSync(fresh, folder);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return folder;
}
