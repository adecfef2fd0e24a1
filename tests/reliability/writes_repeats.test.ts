import { randomUUID } from 'node:crypto';
import { afterAll } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { csvFile, DAYS, firstCase, formOf } from '../support/datasets.ts';
import { hold } from '../support/reliability/hold.ts';
import { IS_FULL, reliabilityTest } from '../support/reliability/reliability_test.ts';
import { openSdkService } from '../support/sdk_stores.ts';
import { type ApiResponse, newProject, type Person, PROJECT } from '../support/service.ts';
import { CASES } from '../wasm-core/calculations/all_cases.ts';

const GRID = 'regres_methane';

let person: Person;

const service = await openSdkService();
afterAll(() => service.close());

/** A creating request: its body, another body for the same key, and the count of objects. */
interface Making {
  readonly method?: 'PATCH';
  readonly path: string;
  readonly body: () => unknown;
  readonly other: () => unknown;
  readonly count: () => Promise<number>;
  /** The part of an answer that must be equal: all except time-dependent signatures. */
  readonly same?: (answer: ApiResponse) => string;
  /** Requests at once, and later: fewer where each costs a hash of a password. */
  readonly times?: number;
}

const days = (first: number, count: number) => DAYS.slice(first, first + count);
const countOf = (path: string) => async () => (await person.get(path)).body.count;

async function newGrid(project: string): Promise<string> {
  const body = { name: 'Прогноз', project, method: 'xgboost', data: days(0, 3) };
  const made = await person.post(paths.calculations(GRID), body);
  hold(made.status === 201, made.text);
  return made.body.id;
}

const MAKINGS: Readonly<Record<string, (project: string) => Promise<Making>>> = {
  project: async () => ({
    path: paths.createProject,
    body: () => PROJECT,
    other: () => ({ ...PROJECT, name: 'Другой' }),
    count: countOf(paths.projects),
  }),
  fields: async (project) => {
    const body = { name: 'Факел', project, ...CASES.torch_ch4?.[0]?.inputs };
    const path = paths.calculations('torch_ch4');
    return {
      path,
      body: () => body,
      other: () => ({ ...body, name: 'Другой' }),
      count: countOf(`${path}?project=${project}`),
    };
  },
  form: async (project) => {
    const table = firstCase('filling_blanks');
    const path = paths.calculations('filling_blanks');
    const form = (name: string) => formOf({ ...table.settings, name, project }, csvFile('filling_blanks', table));
    return { path, body: () => form('Ряд'), other: () => form('Другой'), count: countOf(`${path}?project=${project}`) };
  },
  rows: async (project) => {
    const path = paths.calculations(GRID);
    const body = { name: 'Прогноз', project, method: 'xgboost', data: days(0, 5) };
    return {
      path,
      body: () => body,
      other: () => ({ ...body, data: days(1, 5) }),
      count: countOf(`${path}?project=${project}`),
    };
  },
  data_update: async (project) => {
    const id = await newGrid(project);
    return {
      method: 'PATCH',
      path: paths.updateRows(GRID, id),
      body: () => ({ data: days(3, 1) }),
      other: () => ({ data: days(4, 1) }),
      count: countOf(paths.calculationRows(GRID, id)),
    };
  },
  change: async () => {
    const id = await newProject(person);
    return {
      method: 'PATCH',
      path: paths.changeProject(id),
      body: () => ({ name: 'Второй', version: 1 }),
      other: () => ({ name: 'Другой', version: 1 }),
      count: async () => (await person.get(paths.project(id))).body.version,
    };
  },
  ticket: async (project) => {
    const body = { name: 'Файл', project, method: 'xgboost', file_name: 'лава.csv', size: 1000 };
    return {
      path: paths.uploadTicket(GRID),
      body: () => body,
      other: () => ({ ...body, size: 1001 }),
      count: countOf(`${paths.jobs}?project=${project}`),
      same: ({ body: { job, url, expires_at } }) => JSON.stringify([job, url, expires_at]),
    };
  },
  user: async () => {
    const body = { email: `${randomUUID()}@mine.example`, first_name: 'Пётр', last_name: 'Ильин', role: 'staff' };
    return {
      path: paths.companyUsers,
      body: () => body,
      other: () => ({ ...body, first_name: 'Иван' }),
      count: countOf(paths.companyUsers),
      times: 5,
    };
  },
};

const KINDS = Object.keys(MAKINGS);

reliabilityTest(
  {
    id: 'CON-05',
    stimulus: `one request under one Idempotency-Key 50 times at once and 50 times later (${KINDS.join(', ')} by turns; invitations 5 and 5), then another body under it`,
    pass: 'one thing is made, all answers are the same, the other body gets 409',
    quick: KINDS.length,
    full: 13 * KINDS.length,
  },
  async (n) => {
    let requests = 0;
    for (let round = 0; round < n; round++) {
      person = await service.createUser({ role: 'admin' });
      const kind = KINDS[round % KINDS.length] ?? '';
      const making = await MAKINGS[kind]?.(await newProject(person));
      hold(making, kind);
      const { method = 'POST', path, same = ({ text }) => text, times = IS_FULL ? 50 : 10 } = making;
      const key = randomUUID();
      const send = (body: unknown) =>
        service.call(method, path, { body, token: person.tokens.access, headers: { 'Idempotency-Key': key } });
      const before = await making.count();
      const answers = await Promise.all(Array.from({ length: times }, () => send(making.body())));
      hold((await making.count()) === before + 1, `${kind}: not one, but ${(await making.count()) - before} were made`);
      for (let later = 0; later < times; later++) answers.push(await send(making.body()));
      const said = new Set(answers.map((answer) => `${answer.status} ${same(answer)}`));
      hold(said.size === 1 && (answers[0]?.status ?? 500) < 300, `${kind}: ${[...said].slice(0, 2).join('\n')}`);
      const other = await send(making.other());
      hold(other.status === 409 && /[а-я]/.test(other.body.detail), `${kind}: another body got ${other.status}`);
      hold((await making.count()) === before + 1, `${kind}: a repeat made another one`);
      requests += answers.length;
    }
    return `${n} keys, ${requests} requests, ${n} things made, ${n} other bodies refused`;
  },
);

reliabilityTest(
  {
    id: 'CON-09',
    stimulus:
      'the two calls of an edited forecast: the client dies between them, they come swapped, the second comes ten times',
    pass: 'every state on the way is what its own rows and settings give; in the end it is what both calls ask for',
    quick: 3,
    full: 60,
  },
  async (n) => {
    person = await service.createUser();
    const project = await newProject(person);
    const settings = { name: 'Правка', method: 'lightgbm' };
    const send = (id: string, which: 'fields' | 'rows', key: string = randomUUID()) =>
      service.call('PATCH', which === 'rows' ? paths.updateRows(GRID, id) : paths.changeCalculation(GRID, id), {
        body: which === 'rows' ? { data: days(3, 2) } : settings,
        token: person.tokens.access,
        headers: { 'Idempotency-Key': key },
      });
    const shaOf = async (method: string, count: number) => {
      const body = { name: 'Образец', project, method, data: days(0, count) };
      return (await person.post(paths.calculations(GRID), body)).body.rows_sha256;
    };
    const expected = new Map<string, string>();
    for (const method of ['xgboost', 'lightgbm']) {
      for (const count of [3, 5]) expected.set(`${method} ${count}`, await shaOf(method, count));
    }
    hold(new Set(expected.values()).size === 4, 'the samples do not differ');
    const look = async (id: string) => {
      const { method, rows_count, rows_sha256 } = (await person.get(paths.calculation(GRID, id))).body;
      hold(expected.get(`${method} ${rows_count}`) === rows_sha256, `mixed: ${method}, ${rows_count} rows`);
      return `${method} ${rows_count}`;
    };
    let looked = 0;
    for (let round = 0; round < n; round++) {
      const id = await newGrid(project);
      const key = randomUUID();
      const order = round % 2 ? (['rows', 'fields'] as const) : (['fields', 'rows'] as const);
      for (const which of order) {
        const times = which === 'rows' ? 10 : 1;
        for (let time = 0; time < times; time++) {
          const { status, text } = await send(id, which, which === 'rows' ? key : undefined);
          hold(status === 200, text);
          // As if the client had died here.
          await look(id);
          looked += 1;
        }
      }
      hold((await look(id)) === 'lightgbm 5', 'not what both calls ask for');
    }
    return `${n} edits, ${looked} states looked at, 0 mixed, ${n} as asked`;
  },
);
