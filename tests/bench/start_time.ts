import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '#functions/cli/build.ts';

/** Milliseconds from `npm start` to the first answer of the server. */
export interface StartTimes {
  /** Nothing built, no data: a fresh clone after `npm ci`. */
  readonly cold: number;
  /** Built, with data: any later start; the median of five. */
  readonly warm: number;
}

const WARM_RUNS = 5;

/** Measures on a copy of the sources, so that neither builds nor data of this folder are touched. */
export async function startTimes(): Promise<StartTimes> {
  const copy = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    copySources(copy);
    const cold = await timeStart(copy);
    const warm: number[] = [];
    for (let run = 0; run < WARM_RUNS; run++) warm.push(await timeStart(copy));
    return { cold, warm: warm.sort((a, b) => a - b)[Math.floor(WARM_RUNS / 2)] ?? Number.NaN };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function copySources(copy: string): void {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
  for (const file of list.toString('utf8').split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(ROOT, file), join(copy, file), { force: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
}

async function timeStart(folder: string): Promise<number> {
  const began = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...process.env, PORT: '0', DATA_DIR: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of its own, so that npm and what it runs are ended together.
    detached: true,
  });
  const exit = once(child, 'exit');
  try {
    const url = await printedUrl(child.stdout);
    const response = await fetch(url);
    if (!response.ok) throw new Error(`The first answer was ${response.status}`);
    return performance.now() - began;
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGINT');
    await exit;
  }
}

async function printedUrl(output: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const chunk of output) {
    text += chunk.toString('utf8');
    const url = text.match(/Адрес: +(http\S+)/)?.[1];
    if (url) return url;
  }
  throw new Error(`The product ended without an address:\n${text}`);
}
