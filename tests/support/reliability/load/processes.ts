import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { newRing } from '#functions/auth/key_ring.ts';
import { buildWeb, ROOT } from '#functions/cli/build.ts';
import type { Environment } from '#functions/server/serve_settings.ts';
import { argumentsOfScript } from '../../npm_script.ts';
import type { Probe } from './probe.ts';

/** A server in a separate process. */
export interface ServerProcess {
  readonly url: string;
  /** Resources that it has used; `collect`: after a garbage collection. */
  probe(collect?: 'collect'): Promise<Probe>;
  /** Kills it without warning, as the system does when memory is short. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

/** Stores, and the product over them as `npm run serve` runs it, each in a separate process. */
export interface Processes {
  /** Variables that lead to the stores and to the signing keys. */
  readonly environment: Environment;
  readonly product: ServerProcess;
  readonly stores: ServerProcess;
  /** Starts another product over the same stores. */
  another(): Promise<ServerProcess>;
  /** Starts another product over a table that caches its answers in the memory of the same process. */
  remembering(): Promise<ServerProcess>;
  /** Starts the control; it lists the objects of a partition whose list key has this prefix. */
  control(partition: string, list: string): Promise<ServerProcess>;
  close(): Promise<void>;
}

const PROBE = fileURLToPath(new URL('./probe.ts', import.meta.url));
const REMEMBERING = fileURLToPath(new URL('./cached_reads.ts', import.meta.url));
const STORES = fileURLToPath(new URL('./stores.ts', import.meta.url));
const CONTROL = fileURLToPath(new URL('./control.ts', import.meta.url));
const SERVE = join(ROOT, 'functions/cli/serve.ts');

/** Options of Node for the product and for the control. */
const OPTIONS = argumentsOfScript('serve').slice(0, -1);

export async function openProcesses(): Promise<Processes> {
  await buildWeb();
  const folder = mkdtempSync(join(tmpdir(), 'load-'));
  const started: { close(): Promise<void> }[] = [{ close: async () => rmSync(folder, { recursive: true }) }];
  const close = async () => {
    for (const process of started.reverse()) await process.close();
  };
  const run = async (script: string, args: string[], environment: Environment, preloaded: string[] = []) => {
    const server = await start(script, args, environment, preloaded);
    started.push(server);
    return server;
  };
  try {
    const SIGNING_KEYS_FILE = join(folder, 'keys.json');
    writeFileSync(SIGNING_KEYS_FILE, newRing());
    chmodSync(SIGNING_KEYS_FILE, 0o600);
    const stores = await run(STORES, [folder], {});
    const environment = { ...(JSON.parse(stores.said) as Environment), SIGNING_KEYS_FILE };
    const serving = { ...environment, PORT: '0', HOST: '' };
    const another = () => run(SERVE, [], serving);
    const product = await another();
    const remembering = () => run(SERVE, [], serving, [REMEMBERING]);
    const control = (CONTROL_PARTITION: string, CONTROL_LIST: string) =>
      run(CONTROL, [], { ...environment, CONTROL_PARTITION, CONTROL_LIST });
    return { environment, product, stores, another, remembering, control, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Starts a server and waits for its first line, which contains its address. */
async function start(script: string, args: string[], environment: Environment, preloaded: string[]) {
  const child = fork(script, args, {
    cwd: ROOT,
    // To bound its memory a server restarts itself, and would lose the channel to this process.
    env: { COSTLY_CALLS: '1000000', MALLOC_ARENA_MAX: '2', ...process.env, ...environment },
    execArgv: ['--expose-gc', ...OPTIONS, ...[PROBE, ...preloaded].flatMap((file) => ['--import', file])],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const said = await firstLine(child);
  const url = /http:\S+/.exec(said)?.[0] ?? '';
  return { said, url, probe: (collect?: 'collect') => ask(child, collect ?? 'now'), ...endsOf(child) };
}

function endsOf(child: ChildProcess) {
  return { kill: () => end(child, 'SIGKILL'), close: () => end(child, 'SIGTERM') };
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The server has no output');
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`The server ended with ${code}`)));
  const [said] = await Promise.race([once(lines, 'line'), ended]);
  // Later output is read and dropped: a full pipe would block the server.
  return said;
}

async function ask(child: ChildProcess, question: string): Promise<Probe> {
  child.send(question);
  const [answer] = await once(child, 'message');
  return answer as Probe;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}
