import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Addition } from './addition.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Paths that the runs need; packages resolve above the copy, in the node_modules of the repository. */
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
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** Test results of a copy. */
export class Outcome {
  readonly #folder: string;
  readonly #report: Report;

  constructor(folder: string, report: Report) {
    this.#folder = folder;
    this.#report = report;
  }

  /** Failures of files as a whole, and of tests that have `name` in their titles. */
  failures(name = ''): string[] {
    return this.#report.testResults.flatMap(({ message, assertionResults }) => [
      ...(message === '' ? [] : [message]),
      ...named(assertionResults, name).flatMap(({ failureMessages }) => failureMessages),
    ]);
  }

  /** Files of which at least one test with `name` in its title passed. */
  passed(name = ''): string[] {
    const results = this.#report.testResults.filter(({ assertionResults }) =>
      named(assertionResults, name).some(({ status }) => status === 'passed'),
    );
    return results.map(({ name: file }) => file.slice(this.#folder.length + 1)).sort();
  }
}

function named<Test extends { readonly fullName: string }>(tests: readonly Test[], name: string): Test[] {
  return tests.filter(({ fullName }) => fullName.includes(name));
}

/** A copy of the code, to which additions are applied. */
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

  /** Runs those tests of `suites` whose titles match `pattern`; '' runs all. */
  async test(pattern: string, suites: readonly string[]): Promise<Outcome> {
    const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
    const file = join(this.#folder, 'report.json');
    const options = [
      '--root',
      this.#folder,
      '--project',
      'unit',
      '--project',
      'web',
      '--maxWorkers',
      '2',
      '-t',
      pattern,
      '--reporter',
      'json',
      '--outputFile',
      file,
    ];
    const output = await this.#node([vitest, 'run', ...options, ...suites]);
    try {
      return new Outcome(this.#folder, JSON.parse(readFileSync(file, 'utf8')));
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

  #node(args: readonly string[]): Promise<string> {
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')));
    return promisify(execFile)(process.execPath, args, { cwd: this.#folder, env, maxBuffer: 2 ** 26 }).then(
      ({ stdout }) => stdout,
      (error: { stdout?: string }) => error.stdout ?? String(error),
    );
  }
}
