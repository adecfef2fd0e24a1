import { CoreMemory } from '../core_memory.ts';
import type { Core } from '../load.ts';

/**
 * A category of an inventory: emissions of both years in one unit, its uncertainty ± in percent.
 */
export interface Category {
  readonly name: string;
  readonly base: number;
  readonly current: number;
  readonly u: number;
}

/**
 * A category in an assessment, in descending order; key categories are those up to the threshold.
 */
export interface AssessedCategory {
  readonly name: string;
  readonly share: number;
  readonly cumulative: number;
  readonly isKey: boolean;
}

/** Level and trend by approach 1, and both weighted with the uncertainty, by approach 2. */
export interface KeyCategories {
  readonly level: readonly AssessedCategory[];
  readonly trend: readonly AssessedCategory[];
  readonly levelUncertainty: readonly AssessedCategory[];
  readonly trendUncertainty: readonly AssessedCategory[];
}

/**
 * Cumulative share of key categories: 95 % by approach 1, 90 % by approach 2. IPCC 2006, vol. 1,
 * ch. 4.
 */
const ASSESSMENTS = { level: 0.95, trend: 0.95, levelUncertainty: 0.9, trendUncertainty: 0.9 } as const;

/** Finds the key categories of an inventory. The core computes the assessments. */
export async function keyCategories(core: Core, categories: readonly Category[]): Promise<KeyCategories> {
  const memory = await CoreMemory.load(core, 'uncertainty');
  const count = categories.length;
  const rows = memory.place(Float64Array.from(categories.flatMap(({ base, current, u }) => [base, current, u])));
  const shares = memory.take(4 * 8 * count);
  const [order, running] = [memory.take(8 * count), memory.take(8 * count)];
  memory.function('key_assessments')(rows, count, shares);
  const column = (address: number) => new Float64Array(memory.buffer, address, count);
  const entries = Object.entries(ASSESSMENTS).map(([name, threshold], index) => {
    const own = shares + 8 * count * index;
    const keys = memory.function('key_order')(own, count, threshold, order, running);
    const assessed = Array.from(column(order), (category, place) => ({
      name: categories[category]?.name ?? '',
      share: column(own)[category] ?? Number.NaN,
      cumulative: column(running)[place] ?? Number.NaN,
      isKey: place < keys,
    }));
    return [name, assessed] as const;
  });
  return Object.fromEntries(entries) as unknown as KeyCategories;
}
