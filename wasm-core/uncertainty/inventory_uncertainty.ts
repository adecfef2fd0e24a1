import { definitionOf } from '../calculations/index.ts';
import type { PartName } from '../contract/parts.ts';
import type { CalculationUncertainty, InventoryUncertainty, UncertaintyTrend } from '../contract/uncertainty_schema.ts';
import { CoreMemory } from '../core_memory.ts';
import { CoreSums } from '../inventory/core_sums.ts';
import type { InventoryInput } from '../inventory/inventory_input.ts';
import type { InventoryCalculation } from '../inventory/statements.ts';
import type { Core } from '../load.ts';
import { approach1 } from './approach_1.ts';
import { type AssessmentOptions, UNCERTAINTY_ENGINE } from './assess.ts';
import { type InventoryAmount, inventoryAmounts, ownAmount } from './inventory_amounts.ts';
import { percentilesOf } from './percentiles.ts';
import type { UncertaintyPlan } from './plan.ts';
import { planOf } from './plan_of.ts';
import { changesByDraw } from './sample.ts';
import { totalOf } from './total_of.ts';
import { boundedDraws, totalUncertainty } from './total_uncertainty.ts';
import { UncertaintyRun } from './uncertainty_run.ts';

/** The seed of a project, by rule from its id, so that nobody chooses one: its last 16 hexadecimal digits. */
export function seedOfProject(project: string): string {
  const digits = project.replaceAll('-', '').slice(-16);
  return /^[0-9a-f]{1,16}$/i.test(digits) ? String(BigInt(`0x${digits}`)) : '0';
}

/**
 * The uncertainty of a project's inventory: approach 2 of both columns, table 3.2, key categories,
 * the trend to last year. The same function and bits in browser and server. Throws PlanRefused if
 * people state two laws for one shared error.
 */
export async function inventoryUncertainty(
  core: Core,
  input: InventoryInput,
  options: AssessmentOptions,
): Promise<InventoryUncertainty> {
  const { project, previous } = input;
  const seed = seedOfProject(project.id);
  const current = inventoryAmounts(input, 'full');
  const base = previous ? inventoryAmounts({ ...previous, gwp_set: input.gwp_set }, 'full') : [];
  const full = await totalUncertainty(core, seed, current, options);
  return {
    ...runOf(core, seed),
    ...{ project: project.id, year: yearOf(project) },
    full,
    mandatory: await totalUncertainty(core, seed, inventoryAmounts(input, 'mandatory'), options),
    ...(await approach1(core, seed, current, base)),
    trend: previous && full.range ? await trendOf(core, seed, current, base, yearOf(previous.project)) : null,
  };
}

/** The plan of the full inventory with its number of draws: recomputed, it has the same SHA-256. */
export async function inventoryPlan(
  core: Core,
  input: InventoryInput,
  options: AssessmentOptions,
): Promise<UncertaintyPlan> {
  const seed = seedOfProject(input.project.id);
  const amounts = inventoryAmounts(input, 'full');
  const { n } = await totalUncertainty(core, seed, amounts, options);
  return { ...planOf(core, seed, amounts), n };
}

/** The uncertainty of one calculation; undefined where its type has no total. */
export async function calculationUncertainty(
  core: Core,
  project: string,
  calculation: InventoryCalculation,
  part: PartName | undefined,
  options: AssessmentOptions,
): Promise<CalculationUncertainty | undefined> {
  if (!totalOf(definitionOf(calculation.type))) return undefined;
  const seed = seedOfProject(project);
  const total = await totalUncertainty(core, seed, [ownAmount(calculation, part)], options);
  return { ...runOf(core, seed), ...total, stated: { ...calculation.uncertainty } };
}

function runOf(core: Core, seed: string) {
  return { engine: UNCERTAINTY_ENGINE, seed, centre: 'median', core_sha256: core.sha256 } as const;
}

function yearOf({ start_date }: InventoryInput['project']): number {
  return Number(start_date.slice(0, 4));
}

/** The change to the year before, draw by draw: what both years share changes both. */
async function trendOf(
  core: Core,
  seed: string,
  current: readonly InventoryAmount[],
  base: readonly InventoryAmount[],
  base_year: number,
): Promise<UncertaintyTrend | null> {
  const plan = planOf(core, seed, [...current, ...base]);
  const [now, before] = [current, base].map((amounts) => new Set(amounts.map(({ id }) => id)));
  const sums = [now, before].map(
    (ids) =>
      ({ id }: { readonly id: string }) =>
        ids?.has(id) ?? false,
  );
  const run = await UncertaintyRun.open(core, plan, sums);
  const [totals, baseTotals] = run.draw(0, await boundedDraws(core, plan));
  if (!totals || !baseTotals) return null;
  const percentiles = await percentilesOf(core, await changesByDraw(core, baseTotals, totals));
  if (!percentiles) return null;
  const stated = run.stated();
  const baseTotal = (await UncertaintyRun.open(core, planOf(core, seed, base))).stated();
  const change = new CoreSums(await CoreMemory.open(core.module)).difference(baseTotal, stated).percent;
  if (change === undefined) return null;
  const { p2_5, p50, p97_5 } = percentiles;
  return { base_year, base: baseTotal, change, low: p2_5.value, median: p50.value, high: p97_5.value };
}
