import { numberInputs } from '../calculations/definition.ts';
import type { Approach1, InventoryUncertainty } from '../contract/uncertainty_schema.ts';
import { CoreMemory } from '../core_memory.ts';
import { CoreSums } from '../inventory/core_sums.ts';
import type { Core } from '../load.ts';
import type { InventoryAmount } from './inventory_amounts.ts';
import { type AssessedCategory, type Category, keyCategories } from './key_categories.ts';
import type { PlannedCalculation, Quantity, UncertaintyPlan } from './plan.ts';
import { planOf } from './plan_of.ts';
import { beyondApproach1, type PropagationRow, propagate } from './propagation.ts';
import { UncertaintyRun } from './uncertainty_run.ts';

/** Table 3.2 of an inventory and of the year before; rows are the parts of objects. */
export async function approach1(
  core: Core,
  seed: string,
  current: readonly InventoryAmount[],
  base: readonly InventoryAmount[],
): Promise<{ readonly approach_1: Approach1; readonly key_categories: InventoryUncertainty['key_categories'] }> {
  const sums = new CoreSums(await CoreMemory.open(core.module));
  const names = new Map([...current, ...base].map(({ category, categoryName }) => [category, categoryName]));
  const rows: PropagationRow[] = [];
  for (const [category, name] of names) {
    const of = (amounts: readonly InventoryAmount[]) => amounts.filter((amount) => amount.category === category);
    const [now, before] = [of(current), of(base)];
    const shown = await categoryOf(core, sums, seed, now.length > 0 ? now : before);
    const earlier = now.length > 0 ? await statedTotal(core, seed, before) : shown.stated;
    const { stated, ...uncertainties } = shown;
    rows.push({ name, base: earlier, current: now.length > 0 ? stated : 0, ...uncertainties });
  }
  const propagation = await propagate(core, rows);
  const { table, total, base: baseTotal, u_total = null, trend = null, u_trend = null } = propagation;
  const shownTable = table.map((row) => ({ ...row, ...finiteColumns(row) }));
  const categories = table.map((row): Category => ({ ...row, u: row.u_combined }));
  const key = await keyCategories(core, categories);
  const shown = (assessed: readonly AssessedCategory[]) =>
    assessed.map(({ isKey: is_key, ...one }) => ({ ...one, is_key }));
  return {
    approach_1: {
      table: shownTable,
      total,
      base: baseTotal,
      u_total,
      trend,
      u_trend,
      beyond: beyondApproach1(propagation),
    },
    key_categories: {
      level: shown(key.level),
      trend: baseTotal === 0 ? [] : shown(key.trend),
      level_uncertainty: shown(key.levelUncertainty),
      trend_uncertainty: baseTotal === 0 ? [] : shown(key.trendUncertainty),
    },
  };
}

const MAYBE = [
  ...(['contribution', 'sensitivity_a', 'sensitivity_b'] as const),
  ...(['trend_factor', 'trend_activity', 'trend_contribution'] as const),
];

/** Columns that have no value where a total is 0, as null. */
function finiteColumns(row: Readonly<Record<(typeof MAYBE)[number], number>>) {
  return Object.fromEntries(MAYBE.map((name) => [name, Number.isFinite(row[name]) ? row[name] : null])) as Record<
    (typeof MAYBE)[number],
    number | null
  >;
}

/** Amount and uncertainties of a category: of its activity data and of its factors, ± %. */
async function categoryOf(core: Core, sums: CoreSums, seed: string, amounts: readonly InventoryAmount[]) {
  const plan = planOf(core, seed, amounts);
  const isActivity = activityIds(plan, amounts);
  const stated = await statedTotal(core, seed, amounts);
  const percent = async (isUncertain: (id: string) => boolean) => {
    const narrowed = onlyUncertain(plan, isUncertain);
    if (Object.values(narrowed.inputs).every(({ law }) => law === 'fixed')) return 0;
    const run = await UncertaintyRun.open(core, narrowed);
    const { halfWidth } = run.moments(new Float64Array());
    return sums.ratio(halfWidth, Math.abs(stated), 100) ?? 0;
  };
  const factors = Object.entries(plan.inputs).filter(([id, { law }]) => law !== 'fixed' && !isActivity.has(id));
  return {
    stated,
    u_activity: await percent((id) => isActivity.has(id)),
    u_factor: await percent((id) => !isActivity.has(id)),
    // A factor from a dictionary has the same error in both years; one of a year's own measurements does not.
    factor_correlated: factors.every(([id]) => !id.startsWith('calculation/')),
  };
}

/** Ids of quantities that are activity data: typed amounts; coefficients and constants are factors. */
function activityIds({ calculations }: UncertaintyPlan, amounts: readonly InventoryAmount[]): ReadonlySet<string> {
  const definitions = new Map(amounts.map(({ id, definition }) => [id, new Map(numberInputs(definition))]));
  const isActivity = ({ id }: PlannedCalculation, name: string) => {
    const input = definitions.get(id)?.get(name.replace(/_error$/, ''));
    return input !== undefined && input.coefficient === undefined;
  };
  return new Set(
    calculations.flatMap((one) =>
      Object.entries(one.inputs).flatMap(([name, id]) => (isActivity(one, name) ? [id] : [])),
    ),
  );
}

function onlyUncertain(plan: UncertaintyPlan, isUncertain: (id: string) => boolean): UncertaintyPlan {
  const inputs = Object.entries(plan.inputs).map(([id, quantity]): [string, Quantity] => [
    id,
    isUncertain(id) ? quantity : { value: quantity.value, law: 'fixed' },
  ]);
  return { ...plan, inputs: Object.fromEntries(inputs) };
}

async function statedTotal(core: Core, seed: string, amounts: readonly InventoryAmount[]): Promise<number> {
  if (amounts.length === 0) return 0;
  return (await UncertaintyRun.open(core, planOf(core, seed, amounts))).stated();
}
