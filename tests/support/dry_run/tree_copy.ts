import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Addition } from './addition.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** What the runs need; packages are found above the copy, in the node_modules of the repository. */
const COPIED = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vitest.config.ts',
  'wasm-core',
  'functions',
  'infra',
  'web/src',
  'tests/wasm-core',
  'tests/functions',
  'tests/web',
  'tests/bench',
  'tests/fixtures',
  'tests/support',
];

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly failureMessages: readonly string[] }[];
  }[];
}

/** What the tests of a copy say. */
export interface Outcome {
  readonly failures: readonly string[];
  /** Files of which at least one test passed. */
  readonly passed: readonly string[];
}

/** A copy of the code, in which developers' additions are tried. */
export class TreeCopy {
  readonly #folder: string;

  constructor() {
    mkdirSync(join(ROOT, '.cache'), { recursive: true });
    this.#folder = mkdtempSync(join(ROOT, '.cache/dry_run-'));
    const isSource = (path: string) => basename(path) !== 'build';
    for (const path of COPIED) {
      cpSync(join(ROOT, path), join(this.#folder, path), { recursive: true, filter: isSource });
    }
  }

  apply({ edits }: Addition): void {
    for (const [path, edit] of Object.entries(edits)) this.write(path, edit(this.read(path) ?? ''));
  }

  read(path: string): string | undefined {
    const file = join(this.#folder, path);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  }

  /** Writes a file; undefined removes it. */
  write(path: string, text: string | undefined): void {
    if (text === undefined) rmSync(join(this.#folder, path));
    else writeFileSync(join(this.#folder, path), text);
  }

  /** Runs those tests of `suites` that have `name` in their titles; '' runs all. */
  async test(name: string, suites: readonly string[]): Promise<Outcome> {
    const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
    const file = join(this.#folder, 'report.json');
    const options = [
      '--root',
      this.#folder,
      '--project',
      'unit',
      '--project',
      'web',
      '-t',
      name,
      '--reporter',
      'json',
      '--outputFile',
      file,
    ];
    const output = await this.#node([vitest, 'run', ...options, ...suites]);
    try {
      return this.#outcome(JSON.parse(readFileSync(file, 'utf8')) as Report);
    } catch (cause) {
      throw new Error(output, { cause });
    } finally {
      rmSync(file, { force: true });
    }
  }

  /** Errors of the type checker. */
  async typeErrors(): Promise<string[]> {
    const output = await this.#node([join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', this.#folder]);
    return output.split('\n').filter((line) => line.includes('error TS'));
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #outcome({ testResults }: Report): Outcome {
    const passed = testResults.filter(({ assertionResults }) =>
      assertionResults.some(({ status }) => status === 'passed'),
    );
    return {
      failures: testResults.flatMap(({ message, assertionResults }) => [
        ...(message === '' ? [] : [message]),
        ...assertionResults.flatMap(({ failureMessages }) => failureMessages),
      ]),
      passed: passed.map(({ name }) => name.slice(this.#folder.length + 1)),
    };
  }

  #node(args: readonly string[]): Promise<string> {
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')));
    return promisify(execFile)(process.execPath, args, { cwd: this.#folder, env, maxBuffer: 2 ** 26 }).then(
      ({ stdout }) => stdout,
      (error: { stdout?: string }) => error.stdout ?? String(error),
    );
  }
}
