import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { ROOT } from '#functions/cli/build.ts';

/** A command of `functions/cli` and a folder for its files, removed after the tests. */
export interface Command {
  readonly folder: string;
  /** Runs the command as its npm script does. */
  run(...args: readonly string[]): { status: number | null; stdout: string; stderr: string };
  /** Writes a file of the folder, an object as JSON; returns its path. */
  file(name: string, content: unknown): string;
}

export function commandOf(name: string): Command {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return {
    folder,
    run: (...args) => {
      const script = join(ROOT, `functions/cli/${name}.ts`);
      const options = { encoding: 'utf8', timeout: 60_000 } as const;
      const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], options);
      return { status, stdout, stderr };
    },
    file: (fileName, content) => {
      const path = join(folder, fileName);
      writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
      return path;
    },
  };
}
