import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { PRODUCTION } from './production.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const { context: FLAGS } = JSON.parse(readFileSync(join(ROOT, 'cdk.json'), 'utf8'));

/** Runs a CDK app as the CLI does, with `context`; answers its exit code and what it printed. */
function synthesise(app: string, context = {}): Promise<{ code: number; printed: string }> {
  const out = mkdtempSync(join(tmpdir(), 'cdk-'));
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--input-type=module', '-e', app],
      {
        cwd: ROOT,
        env: { ...process.env, CDK_OUTDIR: out, CDK_CONTEXT_JSON: JSON.stringify({ ...FLAGS, ...context }) },
      },
      (error, stdout, stderr) => {
        rmSync(out, { recursive: true });
        resolve({ code: error ? 1 : 0, printed: stdout + stderr });
      },
    );
  });
}

// That the stack of production passes them, `npm run synth` shows.
it('a disposable deployment without domain, web ACL and alarm address passes the checks', {
  timeout: 60_000,
}, async () => {
  const { code, printed } = await synthesise(`await import('./infra/app.ts');`, { disposable: 'true', stage: 'trial' });
  expect(printed).not.toMatch(/AwsSolutions/);
  expect(code).toBe(0);
});

it('a production deployment without them is refused', { timeout: 60_000 }, async () => {
  const { code, printed } = await synthesise(`await import('./infra/app.ts');`);
  expect(printed).toMatch(/^Развёртыванию prod не хватает настроек:.*webAcl.*domainName.*alarmEmail/s);
  expect(code).toBe(1);
});

it('a right to all resources fails the synthesis for any function', { timeout: 60_000 }, async () => {
  const { code, printed } = await synthesise(
    `
    import { App } from 'aws-cdk-lib';
    import { addChecks } from './infra/checks.ts';
    import { ProductFunction } from './infra/function.ts';
    import { addStacks } from './infra/stacks.ts';
    const app = new App();
    const { product } = addStacks(app);
    const functions = product.node.findAll().filter((one) => one instanceof ProductFunction);
    for (const one of functions) one.allow(['dynamodb:Scan'], ['*']);
    console.log('given to', functions.map(({ node }) => node.path).join(' '));
    addChecks(app);
    app.synth();
  `,
    PRODUCTION,
  );
  const [, given = ''] = /^given to (.*)$/m.exec(printed) ?? [];
  expect(given.split(' ')).toHaveLength(7);
  for (const path of given.split(' ')) expect(printed).toMatch(new RegExp(`${path}/Role/DefaultPolicy/Resource`));
  expect(printed).toMatch(/AwsSolutions-IAM5/);
  expect(code).toBe(1);
});

it('a known violation fails the synthesis', { timeout: 60_000 }, async () => {
  const { code, printed } = await synthesise(`
    import { App, Stack } from 'aws-cdk-lib';
    import { Queue } from 'aws-cdk-lib/aws-sqs';
    import { addChecks } from './infra/checks.ts';
    const app = new App();
    new Queue(new Stack(app, 'Bad'), 'Open');
    addChecks(app);
    app.synth();
  `);
  expect(printed).toMatch(/AwsSolutions-SQS/);
  expect(code).toBe(1);
});
