import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'vitest';

/** Folder of the results of the last full run, a file for each reliability test. */
export const REACHED = 'build/reliability';

/** `npm run reliability` runs every reliability test in full; `npm test` runs a quick part of each. */
export const IS_FULL = process.env.RELIABILITY === 'full';

/** A stress and the invariant that must hold under it: a row of `docs/reliability.md`. */
export interface Campaign {
  /** Group and number: `CON-01`. The groups are listed in `run.ts`. */
  readonly id: string;
  /** The stress. */
  readonly stimulus: string;
  /** The invariant. */
  readonly pass: string;
  /** Repetitions in `npm test` and in `npm run reliability`. */
  readonly quick: number;
  readonly full: number;
  /** Time limit of the full run, ms. */
  readonly fullTimeout?: number;
}

/** Result of a reliability test. */
export interface Reached extends Campaign {
  readonly n: number;
  /** Day of the run. */
  readonly day: string;
  readonly figures: string;
  readonly seconds: number;
}

const FULL_TIMEOUT_MS = 30 * 60_000;

/** A bound for what hangs: on two processors a quick part takes a minute. */
const QUICK_TIMEOUT_MS = 5 * 60_000;

/** A test that applies the stress `n` times, throws if the invariant is violated, and returns its figures (`200 of 200, 0 lost`). */
export function reliabilityTest(about: Campaign, run: (n: number) => Promise<string>): void {
  const n = IS_FULL ? about.full : about.quick;
  const timeout = IS_FULL ? (about.fullTimeout ?? FULL_TIMEOUT_MS) : QUICK_TIMEOUT_MS;
  it(`${about.id}: ${about.stimulus} → ${about.pass}`, { timeout }, async () => {
    const start = performance.now();
    const figures = await run(n);
    const seconds = Math.round((performance.now() - start) / 100) / 10;
    if (IS_FULL) keep({ ...about, n, day: new Date().toISOString().slice(0, 10), figures, seconds });
  });
}

/** Like `reliabilityTest`, for consecutive rounds; `figures` sums up the results of the rounds. */
export function reliabilityRounds(
  about: Campaign,
  run: (round: number) => Promise<number>,
  figures: (counts: readonly number[]) => string,
): void {
  reliabilityTest(about, async (n) => {
    const counts: number[] = [];
    for (let round = 0; round < n; round++) counts.push(await run(round));
    return figures(counts);
  });
}

export function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

function keep(reached: Reached): void {
  mkdirSync(REACHED, { recursive: true });
  writeFileSync(join(REACHED, `${reached.id}.json`), `${JSON.stringify(reached, null, 2)}\n`);
}
