import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { paths } from '#core/contract/paths.ts';
import type { DynamoDatabase } from '#functions/adapters/aws/dynamo_database.ts';
import { readProjectStates } from '#functions/store/projects.ts';
import type { SdkService } from '../sdk_stores.ts';
import { newProject, type Person } from '../service.ts';
import { dice } from './writes_faults.ts';
import type { Chain, Operation } from './writes_history.ts';

/** History of the writers, as they saw it, and the final values. */
export interface Played {
  readonly history: readonly Operation[];
  readonly chains: ReadonlyMap<string, Chain>;
  readonly acknowledged: number;
  /** Count of changes sent again because there was no answer. */
  readonly repeated: number;
  /** Durations of the changes, ms. */
  readonly times: readonly number[];
}

/** The writers and their faults. */
export interface Writing {
  readonly writers: number;
  /** Changed projects: fewer projects cause more conflicts. */
  readonly objects: number;
  /** Changes a second of all writers together; unlimited by default. */
  readonly perSecond?: number;
  /** Injects random faults into the table until the returned function is called. */
  readonly disturb: (db: DynamoDatabase, random: () => number) => () => void;
}

/**
 * Writers that read a project, make a new unique value of it and write it with the version that they read, until `wanted` writes are
 * acknowledged. A refused value is tried again on the present version. Without an answer every second writer sends the same again under
 * the same key until one comes; the others never know.
 */
export async function runWriters(
  service: SdkService,
  person: Person,
  wanted: number,
  { writers, objects: many, perSecond = Number.POSITIVE_INFINITY, disturb }: Writing,
): Promise<Played> {
  const random = dice(7);
  const objects: string[] = [];
  for (let one = 0; one < many; one++) objects.push(await newProject(person));
  const history: Operation[] = [];
  let acknowledged = 0;
  let repeated = 0;
  let instant = 0;
  const times: number[] = [];
  let next = performance.now();
  const undo = disturb(service.db, random);

  const read = async (client: number, object: string) => {
    const start = ++instant;
    const { status, body } = await person.get(paths.project(object));
    if (status !== 200) return undefined;
    const { version, name } = body;
    history.push({
      client,
      object,
      kind: 'read',
      start,
      end: ++instant,
      outcome: 'done',
      version,
      value: name,
      base: 0,
    });
    return body;
  };

  const write = async (client: number, object: string, value: string): Promise<Operation['outcome']> => {
    const now = performance.now();
    next = Math.max(next + 1000 / perSecond, now);
    if (next > now) await sleep(next - now);
    const current = await read(client, object);
    if (!current) return 'failed';
    const start = ++instant;
    const headers = client % 2 ? { 'Idempotency-Key': randomUUID() } : {};
    const body = { ...current, name: value };
    const send = async () => {
      const sent = performance.now();
      const answer = await service.call('PATCH', paths.changeProject(object), {
        body,
        headers,
        token: person.tokens.access,
      });
      times.push(performance.now() - sent);
      return answer;
    };
    let answer = await send();
    while (answer.status >= 500 && client % 2) {
      repeated += 1;
      answer = await send();
    }
    const outcome = answer.status === 200 ? 'done' : answer.status >= 500 ? 'unknown' : 'failed';
    const version = answer.body?.version ?? 0;
    const base = current.version;
    history.push({ client, object, kind: 'write', start, end: ++instant, outcome, version, value, base });
    return outcome;
  };

  const work = async (client: number) => {
    for (let turn = 0; acknowledged < wanted; turn++) {
      const object = objects[Math.floor(random() * objects.length)] ?? '';
      const value = `${client}.${turn}`;
      let outcome = await write(client, object, value);
      while (outcome === 'failed' && acknowledged < wanted) outcome = await write(client, object, value);
      if (outcome === 'done') acknowledged += 1;
    }
  };

  await Promise.all(Array.from({ length: writers }, (_, client) => work(client))).finally(undo);
  const chains = new Map<string, Chain>();
  for (const object of objects) {
    const states = await readProjectStates(service.db, person.tenant, object);
    chains.set(
      object,
      states.map(({ version, name }) => ({ version, value: name })).sort((one, other) => one.version - other.version),
    );
  }
  return { history, chains, acknowledged, repeated, times };
}
