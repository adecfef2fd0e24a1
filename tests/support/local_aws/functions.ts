import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Invocation, Said } from './lambda_process.ts';
import { ACCOUNT, type Json, REGION, type Template } from './template.ts';

/** Most concurrent processes of one function: test machines have few cores. */
const PROCESSES = 3;

/** Longest start of a function: Lambda gives 10 s, on a machine of its own. */
const INIT_MS = 60_000;

/** Credentials that identify a function process. */
export interface Role {
  readonly role: string;
  readonly fn: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
}

/** The function threw, ended, or ran out of time. */
export class FunctionFailed extends Error {
  override readonly name = 'FunctionFailed';
}

interface Place {
  readonly port: number;
  /** File with the certificate of the local stack. */
  readonly certificate: string;
  /** Milliseconds by which the local stack's clock is ahead. */
  ahead(): number;
  log(line: string): void;
}

/** The functions of a template, each in separate processes with one invocation at a time, suspended in between as by Lambda. */
export class Functions {
  readonly #functions = new Map<string, LambdaFunction>();

  constructor(template: Template, place: Place) {
    for (const { id, props } of template.ofType('AWS::Lambda::Function')) {
      if (props.Runtime === 'nodejs24.x' && props.Code.S3Key && props.Handler.startsWith('functions/'))
        this.#functions.set(id, new LambdaFunction(id, props, template.asset(props.Code.S3Key), place));
    }
  }

  /** Returns the handler's result through JSON. Throws FunctionFailed. */
  invoke(arn: string, event: unknown): Promise<unknown> {
    return this.#of(arn).invoke(event);
  }

  concurrency(arn: string): number {
    return this.#of(arn).processes;
  }

  /** Name of the function of an entry file. */
  named(entry: string, part = ''): string {
    const found = [...this.#functions.values()].filter(
      ({ id, entry: own }) => own === `functions/${entry}.handler` && id.includes(part),
    );
    if (found.length !== 1) throw new Error(`${found.length} functions of ${entry} ${part}`);
    return found[0]?.id ?? '';
  }

  /** Role that signs with the key, or undefined. */
  holder(accessKeyId: string): Role | undefined {
    return this.roles().find((role) => role.accessKeyId === accessKeyId);
  }

  roles(): Role[] {
    return [...this.#functions.values()].map(({ role }) => role);
  }

  /** Kills the processes of a function; new ones start. */
  kill(name: string): void {
    this.#of(name).kill();
  }

  close(): void {
    for (const fn of this.#functions.values()) fn.kill();
  }

  #of(arn: string): LambdaFunction {
    const fn = this.#functions.get(arn.split(':').at(-1) ?? '');
    if (!fn) throw new Error(`The template has no function ${arn}`);
    return fn;
  }
}

class LambdaFunction {
  readonly id: string;
  readonly entry: string;
  readonly role: Role;
  readonly processes: number;
  readonly #props: Json;
  readonly #folder: string;
  readonly #place: Place;
  readonly #idle: ChildProcess[] = [];
  readonly #all = new Set<ChildProcess>();
  readonly #waiting: (() => void)[] = [];
  #busy = 0;

  constructor(id: string, props: Json, folder: string, place: Place) {
    this.id = id;
    this.entry = props.Handler;
    this.#props = props;
    this.#folder = folder;
    this.#place = place;
    this.processes = Math.min(props.ReservedConcurrentExecutions ?? PROCESSES, PROCESSES);
    this.role = {
      role: props.Role.split('/').at(-1),
      fn: id,
      accessKeyId: `ASIA${randomBytes(8).toString('hex').toUpperCase()}`,
      secretAccessKey: randomBytes(20).toString('hex'),
      sessionToken: randomBytes(40).toString('base64'),
    };
  }

  async invoke(event: unknown): Promise<unknown> {
    if (this.#busy >= this.processes) await new Promise<void>((free) => this.#waiting.push(free));
    else this.#busy += 1;
    try {
      const child = this.#idle.pop() ?? (await this.#start());
      return await this.#run(child, event);
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#busy -= 1;
    }
  }

  kill(): void {
    for (const child of this.#all) child.kill('SIGKILL');
    this.#idle.length = 0;
  }

  async #start(): Promise<ChildProcess> {
    const { Environment = {}, MemorySize } = this.#props;
    const { accessKeyId, secretAccessKey, sessionToken } = this.role;
    const child = fork(fileURLToPath(new URL('lambda_process.ts', import.meta.url)), [String(this.#place.port)], {
      cwd: this.#folder,
      execArgv: [`--max-old-space-size=${Math.floor(MemorySize * 0.9)}`],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        ...Environment.Variables,
        _HANDLER: this.entry,
        LAMBDA_TASK_ROOT: this.#folder,
        AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
        AWS_LAMBDA_FUNCTION_NAME: this.id,
        AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
        AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(MemorySize),
        AWS_REGION: REGION,
        AWS_DEFAULT_REGION: REGION,
        AWS_ACCESS_KEY_ID: accessKeyId,
        AWS_SECRET_ACCESS_KEY: secretAccessKey,
        AWS_SESSION_TOKEN: sessionToken,
        TZ: ':UTC',
        LANG: 'en_US.UTF-8',
        PATH: process.env.PATH,
        NODE_EXTRA_CA_CERTS: this.#place.certificate,
      },
    });
    this.#all.add(child);
    child.once('exit', () => {
      this.#all.delete(child);
      const at = this.#idle.indexOf(child);
      if (at >= 0) this.#idle.splice(at, 1);
    });
    for (const out of [child.stdout, child.stderr])
      out?.setEncoding('utf8').on('data', (text: string) => this.#place.log(`${this.id}: ${text}`));
    await this.#heard(child, INIT_MS);
    return child;
  }

  async #run(child: ChildProcess, event: unknown): Promise<unknown> {
    const timeoutMs = this.#props.Timeout * 1000;
    const arn = `arn:aws:lambda:${REGION}:${ACCOUNT}:function:${this.id}`;
    const invocation: Invocation = { event, requestId: randomUUID(), timeoutMs, arn, ahead: this.#place.ahead() };
    child.kill('SIGCONT');
    const heard = this.#heard(child, timeoutMs);
    child.send(invocation);
    const said = await heard;
    // The process is suspended between invocations: unfinished work does not continue.
    child.kill('SIGSTOP');
    this.#idle.push(child);
    if ('error' in said) throw new FunctionFailed(`${this.id}: ${said.error}`);
    return 'value' in said ? said.value : undefined;
  }

  async #heard(child: ChildProcess, timeoutMs: number): Promise<Said> {
    const stop = new AbortController();
    const timer = setTimeout(() => {
      this.#place.log(`${this.id}: time-out after ${timeoutMs} ms`);
      child.kill('SIGKILL');
    }, timeoutMs);
    try {
      const said = once(child, 'message', stop);
      const ended = once(child, 'exit', stop).then(([code, signal]) => {
        throw new FunctionFailed(`${this.id} ended with ${code ?? signal}`);
      });
      for (const end of [said, ended]) end.catch(() => {});
      const [message] = await Promise.race([said, ended]);
      return message as Said;
    } finally {
      clearTimeout(timer);
      stop.abort();
    }
  }
}
