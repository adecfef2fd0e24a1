import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { ROOT } from '#functions/cli/build.ts';

const SAY =
  'data:text/javascript,console.log(JSON.stringify([process.env.MALLOC_ARENA_MAX,process.env.MALLOC_MMAP_THRESHOLD_,process.pid,process.execArgv]))';

/** What a program sees that runs with bounded memory, and the id of the process that was started. */
async function seen(environment: NodeJS.ProcessEnv) {
  const { MALLOC_ARENA_MAX: _own, ...env } = process.env;
  const options = ['--single-threaded-gc', '--import', './functions/cli/bound_memory.js', '--import', SAY];
  const running = promisify(execFile)(process.execPath, [...options, '-e', ''], {
    cwd: ROOT,
    env: { ...env, ...environment },
  });
  const { stdout, stderr } = await running;
  const [arenas, threshold, pid, given] = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  return { arenas, threshold, given, isSame: pid === running.child.pid, stderr };
}

describe.skipIf(process.platform !== 'linux')('a server on Linux', () => {
  test('gives freed memory back to the system, in the same process and with the same options', async () => {
    expect(await seen({})).toMatchObject({ arenas: '2', threshold: '131072', isSame: true, stderr: '' });
    expect((await seen({})).given).toContain('--single-threaded-gc');
  });

  test('leaves the memory to whoever has set it', async () => {
    const { arenas, threshold } = await seen({ MALLOC_ARENA_MAX: '8' });
    expect([arenas, threshold]).toEqual(['8', null]);
  });
});
