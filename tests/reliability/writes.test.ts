import { afterAll, beforeEach } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { readCalculationStates } from '#functions/store/calculations.ts';
import { readProjectStates } from '#functions/store/projects.ts';
import { hold } from '../support/reliability/hold.ts';
import { percentile } from '../support/reliability/load/theil_sen.ts';
import { IS_FULL, reliabilityRounds, reliabilityTest, sumOf } from '../support/reliability/reliability_test.ts';
import { disturbStore, throttleStore } from '../support/reliability/writes_faults.ts';
import { anomaliesOf } from '../support/reliability/writes_history.ts';
import { runWriters, type Writing } from '../support/reliability/writes_workload.ts';
import { openSdkService } from '../support/sdk_stores.ts';
import { type ApiResponse, newProject, type Person } from '../support/service.ts';
import { aroundStore, lostAnswer } from '../support/store_middleware.ts';
import { CASES } from '../wasm-core/calculations/all_cases.ts';

const TYPE = 'torch_ch4';

let person: Person;

const service = await openSdkService();
afterAll(() => service.close());
beforeEach(async () => {
  // Sessions end by the real clock of the tokens' life, not of the test.
  person = await service.createUser();
});

/** A project or a calculation, and its addresses. */
async function newObject(kind: 'project' | 'calculation') {
  const project = await newProject(person);
  if (kind === 'project') {
    const states = () => readProjectStates(service.db, person.tenant, project);
    return { id: project, read: paths.project(project), change: paths.changeProject(project), states };
  }
  const body = { name: 'Факел', project, ...CASES[TYPE]?.[0]?.inputs };
  const { id } = (await person.post(paths.calculations(TYPE), body)).body;
  const states = () => readCalculationStates(service.db, person.tenant, TYPE, id);
  return { id, read: paths.calculation(TYPE, id), change: paths.changeCalculation(TYPE, id), states };
}

const CLIENTS = 64;

reliabilityRounds(
  {
    id: 'CON-01',
    stimulus: `${CLIENTS} clients change the same project or calculation from the same version at once`,
    pass: 'exactly one wins; the others get 409 with what stands; what stands is what the winner sent',
    quick: 2,
    full: 400,
  },
  async (round) => {
    const { read, change } = await newObject(round % 2 ? 'calculation' : 'project');
    const body = (await person.get(read)).body;
    const answers = await Promise.all(
      Array.from({ length: CLIENTS }, (_, client) => person.patch(change, { ...body, name: `Клиент ${client}` })),
    );
    const won = answers.filter(({ status }) => status === 200);
    const lost = answers.filter(({ status, body }) => status === 409 && body.code === 'conflict');
    hold(won.length === 1 && lost.length === CLIENTS - 1, `${won.length} won, ${lost.length} lost`);
    const stands = (await person.get(read)).body;
    hold(stands.version === 2 && stands.name === won[0]?.body.name, 'something else stands');
    hold(
      lost.every(({ body }) => body.current.name === stands.name),
      'a loser was shown something else',
    );
    return lost.length;
  },
  (refused) => `${refused.length} rounds: ${refused.length} won, ${sumOf(refused)} refused with the current object`,
);

const WRITERS = 8;

/** The same, with a store in which 5 % of the calls fail. */
const DISTURBED: Writing = {
  writers: WRITERS,
  objects: 6,
  disturb: (db, random) => disturbStore(db, random, 0.05),
};

reliabilityTest(
  {
    id: 'CON-02',
    stimulus: `${WRITERS} writers read, change and write, over and over, while 5 % of the calls to the store are throttled, fail, or lose their answer after the write`,
    pass: 'the versions of every object are one line, and every acknowledged value stands in it exactly once, also those sent again after a lost answer',
    quick: 120,
    full: 5000,
  },
  async (n) => {
    const { history, chains, acknowledged, repeated } = await runWriters(service, person, n, DISTURBED);
    const anomalies = anomaliesOf(history, chains);
    hold(anomalies.length === 0, anomalies.slice(0, 5).join('\n'));
    hold(acknowledged >= n, `only ${acknowledged} were acknowledged`);
    const refused = history.filter(({ outcome }) => outcome === 'failed').length;
    return `${acknowledged} acknowledged, 0 lost, 0 doubled, ${refused} refused, ${repeated} sent again without an answer`;
  },
);

const SABOTAGES = {
  'the condition of the write is gone': () =>
    aroundInput((input) => {
      if (input.Item?.sk?.startsWith?.('P#')) delete input.ConditionExpression;
      if (input.Item?.sk?.startsWith?.('P#')) delete input.ExpressionAttributeNames;
      if (input.Item?.sk?.startsWith?.('P#')) delete input.ExpressionAttributeValues;
    }),
  'a write does not know its own version': () =>
    aroundInput((input) => {
      if (input.Item?.sk?.startsWith?.('P#')) input.Item.write_id = `${Math.random()}`;
    }),
};

// biome-ignore lint/suspicious/noExplicitAny: inputs of every command pass here
function aroundInput(change: (input: any) => void): () => void {
  const middleware = (next: (sent: object) => unknown) => (sent: { input: unknown }) => {
    change(sent.input);
    return next(sent);
  };
  service.db.client.middlewareStack.add(middleware as never, {
    step: 'initialize',
    name: 'sabotage',
    priority: 'high',
  });
  return () => service.db.client.middlewareStack.remove('sabotage');
}

reliabilityTest(
  {
    id: 'CON-03',
    stimulus:
      'histories of CON-02, of the product and of two sabotaged ones, go to a checker for lost updates, G0, G1 and G-single',
    pass: 'the product has no anomaly; both sabotages are found out',
    quick: 80,
    full: 4000,
  },
  async (n) => {
    const sound = await runWriters(service, person, n, DISTURBED);
    hold(anomaliesOf(sound.history, sound.chains).length === 0, 'the product itself has anomalies');
    const figures: string[] = [`${sound.history.length} operations, 0 anomalies`];
    for (const [name, sabotage] of Object.entries(SABOTAGES)) {
      const undo = sabotage();
      const { history, chains } = await runWriters(service, person, n, DISTURBED).finally(undo);
      const anomalies = anomaliesOf(history, chains);
      hold(anomalies.length > 0, `«${name}» was not noticed`);
      figures.push(`${name}: ${anomalies.length} anomalies`);
    }
    return figures.join('; ');
  },
);

reliabilityRounds(
  {
    id: 'CON-04',
    stimulus: 'an edit, an archiving and a restoration of one object at once',
    pass: 'the versions are one line of acknowledged changes; none is an edit of what lay in the archive',
    quick: 10,
    full: 500,
  },
  async (round) => {
    const { change, states } = await newObject(round % 3 ? 'project' : 'calculation');
    const bodies = [
      { name: 'Правка' },
      { is_deleted: true },
      { is_deleted: false, name: 'Возврат' },
      { name: 'Вторая правка', version: 1 },
    ];
    // The first request usually wins: each is sent before each of the others in turn.
    const ordered = round % 2 ? bodies : bodies.toReversed();
    const first = Math.floor(round / 2) % 4;
    const turned = [...ordered.slice(first), ...ordered.slice(0, first)];
    const answers = await Promise.all(turned.map((body) => person.patch(change, body)));
    const line = (await states()).sort((one, other) => one.version - other.version);
    const done = answers.filter(({ status }) => status === 200);
    hold(
      answers.every(({ status }) => status === 200 || status === 409),
      'an answer that is neither',
    );
    hold(line.length === done.length + 1, 'a change was lost, or came twice');
    for (const { body } of done) {
      const made = line[body.version - 1];
      hold(made?.name === body.name && made?.is_deleted === body.is_deleted, 'an acknowledged change is not there');
    }
    const inArchive = line.filter((state, place) => state.is_deleted && line[place - 1]?.is_deleted);
    hold(inArchive.length === 0, 'something in the archive was changed');
    return done.length;
  },
  (edits) => `${edits.length} races, ${sumOf(edits)} acknowledged changes, 0 of them in the archive`,
);

reliabilityTest(
  {
    id: 'CON-06',
    stimulus:
      'the store carries a write out, its reply is lost, the SDK sends it again; in every second round somebody else writes in between',
    pass: '200 with the version that was made, one version more, never a conflict with oneself',
    quick: 10,
    full: 200,
  },
  async (n) => {
    for (let round = 0; round < n; round++) {
      const { read, change, states } = await newObject(round % 4 < 2 ? 'project' : 'calculation');
      const overtaken = round % 2 === 1;
      let armed = true;
      const undo = aroundStore(service.db, async (send, input) => {
        const answer = await send();
        if (!armed || !/^[PK]#/.test(input?.Item?.sk ?? '')) return answer;
        armed = false;
        if (overtaken) await person.patch(change, { name: 'Другой' });
        throw lostAnswer();
      });
      const answer: ApiResponse = await person.patch(change, { name: 'Мой', version: 1 }).finally(undo);
      hold(!armed, 'no reply was lost');
      hold(
        answer.status === 200 && answer.body.version === 2 && answer.body.name === 'Мой',
        `${answer.status} ${answer.text}`,
      );
      const names = (await states()).sort((one, other) => one.version - other.version).map(({ name }) => name);
      hold(names.slice(1).join() === (overtaken ? 'Мой,Другой' : 'Мой'), `the versions are ${names}`);
      hold((await person.get(read)).body.version === names.length, 'something else stands');
    }
    return `${n} of ${n} answered 200, 0 false conflicts`;
  },
);

reliabilityRounds(
  {
    id: 'CON-10',
    stimulus: 'a change without a version races one with a version',
    pass: 'every acknowledged value stands, or is a version that can be restored',
    quick: 10,
    full: 200,
  },
  async (round) => {
    let values = 0;
    const { read, change, states } = await newObject(round % 2 ? 'calculation' : 'project');
    const { body } = await person.get(read);
    const answers = await Promise.all([
      person.patch(change, { name: 'Без версии' }),
      person.patch(change, { ...body, name: 'С версией' }),
      person.patch(change, { name: 'Без версии тоже' }),
    ]);
    const kept = new Map((await states()).map(({ version, name }) => [version, name]));
    for (const { status, body } of answers) {
      hold(status === 200 || body.code === 'conflict', `${status}`);
      if (status !== 200) continue;
      values += 1;
      hold(kept.get(body.version) === body.name, `«${body.name}» cannot be recovered`);
    }
    hold(kept.size === 1 + answers.filter(({ status }) => status === 200).length, 'versions are missing or doubled');
    return values;
  },
  (values) => `${sumOf(values)} acknowledged values, 0 unrecoverable`,
);

const HOT = { writers: 20, objects: 40, perSecond: 50 };

reliabilityTest(
  {
    id: 'CON-12',
    stimulus: `${HOT.writers} people change ${HOT.perSecond} times a second, n times in all, what lies under one key of the table, while one of a thousand calls is throttled`,
    pass: 'every change is answered within 300 ms (99th percentile), none is lost or doubled',
    quick: 50,
    full: 3000,
  },
  async (n) => {
    let throttled = 0;
    const disturb: Writing['disturb'] = (db, random) => throttleStore(db, random, 0.001, () => throttled++);
    const { history, chains, acknowledged, repeated, times } = await runWriters(service, person, n, {
      ...HOT,
      disturb,
    });
    const anomalies = anomaliesOf(history, chains);
    hold(anomalies.length === 0, anomalies.slice(0, 5).join('\n'));
    hold(acknowledged >= n, `only ${acknowledged} were acknowledged`);
    const [p99, most] = [percentile(times, 99), Math.max(...times)];
    if (IS_FULL) hold(throttled > 0, 'nothing was throttled');
    if (IS_FULL) hold(p99 <= 300, `p99 ${p99} ms`);
    return `${acknowledged} acknowledged, 0 lost, 0 doubled; ${throttled} calls throttled, ${repeated} changes sent again; p99 ${p99.toFixed(0)} ms, ${most.toFixed(0)} at most`;
  },
);
