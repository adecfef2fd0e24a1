import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { buildLambda, LAMBDA_BUILD, ROOT } from '#functions/cli/build.ts';
import { LAMBDA_ENVIRONMENT } from '../support/lambda_environment.ts';

/** Processor time of loading a script, ms: it dominates the wait on a small share of a core. */
export interface LambdaStart {
  readonly api: number;
  /** A bundle of the same kind with only an app of one route. */
  readonly bare: number;
}

const RUNS = 7;

const BARE = `
  import { Hono } from 'hono';
  import { handle } from 'hono/aws-lambda';
  export const handler = handle(new Hono().get('/', (c) => c.text('')));
`;

/** The API reads a secret at its start: the same process answers it. */
const MEASURED = `
  import { createServer } from 'node:http';
  const answerSecret = (_, answer) => answer.end('{"SecretString":"x"}');
  const vault = createServer(answerSecret).listen(0, '127.0.0.1');
  await new Promise((resolve) => vault.once('listening', resolve));
  process.env.AWS_ENDPOINT_URL = 'http://127.0.0.1:' + vault.address().port;
  await import(process.argv[1]);
  const { user, system } = process.cpuUsage();
  console.log((user + system) / 1000);
  process.exit();
`;

/** Medians of the whole start, Node's own among it, by turns. */
export async function lambdaStart(): Promise<LambdaStart> {
  await buildLambda();
  const folder = mkdtempSync(join(tmpdir(), 'bare-'));
  const bare = join(folder, 'bare.mjs');
  try {
    await build({
      stdin: { contents: BARE, resolveDir: ROOT },
      ...{ outfile: bare, bundle: true, minify: true, format: 'esm', platform: 'node', target: 'node24' },
    });
    const api = join(LAMBDA_BUILD, 'api/functions/api.mjs');
    const runs = Array.from({ length: RUNS }, () => ({ api: processorTime(api), bare: processorTime(bare) }));
    return { api: median(runs.map((run) => run.api)), bare: median(runs.map((run) => run.bare)) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function processorTime(script: string): number {
  const env = { ...LAMBDA_ENVIRONMENT, NODE_OPTIONS: '--enable-source-maps' };
  return Number(execFileSync(process.execPath, ['--input-type=module', '--eval', MEASURED, script], { env }));
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
