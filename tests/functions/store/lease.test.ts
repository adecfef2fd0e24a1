import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { holdLease, type Lease, type Leased } from '#functions/store/lease.ts';

interface Item extends Leased {
  readonly progress: number;
}

const CLAIMED: Item = { fence: 1, lease_ends_at: 100, progress: 0 };

/** A store of one item that the claim `fence` may write; `answers` false: it fails every call. */
class OneItem {
  item: Item = CLAIMED;
  answers = true;
  atOnce = 0;
  most = 0;

  readonly write = async (current: Item, changes: Partial<Item>) => {
    this.most = Math.max(this.most, ++this.atOnce);
    await sleep(1);
    this.atOnce--;
    if (!this.answers) throw new Error('The store does not answer');
    if (current.fence !== this.item.fence) return undefined;
    this.item = { ...this.item, ...changes };
    return this.item;
  };
}

let lease: Lease<Item>;
afterEach(() => lease.stop());

function hold(store: OneItem, news?: () => Partial<Item>) {
  lease = holdLease(CLAIMED, {
    leaseMs: 500,
    beatMs: 5,
    now: () => new Date(1000),
    write: store.write,
    ...(news && { news }),
  });
  return lease;
}

describe('a lease', () => {
  it('is renewed by a heartbeat with the current progress', async () => {
    const store = new OneItem();
    hold(store, () => ({ progress: 0.5 }));
    await expect.poll(() => store.item).toEqual({ fence: 1, lease_ends_at: 1500, progress: 0.5 });
  });

  it('is lost when another worker claims the item, and the first worker is notified', async () => {
    const store = new OneItem();
    const { lost, change } = hold(store);
    store.item = { ...CLAIMED, fence: 2 };
    await expect.poll(() => lost.aborted).toBe(true);
    await expect(change({ progress: 1 })).rejects.toThrow('The claim 1 no longer holds its item');
    expect(store.item).toEqual({ ...CLAIMED, fence: 2 });
  });

  it('survives a temporary failure of the store', async () => {
    const store = new OneItem();
    store.answers = false;
    const { lost } = hold(store);
    await sleep(20);
    expect(lost.aborted).toBe(false);
    store.answers = true;
    await expect.poll(() => store.item.lease_ends_at).toBe(1500);
  });

  it('writes changes one after another, each based on the previous one', async () => {
    const store = new OneItem();
    const { change, item } = hold(store);
    await Promise.all([0.1, 0.2, 0.3].map((progress) => change({ progress })));
    expect([store.most, item().progress]).toEqual([1, 0.3]);
  });

  it('is not renewed after it is stopped', async () => {
    const store = new OneItem();
    await hold(store).stop();
    const left = store.item;
    await sleep(20);
    expect(store.item).toBe(left);
  });
});
