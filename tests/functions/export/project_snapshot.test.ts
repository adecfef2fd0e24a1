import { afterAll, describe, expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { type ProjectSnapshot, readProjectSnapshot, snapshotHash } from '#functions/export/project_snapshot.ts';
import { readProject } from '#functions/store/projects.ts';
import { newProject, openService } from '../../support/service.ts';
import { CASES } from '../../wasm-core/calculations/all_cases.ts';

const service = await openService();
const person = await service.createUser();
afterAll(() => service.close());

function contentOf(project: string): Promise<ProjectSnapshot> {
  return readProjectSnapshot(service.db, person.tenant, async () => {
    const found = await readProject(service.db, person.tenant, project);
    if (!found) throw new Error('The project has gone');
    return found;
  });
}

async function calculation(project: string, name: string) {
  const inputs = CASES.torch_ch4?.[0]?.inputs;
  return (await person.post(paths.calculations('torch_ch4'), { name, project, ...inputs })).body;
}

async function rename(made: { id: string }, name: string) {
  const path = paths.changeCalculation('torch_ch4', made.id);
  // Without a version it is carried out on what stands.
  const inputs = CASES.torch_ch4?.[0]?.inputs;
  const answer = await person.patch(path, { ...inputs, name });
  if (answer.status !== 200) throw new Error(answer.text);
}

describe('an export during an edit', { timeout: 60_000 }, () => {
  it('is a consistent snapshot: of two calculations changed in turn none is more than one step ahead', async () => {
    const project = await newProject(person);
    const [first, second] = [await calculation(project, '0'), await calculation(project, '0')];
    let editing = true;
    let edits = 0;
    const editor = (async () => {
      for (let step = 1; editing; step++) {
        const start = performance.now();
        // Two edits in the same millisecond would look like one.
        service.clock = new Date(service.clock.getTime() + 1);
        await rename(first, String(step));
        service.clock = new Date(service.clock.getTime() + 1);
        await rename(second, String(step));
        edits += 2;
        // On a busy machine edits are slow, and so are the readings that fit between them.
        await new Promise((resolve) => setTimeout(resolve, Math.max(30, 2 * (performance.now() - start))));
      }
    })();
    const ahead = new Set<number>();
    for (let read = 0; read < 25 || edits <= 10; read++) {
      const { calculations } = await contentOf(project);
      const step = (id: string) => Number(calculations.find((one) => one.id === id)?.name);
      ahead.add(step(first.id) - step(second.id));
    }
    editing = false;
    await editor;
    expect([...ahead].filter((steps) => steps !== 0 && steps !== 1)).toEqual([]);
  });
});

describe('the key of an exported file', () => {
  it('is the same for the same content and differs after any change', async () => {
    const project = await newProject(person);
    const made = await calculation(project, 'Факел');
    const hash = async (format = 'xlsx', detail = true, core = 'a') =>
      snapshotHash(await contentOf(project), core, format, detail);
    const before = await hash();
    expect(await hash()).toBe(before);
    const others = [await hash('xls'), await hash('xlsx', false), await hash('xlsx', true, 'b')];
    await rename(made, 'Факел № 2');
    others.push(await hash());
    await person.patch(paths.changeCalculation('torch_ch4', made.id), { is_deleted: true });
    others.push(await hash());
    const current = (await person.get(paths.project(project))).body;
    await person.patch(paths.changeProject(project), { ...current, name: 'Другое' });
    others.push(await hash());
    expect(new Set([before, ...others]).size).toBe(7);
  });
});
