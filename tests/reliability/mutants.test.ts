import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { SABOTAGES, type Sabotage } from '../support/reliability/mutants.ts';
import { IS_FULL, reliabilityTest } from '../support/reliability/reliability_test.ts';
import { sabotaged } from '../support/reliability/sabotage.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

describe('the sabotages', () => {
  it.each(SABOTAGES)('$what: can be made as the code is now', ({ file, change, test: [testFile, name] }) => {
    const code = readFileSync(join(ROOT, file), 'utf8');
    expect(sabotaged(code, change)).not.toBe(code);
    expect(readFileSync(join(ROOT, testFile), 'utf8')).toContain(name);
  });
});

// A copy of the tree is broken and tested for each: minutes, so `npm test` only looks whether they could be made.
describe.runIf(IS_FULL)('each in a copy of the product', () => {
  const pass = 'every one is caught by its test, which passes without it';
  reliabilityTest(
    { id: 'SAB', stimulus: 'Defects sown one at a time', pass, quick: 0, full: SABOTAGES.length },
    async () => {
      const copy = copyOfTree();
      try {
        const survivors: string[] = [];
        for (const sabotage of SABOTAGES) {
          if (!(await isCaught(copy, sabotage))) survivors.push(sabotage.what);
        }
        expect(survivors).toEqual([]);
        return `${SABOTAGES.length} of ${SABOTAGES.length} caught`;
      } finally {
        rmSync(copy, { recursive: true });
      }
    },
  );
});

/** Tests that have passed. */
const sound = new Set<string>();

/** Whether the test of a mutant passes before the mutation and fails with it. */
async function isCaught(copy: string, { file, change, test }: Sabotage): Promise<boolean> {
  const key = test.join(' ');
  if (!sound.has(key) && !(await passes(copy, test))) throw new Error(`${key} fails without any sabotage`);
  sound.add(key);
  const path = join(copy, file);
  const whole = readFileSync(path, 'utf8');
  writeFileSync(path, sabotaged(whole, change));
  try {
    return !(await passes(copy, test));
  } finally {
    writeFileSync(path, whole);
  }
}

function passes(copy: string, [file, name]: Sabotage['test']): Promise<boolean> {
  const vitest = join(copy, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', file, '--maxWorkers=1', ...(name ? ['-t', name] : [])];
  const { RELIABILITY: _full, ...env } = process.env;
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: copy, env }, (error) => resolve(error === null));
  });
}

/** The files of the tree as they are, with what was built and installed beside them. */
function copyOfTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'sabotage-'));
  const asked = ['ls-files', '--cached', '--others', '--exclude-standard'];
  for (const file of execFileSync('git', asked, { cwd: ROOT, encoding: 'utf8' }).trim().split('\n')) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(ROOT, file), join(copy, file));
  }
  for (const built of ['wasm-core/build', 'web/build'])
    cpSync(join(ROOT, built), join(copy, built), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}
