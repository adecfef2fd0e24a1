import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning } from './running_process.ts';

/** Folders of the machine's temporary folder: `fugitive-emissions-PROCESS-RANDOM`. */
const PREFIX = 'fugitive-emissions-';
const OWNER = new RegExp(`^${PREFIX}(\\d+)-`);

/** Gives work a folder for files that it needs while it runs: removed afterwards, or by the next start if the process is killed. */
export async function withScratchFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

let isSwept = false;

/** Removes what killed processes have left: received files and exports have a company's figures. Once in a process, at its start. */
export async function removeLeftScratch(): Promise<void> {
  if (isSwept) return;
  isSwept = true;
  for (const name of await readdir(tmpdir())) {
    const [, owner] = OWNER.exec(name) ?? [];
    // In a container every process has the same number.
    if (owner === undefined || (Number(owner) !== process.pid && isRunning(Number(owner)))) continue;
    await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
}
