import { quoted, russianNumber } from '../contract/russian.ts';
import { CoreMemory } from '../core_memory.ts';
import type { Core } from '../load.ts';
import { type CompiledPlan, compilePlan, type SumFilter } from './compile.ts';
import { constantsOf } from './constants_of.ts';
import { type PlacedPlan, placePlan, preparedQuantity } from './image.ts';
import { PLAN_LIMITS, type UncertaintyPlan } from './plan.ts';
import { PlanRefused } from './plan_refused.ts';
import { BLOCK_DRAWS } from './ranges.ts';

/** Draws of one call of the core. */
const CALL_DRAWS = 64 * BLOCK_DRAWS;

/** Quantities of one call for swings. */
const SWINGS_AT_ONCE = 256;

/**
 * Mean, standard deviation and shares of the variance by id, and whether they are exact or sampled.
 */
export interface Moments {
  readonly from: 'closed_form' | 'sample';
  readonly mean: number;
  readonly sd: number;
  /**
   * 95 % half-width by approach 1 with shared quantities, in the unit of the total; NaN from a
   * sample.
   */
  readonly halfWidth: number;
  readonly shares: Readonly<Record<string, number>>;
}

/**
 * The total with one quantity at its own 2.5 and 97.5 % points, all others at their stated values.
 */
export interface Swing {
  readonly id: string;
  readonly low: number;
  readonly high: number;
}

/**
 * A plan in its own instance of the core. It draws any range, so several workers can share the
 * work.
 */
export class UncertaintyRun {
  readonly #memory: CoreMemory;
  readonly #compiled: CompiledPlan;
  readonly #placed: PlacedPlan;
  readonly #buffer: number;

  private constructor(memory: CoreMemory, compiled: CompiledPlan, placed: PlacedPlan) {
    this.#memory = memory;
    this.#compiled = compiled;
    this.#placed = placed;
    this.#buffer = memory.take(CALL_DRAWS * compiled.sums * 8);
  }

  /**
   * Opens a plan of `readPlan` or `planOf`. `sums`: the totals to draw, by default that of all
   * calculations. Throws PlanRefused if bounds leave nothing of a law, two ids have the same hash,
   * or the plan exceeds the limit of work.
   */
  static async open(core: Core, plan: UncertaintyPlan, sums?: readonly SumFilter[]): Promise<UncertaintyRun> {
    const compiled = compilePlan(plan, constantsOf(core), sums);
    boundWork(plan, compiled);
    const memory = await CoreMemory.load(core, 'uncertainty');
    const placed = placePlan(memory, compiled, plan.seed);
    memory.function('uncertainty_prepare')(placed.head);
    checkPrepared(memory, compiled, placed);
    return new UncertaintyRun(memory, compiled, placed);
  }

  /**
   * Totals of the draws first … first + count − 1, an array for each sum; `first` is a multiple of
   * 512.
   */
  draw(first: number, count: number): Float64Array<ArrayBuffer>[] {
    const { sums } = this.#compiled;
    const totals = Array.from({ length: sums }, () => new Float64Array(count));
    for (let done = 0; done < count; done += CALL_DRAWS) {
      const wanted = Math.min(CALL_DRAWS, count - done);
      const drawn = Math.ceil(wanted / BLOCK_DRAWS) * BLOCK_DRAWS;
      this.#memory.function('uncertainty_draw')(this.#placed.head, first + done, drawn, this.#buffer);
      for (const [index, total] of totals.entries()) {
        total.set(new Float64Array(this.#memory.buffer, this.#buffer + 8 * drawn * index, wanted), done);
      }
    }
    return totals;
  }

  /**
   * Mean, standard deviation and shares of the first sum; from its draws if there is no closed
   * form.
   */
  moments(totals: Float64Array): Moments {
    const { monomials, quantities } = this.#compiled;
    const { head } = this.#placed;
    const out = this.#memory.take(8 * (3 + 2 * quantities.length));
    if (monomials) this.#memory.function('uncertainty_closed_form')(head, out);
    else {
      const scratch = this.#memory.take(64 * (quantities.length + 1));
      const values = this.#memory.place(totals);
      this.#memory.function('uncertainty_sample_moments')(head, values, totals.length, out, scratch);
    }
    const [mean = Number.NaN, sd = Number.NaN, halfWidth = Number.NaN, ...shares] = new Float64Array(
      this.#memory.buffer,
      out,
      3 + quantities.length,
    );
    const entries = quantities.flatMap(({ id, quantity: { law } }, index) =>
      id === '' || law === 'fixed' ? [] : [[id, shares[index] ?? Number.NaN] as const],
    );
    return { from: monomials ? 'closed_form' : 'sample', mean, sd, halfWidth, shares: Object.fromEntries(entries) };
  }

  /** The first sum of the stated values. */
  stated(): number {
    const out = this.#memory.take(16 * SWINGS_AT_ONCE);
    // Past the last quantity nothing swings.
    this.#memory.function('uncertainty_swings')(this.#placed.head, this.#compiled.quantities.length, out);
    return new Float64Array(this.#memory.buffer, out, 1)[0] ?? Number.NaN;
  }

  /** Draws times columns and operations that a draw costs. */
  get work(): number {
    return this.#compiled.quantities.length + this.#compiled.program.length;
  }

  /** The effect of each uncertain quantity alone on the first sum. */
  swings(): Swing[] {
    const out = this.#memory.take(16 * SWINGS_AT_ONCE);
    const { quantities } = this.#compiled;
    const swings: Swing[] = [];
    for (let first = 0; first < quantities.length; first += SWINGS_AT_ONCE) {
      this.#memory.function('uncertainty_swings')(this.#placed.head, first, out);
      const points = new Float64Array(this.#memory.buffer, out, 2 * SWINGS_AT_ONCE);
      for (const [index, { id, quantity }] of quantities.slice(first, first + SWINGS_AT_ONCE).entries()) {
        const [low = Number.NaN, high = Number.NaN] = points.subarray(2 * index, 2 * index + 2);
        if (id !== '' && quantity.law !== 'fixed') swings.push({ id, low, high });
      }
    }
    return swings;
  }
}

function boundWork({ n = 1 }: UncertaintyPlan, { quantities, program }: CompiledPlan): void {
  if (n * (quantities.length + program.length) <= PLAN_LIMITS.work) return;
  const message = `Розыгрышей ${russianNumber(n)} на ${russianNumber(quantities.length)} величин — слишком много работы. Уменьшите n.`;
  throw new PlanRefused([{ field: 'n', message }]);
}

/**
 * Refuses laws that bounds truncate to nothing and ids with the same hash; only the core detects
 * them.
 */
function checkPrepared(memory: CoreMemory, { quantities }: CompiledPlan, placed: PlacedPlan): void {
  const ids = new Map<bigint, string>();
  for (const [index, { id }] of quantities.entries()) {
    if (id === '') continue;
    const { hash, isCutAway } = preparedQuantity(memory, placed, index);
    const field = `inputs.${id}`;
    if (isCutAway) {
      const message =
        'Границы min и max не оставляют от закона почти ничего. Расширьте границы или исправьте значение.';
      throw new PlanRefused([{ field: `${field}.min`, message }]);
    }
    const twin = ids.get(hash);
    if (twin !== undefined) {
      const message = `Хеш идентификатора тот же, что у ${quoted(twin)}: розыгрыши совпали бы. Переименуйте одну из величин.`;
      throw new PlanRefused([{ field, message }]);
    }
    ids.set(hash, id);
  }
}
