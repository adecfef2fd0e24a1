import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CALCULATION_TYPES } from '#core/calculations/index.ts';
import { paths } from '#core/contract/paths.ts';
import { ROOT } from '#functions/cli/build.ts';
import { prepare } from '../../../wasm-core/models/properties/python.ts';
import type { Ids } from '../input/addresses.ts';

const FOLDER = 'tests/support/reliability/fuzz';
const PHASES = 'coverage,fuzzing,stateful';

/** Report of schemathesis: requests, operations, and its text of each failure. */
export interface Seen {
  readonly requests: number;
  readonly operations: number;
  readonly failures: readonly string[];
}

/** Token and objects for the calls. */
export interface Caller {
  readonly token: string;
  readonly ids: Ids;
}

/** Runs schemathesis with all checks against the served API: boundary requests, and at most `examples` generated requests an operation. */
export async function runSchemathesis(url: string, { token, ids }: Caller, examples: number): Promise<Seen> {
  const python = await prepare(`${FOLDER}/requirements.txt`);
  const folder = mkdtempSync(join(tmpdir(), 'schemathesis-'));
  const [config, report] = [join(folder, 'schemathesis.toml'), join(folder, 'report.json')];
  writeFileSync(config, `${readFileSync(join(ROOT, FOLDER, 'schemathesis.toml'), 'utf8')}\n${namedObjects(ids)}`);
  const args = ['--config-file', config, 'run', url + paths.openapi, '-H', `Authorization: Bearer ${token}`];
  const how = ['-n', String(examples), '--seed', '1', '--phases', PHASES, '--continue-on-failure', '--no-color'];
  try {
    const printed = await ended(join(dirname(python), 'st'), [...args, ...how, '--report-json-path', report], folder);
    return seen(readFileSync(report, 'utf8'), printed);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Existing objects, so that requests pass the 404. */
function namedObjects(ids: Ids): string {
  const line = (place: string, id = '') => `${JSON.stringify(place)} = ${JSON.stringify(id)}`;
  const ofPath = ['project', 'user', 'model', 'job', 'version'].map((name) => line(`path.${name}`, ids[name]));
  const ofType = CALCULATION_TYPES.map((type) => {
    return `[[operations]]\ninclude-path-regex = "^/api/v1/${type}/"\nparameters = { ${line('path.calculation', ids[type])} }`;
  });
  const project = [line('query.project', ids.project), line('body.project', ids.project)];
  return ['[parameters]', ...ofPath, ...project, ...ofType].join('\n');
}

/** Output of the program, with or without failures. */
function ended(file: string, args: readonly string[], cwd: string): Promise<string> {
  return new Promise((resolve) => {
    execFile(file, args, { cwd, maxBuffer: 2 ** 28 }, (_failed, stdout, stderr) => resolve(stdout + stderr));
  });
}

function seen(report: string, printed: string): Seen {
  const { complete, operations, test_cases, failures, errors } = JSON.parse(report);
  if (!complete || operations.tested !== operations.total || errors.length > 0) throw new Error(printed);
  const start = printed.indexOf('= FAILURES =');
  return {
    requests: test_cases.generated,
    operations: operations.tested,
    failures: failures.length > 0 ? [printed.slice(Math.max(0, start))] : [],
  };
}
