import { afterAll } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { hold } from '../support/reliability/hold.ts';
import { reliabilityRounds, reliabilityTest, sumOf } from '../support/reliability/reliability_test.ts';
import { openSdkService } from '../support/sdk_stores.ts';
import { newProject, type Person, PROJECT } from '../support/service.ts';

let person: Person;

const service = await openSdkService();
afterAll(() => service.close());

const idsOf = async (path: string): Promise<string[]> =>
  (await person.get(path)).body.results.map(({ id }: { id: string }) => id);

reliabilityTest(
  {
    id: 'CON-07',
    stimulus:
      'create, change, archive, restore, and after each read the lists of active and of archived ones; reads that are not consistent are two seconds behind',
    pass: 'no list is stale',
    quick: 12,
    full: 1000,
  },
  async (n) => {
    person = await service.createUser();
    // A read that may be late is late here: as if what it reads were not yet there.
    const late =
      (next: (sent: object) => unknown, { commandName }: { commandName: string }) =>
      (sent: { input: object }) => {
        const { ConsistentRead, RequestItems } = sent.input as { ConsistentRead?: boolean; RequestItems?: object };
        const isRead = /^(?:Get|BatchGet|Query|Scan)/.test(commandName.replace(/ItemCommand$/, ''));
        const isConsistent = ConsistentRead || Object.values(RequestItems ?? {}).every((one) => one.ConsistentRead);
        if (isRead && !(RequestItems ? isConsistent : ConsistentRead)) return { output: { Items: [], Responses: {} } };
        return next(sent);
      };
    service.db.client.middlewareStack.add(late as never, { step: 'initialize', name: 'late', priority: 'high' });
    try {
      for (let round = 0; round < n; round++) {
        const archive = `${paths.projects}?is_deleted=true&limit=5`;
        const active = `${paths.projects}?limit=5`;
        const id = await newProject(person);
        hold((await idsOf(active))[0] === id, 'the new one is not in the list');
        await person.patch(paths.changeProject(id), { name: `Имя ${round}` });
        const { results } = (await person.get(active)).body;
        hold(results[0].name === `Имя ${round}`, 'the list has the old name');
        await person.patch(paths.changeProject(id), { is_deleted: true });
        hold(!(await idsOf(active)).includes(id) && (await idsOf(archive))[0] === id, 'not in the archive');
        if (round % 2) continue;
        await person.patch(paths.changeProject(id), { is_deleted: false });
        hold((await idsOf(active))[0] === id && !(await idsOf(archive)).includes(id), 'not back');
      }
    } finally {
      service.db.client.middlewareStack.remove('late');
    }
    return `${n} objects, 0 stale lists`;
  },
);

reliabilityRounds(
  {
    id: 'CON-08',
    stimulus: 'a list is walked page by page (2, 10, 100 a page) while projects are added and archived',
    pass: 'what stood throughout is met exactly once; `count` is a number that there was at some instant',
    quick: 3,
    full: 100,
  },
  async (walk) => {
    person = await service.createUser();
    const limit = [2, 10, 100][walk % 3] ?? 10;
    const size = limit === 100 ? 120 : 24;
    const made = await Promise.all(Array.from({ length: size }, () => newProject(person)));
    const doomed = new Set(made.filter((_, place) => place % 6 === 0));
    const staying = made.filter((id) => !doomed.has(id));
    let going = true;
    let active = size;
    let [least, most] = [size, size];
    const disturb = async () => {
      const leaving = [...doomed];
      while (going) {
        const { status } = await person.post(paths.createProject, { ...PROJECT, name: 'Пришёл' });
        if (status === 201) active += 1;
        most = Math.max(most, active);
        const id = leaving.pop();
        if (id) await person.patch(paths.changeProject(id), { is_deleted: true });
        if (id) active -= 1;
        least = Math.min(least, active);
      }
    };
    const disturbing = disturb();
    const seen = new Map<string, number>();
    let next: string | null = `${paths.projects}?limit=${limit}`;
    while (next !== null) {
      const { body } = await person.get(next);
      for (const { id } of body.results) seen.set(id, (seen.get(id) ?? 0) + 1);
      hold(body.count >= least - 1 && body.count <= most + 1, `count ${body.count}, not ${least}…${most}`);
      next = body.next;
    }
    going = false;
    await disturbing;
    const wrong = staying.filter((id) => seen.get(id) !== 1);
    hold(wrong.length === 0, `${wrong.length} of ${staying.length} were missed or met twice at ${limit} a page`);
    hold(
      [...seen.values()].every((times) => times === 1),
      'something was met twice',
    );
    return staying.length;
  },
  (met) => `${met.length} walks, ${sumOf(met)} objects met once, 0 missed, 0 twice`,
);
