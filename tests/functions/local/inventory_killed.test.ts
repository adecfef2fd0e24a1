import { afterAll, expect, test } from 'vitest';
import type { Calculation } from '#core/contract/calculation.ts';
import type { ProjectInventory } from '#core/contract/inventory_schema.ts';
import { paths } from '#core/contract/paths.ts';
import type { Project } from '#core/contract/project.ts';
import { temporaryDataDir } from '../../support/browser/product.ts';
import { type KilledProduct, startToKill } from '../../support/killed_product.ts';

/** Times that the product is killed, and changes that it could make in all. */
const KILLS = 3;
const CHANGES = 200;

const dataDir = temporaryDataDir();
let product: KilledProduct | undefined;
afterAll(async () => {
  await product?.stop('SIGTERM');
  dataDir.remove();
});

/** The change number `change`: one more calculation of the object, another potential, a scenario with that number as its name. */
const bodyOf = (change: number, calculations: readonly string[], object: string) => ({
  gwp_set: change % 2 === 0 ? 'ar4' : 'ar5',
  assign: [{ calculation: calculations[change - 1], object, role: change === 1 ? 'main' : 'added' }],
  scenarios: [{ name: String(change), object, drained_m3: change, destinations: [vented(change)], cost: null }],
});
const vented = (volume_m3: number) => ({ kind: 'vented', volume_m3, efficiency: 0 });

test('an inventory keeps every acknowledged change, whole, and no half of another, when the product is killed', async () => {
  product = await startToKill(dataDir.path);
  const { api } = product;
  const year = { name: 'Год', start_date: '2026-01-01', end_date: '2026-12-31' };
  const { id: project } = await api.call<Project>('POST', paths.createProject, year);
  const mine = { name: 'Шахта', kind: 'underground_mine' };
  const { id: object } = await api.call<{ id: string }>('POST', paths.objects, mine);
  const coal = { project, volume: 10, ef: '2.500000', koef_transform: '0.670000', actual: [] };
  const calculations: string[] = [];
  for (let made = 0; made < CHANGES; made++) {
    const body = { ...coal, name: `Расчёт ${made}` };
    calculations.push((await api.call<Calculation>('POST', paths.calculations('handling_underground_ch4'), body)).id);
  }
  const send = async ({ access, api: { token } }: KilledProduct, change: number) => {
    const response = await fetch(new URL(paths.inventory(project), access.url), {
      method: 'PATCH',
      headers: {
        'Content-Type': 'application/json',
        'Idempotency-Key': `change-${String(change).padStart(6, '0')}`,
        Authorization: `Bearer ${token}`,
      },
      body: JSON.stringify(bodyOf(change, calculations, object)),
    });
    expect(response.status, await response.clone().text()).toBe(200);
    await response.arrayBuffer();
  };
  let acknowledged = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const running = product;
    const death = new Promise((resolve) => setTimeout(resolve, 200 + 170 * kill)).then(() => running.stop('SIGKILL'));
    try {
      while (acknowledged < CHANGES - KILLS) {
        await send(running, acknowledged + 1);
        acknowledged += 1;
      }
    } catch (error) {
      // The connection ends with the process; an answer that is no 200 is a fault.
      if (!(error instanceof TypeError)) throw error;
    }
    await death;
    product = await startToKill(dataDir.path);
    const inventory = await product.api.call<ProjectInventory>('GET', paths.inventory(project));
    const stored = inventory.version ?? 0;
    expect([acknowledged, acknowledged + 1]).toContain(stored);
    if (stored > 0) {
      const { scenarios, gwp_set } = bodyOf(stored, calculations, object);
      expect([inventory.gwp_set, inventory.scenarios]).toEqual([gwp_set, scenarios]);
      expect(inventory.objects[0]?.sources[0]?.lines).toHaveLength(stored);
    }
    // The request that was cut off is sent again: it is made once, whether or not it had been stored.
    await send(product, acknowledged + 1);
    acknowledged += 1;
    const again = await product.api.call<ProjectInventory>('GET', paths.inventory(project));
    expect(again.version).toBe(acknowledged);
  }
  expect(acknowledged).toBeGreaterThan(KILLS);
});
