import { setTimeout as sleep } from 'node:timers/promises';
import { FIELDS_TYPES } from '#core/calculations/index.ts';
import type { Job, UploadTicket } from '#core/contract/job.ts';
import { paths } from '#core/contract/paths.ts';
import { csv, TYPE as TABLE_TYPE } from '../../job_fixture.ts';
import { KEY_CODE, PASSWORD } from '../../service.ts';
import type { Operation } from '../writes_history.ts';
import { type Caller, done, type LoadedCompany, typedIn } from './company.ts';

/** Actions of users, and their frequency in percent. */
export type Mix = Readonly<Partial<Record<keyof typeof ACTS, number>>>;

/** Users who work until they are stopped. */
export interface MixedUse {
  /** Reads and writes of the changed calculations, as the users saw them. */
  readonly history: readonly Operation[];
  /** Durations of the actions, ms, in the order of their ends. */
  readonly times: readonly number[];
  /** All unexpected outcomes. */
  readonly errors: readonly string[];
  /** Resolves when no action is running; no action starts until `resume`. */
  pause(): Promise<void>;
  resume(): void;
  /** Replaces the mix of actions. */
  turnTo(mix: Mix): void;
  stop(): Promise<void>;
}

interface Work {
  readonly company: LoadedCompany;
  readonly history: Operation[];
  /** The next position in the order of all starts and ends. */
  readonly instant: () => number;
  readonly pick: <T>(list: readonly T[]) => T;
}

/** Rows of an uploaded file. */
const ROWS = 2000;

/** Count of changed calculations: small, so that users conflict. */
export const CHANGED = 40;

/** Age at which a user renews the tokens, ms. */
const RENEW_MS = 5 * 60_000;

const ACTS = { list, get: read, change, create, renew, signIn, upload: sendFile, download };

/** Runs the mix with every user of the company: `rate` actions a second in total, or as fast as possible. */
export function startMixedUse(company: LoadedCompany, mix: Mix, rate = Number.POSITIVE_INFINITY): MixedUse {
  const [history, times, errors]: [Operation[], number[], string[]] = [[], [], []];
  let order = 0;
  let stopped = false;
  let next = performance.now();
  let paused = Promise.resolve();
  let resume = () => {};
  const running = new Set<Promise<void>>();
  const random = Math.random;
  const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)] as T;
  const work: Work = { company, history, instant: () => ++order, pick };
  let tickets = ticketsOf(mix);

  const turn = async (person: Caller) => {
    const act = pick(tickets);
    const start = performance.now();
    try {
      await keepSignedIn(person);
      await ACTS[act](person, work);
    } catch (error) {
      errors.push(`${act}: ${error instanceof Error ? `${error.message} ${error.cause ?? ''}` : error}`);
    }
    times.push(performance.now() - start);
  };
  const live = async (person: Caller) => {
    while (!stopped) {
      const now = performance.now();
      next = Math.max(next + 1000 / rate, now);
      if (next > now) await sleep(next - now);
      await paused;
      if (stopped) return;
      const one = turn(person);
      running.add(one);
      await one;
      running.delete(one);
    }
  };
  const lives = company.people.map(live);
  return {
    history,
    times,
    errors,
    pause: async () => {
      paused = new Promise((resolve) => {
        resume = resolve;
      });
      await Promise.all(running);
    },
    resume: () => resume(),
    turnTo: (other) => {
      tickets = ticketsOf(other);
    },
    stop: async () => {
      stopped = true;
      resume();
      await Promise.all(lives);
    },
  };
}

function ticketsOf(mix: Mix) {
  return Object.entries(mix).flatMap(([act, share]) => Array<string>(share).fill(act)) as (keyof typeof ACTS)[];
}

/** New items go to the last project, lists and exports use the others: the measured data do not grow. */
const inbox = ({ projects }: LoadedCompany) => projects.at(-1) ?? '';
const settled = ({ projects }: LoadedCompany) => projects.slice(0, -1);

async function list(person: Caller, { company, pick }: Work): Promise<void> {
  const type = pick(FIELDS_TYPES);
  await done(person.call('GET', `${paths.calculations(type)}?project=${pick(settled(company))}`));
}

async function read(person: Caller, work: Work) {
  const { company, history, instant, pick } = work;
  const [type, object] = pick(company.calculations.slice(0, CHANGED));
  const start = instant();
  const { version, name } = await done(person.call('GET', paths.calculation(type, object)));
  const common = { client: company.people.indexOf(person), object, start, end: instant() };
  history.push({ ...common, kind: 'read', outcome: 'done', version, value: name, base: 0 });
  return { type, object, version };
}

async function change(person: Caller, work: Work): Promise<void> {
  const { type, object, version: base } = await read(person, work);
  const start = work.instant();
  const client = work.company.people.indexOf(person);
  const value = `Правка ${client}.${start}`;
  const { status, body } = await person.call('PATCH', paths.changeCalculation(type, object), {
    name: value,
    version: base,
  });
  if (status !== 200 && status !== 409) throw new Error(`${status}: ${JSON.stringify(body)}`);
  const outcome = status === 200 ? 'done' : 'failed';
  const common = { client, object, start, end: work.instant() };
  work.history.push({ ...common, kind: 'write', outcome, version: body.version ?? 0, value, base });
}

async function create(person: Caller, { company, pick }: Work): Promise<void> {
  const type = pick(FIELDS_TYPES);
  const made = await done(person.call('POST', paths.calculations(type), typedIn(type, inbox(company))));
  const stands = await done(person.call('GET', paths.calculation(type, made.id)));
  if (JSON.stringify(stands) !== JSON.stringify(made)) throw new Error(`${type} ${made.id} is not what was made`);
}

/** Renews the tokens of a user before they expire; returns the access token. */
export async function keepSignedIn(person: Caller): Promise<string> {
  if (Date.now() - person.since > RENEW_MS) await renew(person);
  return person.tokens.access;
}

async function renew(person: Caller): Promise<void> {
  person.tokens = await done(person.call('POST', paths.refresh, { token: person.tokens.refresh }));
  person.since = Date.now();
}

/** Ends the session and opens another. */
async function signIn(person: Caller): Promise<void> {
  await done(person.call('POST', paths.revoke, { token: person.tokens.refresh }));
  const secrets = { email: person.email, password: PASSWORD, guardant_code: KEY_CODE };
  person.tokens = await done(person.call('POST', paths.token, secrets));
  person.since = Date.now();
}

async function sendFile(person: Caller, { company }: Work): Promise<void> {
  await upload(person, inbox(company), csv(ROWS));
}

/** Sends a file by a ticket and waits until a worker has created the calculation. */
export async function upload(person: Caller, project: string, file: string): Promise<void> {
  const id = await sendForm(person, project, file);
  for (;;) {
    const { state, detail }: Job = await done(person.call('GET', paths.job(id)));
    if (state === 'done') return;
    if (state === 'failed') throw new Error(`The job failed: ${detail}`);
    await sleep(250);
  }
}

/** Sends a file by a ticket; returns the id of its job. */
export async function sendForm(person: Caller, project: string, file: string): Promise<string> {
  const about = { name: 'Прогноз', project, method: 'xgboost', file_name: 'лава.csv', size: 1000 };
  const { job, url, fields }: UploadTicket = await done(person.call('POST', paths.uploadTicket(TABLE_TYPE), about));
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([file]), 'лава.csv');
  await done(person.call('POST', url, form));
  return job.id;
}

/** Changes of a project may be refused during changes by others. */
async function download(person: Caller, { company, pick }: Work): Promise<void> {
  const { status, body } = await person.call('GET', paths.export(pick(settled(company)), pick(['xlsx', 'xls', 'txt'])));
  if (status !== 200 && body.code !== 'changing') throw new Error(`${status}: ${JSON.stringify(body)}`);
}
