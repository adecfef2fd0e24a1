import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, vi } from 'vitest';
import { StartError } from '#functions/server/start_error.ts';
import {
  type DataFolders,
  filesOf,
  makeDataFolders,
  NotLetIn,
  readServed,
  type Served,
  type Started,
  startFrom,
} from '../support/reliability/data_folders.ts';
import { hold } from '../support/reliability/hold.ts';
import { IS_FULL, REACHED, reliabilityTest } from '../support/reliability/reliability_test.ts';
import { dice } from '../support/reliability/writes_faults.ts';

/** The damaged folder: a data folder before its start, or an open one. */
const STATES = ['stopped', 'killed', 'former', 'serving'] as const;
type State = (typeof STATES)[number];

/** Outcome of a changed byte. */
const OUTCOMES = ['refused to start', 'told in an answer', 'without effect'] as const;
type Outcome = (typeof OUTCOMES)[number];

/** Outcomes of a full run, a line a round: one that was broken off goes on from there. */
const ROUNDS = join(REACHED, 'flips.rounds');

let folder: string;
let folders: DataFolders;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'store-flips-'));
  for (const method of ['log', 'warn', 'error'] as const) vi.spyOn(console, method).mockImplementation(() => {});
  folders = await makeDataFolders(folder);
});
afterAll(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

reliabilityTest(
  {
    id: 'DUR-11',
    stimulus:
      'a random byte of a random file of a data folder is changed, n times, each in a fresh copy: of a product that was stopped, killed, of a former release, and of one that serves, before its regular check; then it is started, people sign in and read all there is',
    pass: 'the start says why it does not open, an answer says what is damaged, or every answer is the one that was given before',
    quick: 24,
    full: 2000,
    fullTimeout: 2 * 60 * 60_000,
  },
  async (n) => {
    const whole = new Map<State, Served>();
    for (const state of STATES) whole.set(state, await inCopy(state, 'whole', (started) => readServed(started)));
    const outcomes = reachedBefore();
    for (let round = outcomes.length; round < n; round++) {
      const state = STATES[round % STATES.length] ?? 'stopped';
      const outcome = await flip(state, round, whole.get(state) ?? new Map());
      outcomes.push(outcome);
      if (IS_FULL) keepOutcome(outcome);
    }
    rmSync(ROUNDS, { force: true });
    const counts = OUTCOMES.map((one) => `${outcomes.filter((outcome) => outcome === one).length} ${one}`);
    return `${counts.join(', ')}; 0 wrong answers, 0 silent losses`;
  },
);

function reachedBefore(): Outcome[] {
  if (!IS_FULL || !existsSync(ROUNDS)) return [];
  return readFileSync(ROUNDS, 'utf8').split('\n').slice(0, -1) as Outcome[];
}

function keepOutcome(outcome: Outcome): void {
  mkdirSync(REACHED, { recursive: true });
  appendFileSync(ROUNDS, `${outcome}\n`);
}

/** Changes a byte and checks the product's reaction. */
async function flip(state: State, round: number, whole: Served): Promise<Outcome> {
  const random = dice(Math.imul(round + 1, 2_654_435_761));
  let place = '';
  const harm = (copy: string) => {
    place = changeByte(copy, state === 'serving' ? 'store/' : '', random);
  };
  try {
    return await inCopy(state, `round-${round}`, (started) => look(started, whole), harm);
  } catch (error) {
    const isTold = error instanceof StartError && /[а-я]{3}/i.test(error.message);
    hold(isTold, `round ${round}, ${state}, ${place}: ${error instanceof Error ? error.stack : error}`);
    return 'refused to start';
  }
}

async function look(started: Started, whole: Served): Promise<Outcome> {
  try {
    const outcome = judge(await readServed(started), whole);
    return started.isChanged ? 'told in an answer' : outcome;
  } catch (error) {
    if (error instanceof NotLetIn && DAMAGED.test(error.message)) return 'told in an answer';
    throw error;
  }
}

/** Starts a copy of a data folder, damaged before the start or, if it serves, after it. */
async function inCopy<T>(
  state: State,
  name: string,
  look: (started: Started) => Promise<T>,
  harm: (copy: string) => void = () => {},
): Promise<T> {
  const copy = join(folder, `${name}-${state}`);
  const from = state === 'serving' ? 'stopped' : state;
  cpSync(folders[from], copy, { recursive: true });
  try {
    if (state !== 'serving') harm(copy);
    const known = JSON.parse(readFileSync(join(folders[from], 'demo.json'), 'utf8'));
    const started = await startFrom(copy, known);
    try {
      if (state === 'serving') {
        harm(copy);
        await started.check().catch(() => undefined);
      }
      return await look(started);
    } finally {
      await started.close();
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Changes a byte of a file under `prefix`, every file or every byte as likely as another by turns; answers where. */
function changeByte(copy: string, prefix: string, random: () => number): string {
  const files = filesOf(copy)
    .filter((path) => path.startsWith(prefix))
    .map((path) => ({ path, size: statSync(join(copy, path)).size }))
    .filter(({ size }) => size > 0);
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const byFile = random() < 0.5;
  let [index, at] = [Math.floor(random() * files.length), Math.floor(random() * total)];
  if (!byFile) for (index = 0; at >= (files[index]?.size ?? 0); index++) at -= files[index]?.size ?? 0;
  const { path = '', size = 1 } = files[index] ?? {};
  at %= size;
  const bytes = readFileSync(join(copy, path));
  bytes[at] = (bytes[at] ?? 0) ^ (1 + Math.floor(random() * 255));
  writeFileSync(join(copy, path), bytes);
  return `byte ${at} of ${path}`;
}

/** Codes of answers about what is damaged. */
const DAMAGED = /"code":"damaged_(?:file|store)"/;

/** Throws for an answer that differs from that of the whole folder without saying so. */
function judge(served: Served, whole: Served): Outcome {
  const isTold = [...served.values()].some(({ body }) => DAMAGED.test(body));
  for (const [path, { status, body }] of whole) {
    const answer = served.get(path);
    if (answer?.status === status && answer.body === body) continue;
    // An object that is missing was not asked for, because its list says that it is damaged.
    if (answer ? DAMAGED.test(answer.body) : isTold) continue;
    throw new Error(`${path}: ${answer?.status} ${answer?.body.slice(0, 300)} for ${status} ${body.slice(0, 300)}`);
  }
  return isTold ? 'told in an answer' : 'without effect';
}
