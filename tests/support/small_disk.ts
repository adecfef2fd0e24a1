import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A real file system of a few megabytes in a separate mount namespace: Linux only, without root. */
export interface SmallDisk {
  /** Its path in processes of `run`. */
  readonly path: string;
  /** Its path in this process. */
  readonly seen: string;
  /** Starts a process that sees the disk. */
  run(command: string, args: readonly string[], environment?: Readonly<Record<string, string>>): ChildProcess;
  /** Fills all free space. */
  fill(): void;
  /** Frees the filled space. */
  empty(): void;
  makeReadOnly(): void;
  makeWritable(): void;
  remove(): Promise<void>;
}

/** Whether this machine permits unprivileged mounts. */
export function canMount(): boolean {
  return spawnSync('unshare', ['-Urm', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).status === 0;
}

const CHUNKS = [1024 * 1024, 64 * 1024, 4096, 512, 1] as const;

export async function openSmallDisk(megabytes: number): Promise<SmallDisk> {
  const path = mkdtempSync(join(tmpdir(), 'small-disk-'));
  const script = `mount -t tmpfs -o size=${megabytes}m tmpfs ${path} && echo mounted && exec sleep 86400`;
  const holder = spawn('unshare', ['-Urm', 'sh', '-c', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(holder.stdout, 'data');
  const seen = `/proc/${holder.pid}/root${path}`;
  const inside = ['-t', String(holder.pid), '-U', '-m', '--preserve-credentials'];
  const remount = (mode: string) => {
    const { status, stderr } = spawnSync('nsenter', [...inside, 'mount', '-o', `remount,${mode}`, path]);
    if (status !== 0) throw new Error(String(stderr));
  };
  return {
    path,
    seen,
    run: (command, args, environment = {}) =>
      spawn('nsenter', [...inside, `--wd=${process.cwd()}`, command, ...args], {
        env: { ...process.env, ...environment },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    fill: () => {
      const file = openSync(join(seen, 'filler'), 'a');
      for (const size of CHUNKS) while (writes(file, size));
      closeSync(file);
    },
    empty: () => rmSync(join(seen, 'filler'), { force: true }),
    makeReadOnly: () => remount('ro'),
    makeWritable: () => remount('rw'),
    remove: async () => {
      holder.kill('SIGKILL');
      await once(holder, 'exit');
      rmSync(path, { recursive: true });
    },
  };
}

function writes(file: number, size: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(size)) === size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}
