import { numberInputs } from '../calculations/definition.ts';
import { CONSTANTS, type ConstantName } from '../constants.ts';
import { DEFAULT_UNCERTAINTIES } from '../contract/default_uncertainties.ts';
import type { TotalUncertainty, UncertainQuantity, UncertaintyRange } from '../contract/uncertainty_schema.ts';
import { CoreMemory } from '../core_memory.ts';
import { CoreSums } from '../inventory/core_sums.ts';
import type { Core } from '../load.ts';
import { type Assessment, type AssessmentOptions, assessUncertainty, MOST_DRAWS, PREVIEW_DRAWS } from './assess.ts';
import type { InventoryAmount } from './inventory_amounts.ts';
import type { Percentile } from './percentiles.ts';
import { NO_UNCERTAINTY, type UncertaintyPlan } from './plan.ts';
import { planOf, SHARED_ERROR } from './plan_of.ts';
import { histogramOf } from './sample.ts';
import { UncertaintyRun } from './uncertainty_run.ts';

/** Draws times columns and operations of one answer: about a second on one thread. */
const MOST_WORK = 4e8;

/** Quantities of an answer, those with the largest shares. */
const MOST_QUANTITIES = 100;

/** The uncertainty of the sum of amounts by approach 2. Without any amount the total is 0 and has no range. */
export async function totalUncertainty(
  core: Core,
  seed: string,
  amounts: readonly InventoryAmount[],
  options: AssessmentOptions,
): Promise<TotalUncertainty> {
  const plan = planOf(core, seed, amounts);
  const plan_sha256 = await options.digest(new TextEncoder().encode(JSON.stringify(plan)));
  const mostDraws = await boundedDraws(core, plan);
  const assessment = await assessUncertainty(core, plan, { mostDraws, ...options });
  const { stated: total, n, totalsSha256: totals_sha256, certain, isCertain, moments } = assessment;
  const base = { total, n, totals_sha256, plan_sha256, certain: [...certain] };
  if (isCertain) {
    return { ...base, range: null, note: NO_UNCERTAINTY, mean: null, sd: null, histogram: null, quantities: [] };
  }
  const { p2_5, p97_5 } = assessment.percentiles;
  return {
    ...base,
    range: await rangeOf(core, assessment),
    note: null,
    ...{ mean: moments.mean, sd: moments.sd },
    histogram: (await histogramOf(core, assessment.totals, p2_5.value, p97_5.value)) ?? null,
    quantities: quantitiesOf(plan, amounts, assessment),
  };
}

/** Draws that the work of an answer allows; the preview's at least. */
export async function boundedDraws(core: Core, plan: UncertaintyPlan): Promise<number> {
  const { work } = await UncertaintyRun.open(core, plan);
  let draws = PREVIEW_DRAWS;
  while (2 * draws * work <= MOST_WORK && draws < MOST_DRAWS) draws = Math.min(2 * draws, MOST_DRAWS);
  return draws;
}

async function rangeOf(core: Core, { stated, percentiles }: Assessment): Promise<UncertaintyRange> {
  const sums = new CoreSums(await CoreMemory.open(core.module));
  const percent = ({ value }: Percentile) => sums.difference(stated, value).percent ?? null;
  const { p2_5, p50, p97_5 } = percentiles;
  return {
    ...{ low: p2_5.value, median: p50.value, high: p97_5.value },
    ...{ low_percent: percent(p2_5), high_percent: percent(p97_5) },
    ...{ low_rank: p2_5.rank, median_rank: p50.rank, high_rank: p97_5.rank },
    ...{ low_error: p2_5.relativeError, high_error: p97_5.relativeError },
  };
}

function quantitiesOf(
  plan: UncertaintyPlan,
  amounts: readonly InventoryAmount[],
  { moments, swings }: Assessment,
): UncertainQuantity[] {
  const byId = new Map(amounts.map((amount) => [amount.id, amount]));
  const swing = new Map(swings.map((one) => [one.id, one]));
  const quantities = new Map<string, UncertainQuantity>();
  for (const { id: calculation, inputs } of plan.calculations) {
    for (const [name, id] of Object.entries(inputs)) {
      const [amount, quantity] = [byId.get(calculation), plan.inputs[id]];
      if (quantities.has(id) || !amount || !quantity || quantity.law === 'fixed') continue;
      const { value: planned, ...law } = quantity;
      const value = id.startsWith(SHARED_ERROR) ? (amount.inputs[name.replace(/_error$/, '')] ?? planned) : planned;
      const { low = Number.NaN, high = Number.NaN } = swing.get(id) ?? {};
      const share = moments.shares[id] ?? Number.NaN;
      quantities.set(id, { id, ...described(amount, name, id), value, law, share, low, high });
    }
  }
  return [...quantities.values()].sort((one, other) => other.share - one.share).slice(0, MOST_QUANTITIES);
}

/** What a quantity of a plan is called, and where its law comes from. */
function described({ calculation, definition, uncertainty }: InventoryAmount, name: string, id: string) {
  const input = id.startsWith(SHARED_ERROR) ? name.replace(/_error$/, '') : name;
  const field = new Map(numberInputs(definition)).get(input);
  const stated = uncertainty[input];
  if (!field || !stated) return ofConstant(name as ConstantName);
  const row = calculation.provenance.find(({ presets }) => presets.includes(input));
  const where = id.startsWith('dictionary/') && row ? row.name : calculation.name;
  const label = id.startsWith(SHARED_ERROR)
    ? `Общая ошибка «${id.slice(SHARED_ERROR.length)}»: ${field.label}`
    : `${field.label}: ${where}`;
  return {
    ...{ label, calculation: calculation.id, type: calculation.type as string, input },
    unit: field.unit,
    ...{ source: stated.source, mark: stated.mark },
  };
}

function ofConstant(name: ConstantName) {
  const { label, unit, uncertainty } = CONSTANTS[name];
  const { source, mark } = DEFAULT_UNCERTAINTIES[uncertainty ?? 'flare_efficiency'];
  return { label, calculation: null, type: null, input: name, unit, source, mark };
}
