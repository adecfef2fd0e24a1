import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe } from 'vitest';
import type { UploadTicket } from '#core/contract/job.ts';
import type { Page } from '#core/contract/page.ts';
import { paths } from '#core/contract/paths.ts';
import type { Project } from '#core/contract/project.ts';
import type { TokenPair } from '#core/contract/user.ts';
import type { DemoAccess } from '#functions/local/demo_access.ts';
import { newTable } from '../support/datasets.ts';
import { csv, TYPE } from '../support/job_fixture.ts';
import { hold } from '../support/reliability/hold.ts';
import { reliabilityTest } from '../support/reliability/reliability_test.ts';
import { canMount, openSmallDisk, type SmallDisk } from '../support/small_disk.ts';

/** Data folder of the demonstration company, its log and what the test writes need less. */
const MEGABYTES = 24;

let disk: SmallDisk;
let server: ChildProcess | undefined;

beforeEach(async () => {
  if (canMount()) disk = await openSmallDisk(MEGABYTES);
});
afterEach(async () => {
  await stop('SIGKILL');
  await disk?.remove();
});

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every kind
  readonly body: any;
}

/** A signed-in user of the running product. */
interface Person {
  readonly url: string;
  readonly token: string;
  call(method: string, path: string, body?: unknown): Promise<Answer>;
}

/** Starts the product with its data and its temporary files on the small disk; answers what it says if it does not start. */
async function start(): Promise<Person | string> {
  const [data, temporary] = [join(disk.path, 'data'), join(disk.path, 'temporary')];
  if (!existsSync(join(disk.seen, 'temporary'))) mkdirSync(join(disk.seen, 'temporary'));
  const child = disk.run(process.execPath, ['tests/support/serving_backend.ts', data], { TMPDIR: temporary });
  server = child;
  const said = text(child.stderr as NodeJS.ReadableStream);
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const first = await Promise.race([
    once(lines, 'line').then(([line]) => String(line)),
    once(child, 'exit').then(() => undefined),
  ]);
  if (first === undefined) return said;
  const access = JSON.parse(first) as DemoAccess;
  const { access: token } = (await send(access.url, 'POST', paths.token, access)).body as TokenPair;
  return { url: access.url, token, call: (method, path, body) => send(access.url, method, path, body, token) };
}

async function running(): Promise<Person> {
  const person = await start();
  hold(typeof person !== 'string', `the product does not start: ${person}`);
  return person;
}

async function stop(signal: NodeJS.Signals): Promise<void> {
  const child = server;
  server = undefined;
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

async function send(url: string, method: string, path: string, body?: unknown, token?: string): Promise<Answer> {
  const isForm = body instanceof FormData;
  const response = await fetch(new URL(path, url), {
    method,
    headers: {
      ...(!isForm && { 'Content-Type': 'application/json' }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  const answer = await response.text();
  return { status: response.status, body: answer.startsWith('{') ? JSON.parse(answer) : answer };
}

/** Writes of a user; `name` makes their objects distinct. */
const WRITES: Readonly<Record<string, (person: Person, project: string, name: string) => Promise<Answer>>> = {
  'a new project': ({ call }, _, name) =>
    call('POST', paths.createProject, { name, start_date: '2026-01-01', end_date: '2026-12-31' }),
  'a changed project': ({ call }, project, name) => call('PATCH', paths.changeProject(project), { name }),
  'a table': ({ call }, project, name) => call('POST', paths.calculations(TYPE), newTable(TYPE, project, { name })),
  'a file': async ({ call, url }, project, name) => {
    const file = new Blob([csv(20_000)]);
    const ticket = await call('POST', paths.uploadTicket(TYPE), {
      ...{ name, project, method: 'xgboost', file_name: 'лава.csv', size: file.size },
    });
    if (ticket.status >= 300) return ticket;
    const { url: address, fields } = ticket.body as UploadTicket;
    const form = new FormData();
    for (const [key, value] of Object.entries(fields)) form.append(key, value);
    form.append('file', file);
    return send(url, 'POST', address, form);
  },
};

type Stored = Map<string, { readonly name: string; readonly version: number }>;

/** All projects of the company, and the tables of one, by id. */
async function storedOf(person: Person, project: string): Promise<Stored> {
  const lists = [`${paths.projects}?limit=100`, `${paths.calculations(TYPE)}?project=${project}&limit=100`];
  const all = (await Promise.all(lists.map((list) => pagesOf(person, list)))).flat();
  return new Map(all.map(({ id, name, version }) => [id, { name, version }]));
}

async function pagesOf(person: Person, first: string): Promise<Project[]> {
  const all: Project[] = [];
  for (let next: string | null = first; next !== null; ) {
    const { status, body } = await person.call('GET', next);
    hold(status === 200, `${next}: ${status} ${JSON.stringify(body)}`);
    const page = body as Page<Project>;
    all.push(...page.results);
    next = page.next;
  }
  return all;
}

describe.runIf(canMount())('a full disk', () => {
  reliabilityTest(
    {
      id: 'DUR-14',
      stimulus:
        'the disk of the data and of temporary files, a real one of 24 MiB, is filled to the last byte while the product serves, n times; then there is space again',
      pass: 'writes are refused with 507 in Russian and store nothing, reads go on, nothing received stays behind; with space all goes on, and what was acknowledged is there, also after kill -9',
      quick: 1,
      full: 10,
    },
    async (n) => {
      let person = await running();
      const { body } = await person.call('POST', paths.createProject, {
        ...{ name: 'Свой', start_date: '2026-01-01', end_date: '2026-12-31' },
      });
      const project = String(body.id);
      const acknowledged = await storedOf(person, project);
      let [refused, taken] = [0, 0];
      for (let round = 0; round < n; round++) {
        disk.fill();
        for (const [what, write] of Object.entries(WRITES)) {
          for (let attempt = 0; ; attempt++) {
            const name = `${what} ${round} ${attempt}`;
            const { status, body: answer } = await write(person, project, name);
            if (status === 507) {
              const isTold = what === 'a file' || /нет места, ничего не сохранено/.test(answer.detail);
              hold(isTold, `${name}: ${JSON.stringify(answer)}`);
              refused += 1;
              break;
            }
            hold(status < 300, `${name}: ${status} ${JSON.stringify(answer)}`);
            // The log has room of its own for some writes.
            taken += 1;
            if (answer.id) acknowledged.set(answer.id, { name: answer.name, version: answer.version });
            hold(attempt < 500, `${what} is never refused`);
          }
        }
        await sameAs(acknowledged, person, project, 'while the disk is full');
        await noneLeft();
        disk.empty();
        for (const [what, write] of Object.entries(WRITES)) {
          const { status, body: answer } = await write(person, project, `${what} ${round}, with space`);
          hold(status < 300, `${what}, with space: ${status} ${JSON.stringify(answer)}`);
          if (answer.id) acknowledged.set(answer.id, { name: answer.name, version: answer.version });
        }
        await stop('SIGKILL');
        person = await running();
        await sameAs(acknowledged, person, project, 'after kill -9');
      }
      return `${refused} of ${refused} refused with 507 in Russian, ${taken} that found room kept; 0 lost, 0 half stored, 0 received bytes left`;
    },
  );

  reliabilityTest(
    {
      id: 'DUR-15',
      stimulus: 'the product is started on a disk that is full, and on one that is read-only; then on the mended one',
      pass: 'it says in Russian what is wrong and what to do, without a stack, and leaves the data as they are',
      quick: 1,
      full: 5,
    },
    async (n) => {
      const person = await running();
      const project = (await pagesOf(person, paths.projects))[0]?.id ?? '';
      const before = await storedOf(person, project);
      for (let round = 0; round < n; round++) {
        await stop('SIGTERM');
        disk.makeReadOnly();
        await refusesToStart();
        disk.makeWritable();
        disk.fill();
        await refusesToStart();
        disk.empty();
        await sameAs(before, await running(), project, 'with space again');
      }
      return `${2 * n} of ${2 * n} told, all data there afterwards`;
    },
  );
});

async function sameAs(acknowledged: Stored, person: Person, project: string, when: string): Promise<void> {
  const found = await storedOf(person, project);
  for (const [id, object] of acknowledged)
    hold(
      JSON.stringify(found.get(id)) === JSON.stringify(object),
      `${when}: ${JSON.stringify([found.get(id), object])}`,
    );
  const made = [...found].filter(([id, { name }]) => !acknowledged.has(id) && !/^a file/.test(name));
  hold(made.length === 0, `${when}: ${JSON.stringify(made)}`);
}

/** Checks that a refused upload leaves no data: neither beside the files nor among temporary ones. */
async function noneLeft(): Promise<void> {
  const incoming = join(disk.seen, 'data/store/files/.incoming');
  const temporary = readdirSync(join(disk.seen, 'temporary'));
  const left = [...(existsSync(incoming) ? readdirSync(incoming) : []), ...temporary];
  hold(left.length === 0, `left behind: ${left}`);
}

async function refusesToStart(): Promise<void> {
  const said = await start();
  hold(typeof said === 'string', 'the product has started');
  hold(/Не удалось записать в папку данных .*(?:Освободите место|проверьте права)/s.test(said), said);
  hold(!/\n\s+at /.test(said), `a stack: ${said}`);
}
