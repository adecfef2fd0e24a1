import type { Forest } from '#core/models/forest.ts';
import type { Numbers } from './numbers.ts';

const FARTHEST = 1e-6;

/** Leaves from which on products of two leave the range of f32: XGBoost may give NaN then, where we do not. */
const OVERFLOWING = 1e19;

/**
 * Places of contributions that are farther from the library's than a millionth: in LightGBM, which computes in f64, of the row's
 * largest; in XGBoost, which adds in f32 and so loses with every tree, of what the trees' largest leaves come to if that is more.
 */
export function differingContributions(forest: Forest, got: Numbers, wanted: Numbers, width: number): number[] {
  const least = forest.family === 'xgboost' ? reach(forest) : 0;
  return Array.from(got.keys()).filter((at) => {
    const [one = 0, other = 0] = [got[at], wanted[at]];
    if (Number.isNaN(other) && (Number.isNaN(one) || least > OVERFLOWING)) return false;
    const first = at - (at % width);
    return !(Math.abs(one - other) <= FARTHEST * Math.max(least, largest(wanted.subarray(first, first + width))));
  });
}

/** Sum over the trees of the largest leaf. */
function reach({ trees, treeLeaf, treeWeight, leafValue }: Forest): number {
  let sum = 0;
  for (let tree = 0; tree < trees; tree += 1) {
    sum += largest(leafValue.subarray(treeLeaf[tree], treeLeaf[tree + 1])) * Math.abs(treeWeight[tree] ?? 1);
  }
  return sum;
}

/** Largest absolute value; what is no number does not count. */
function largest(values: Numbers): number {
  let most = 0;
  for (const value of values) if (Math.abs(value) > most) most = Math.abs(value);
  return most;
}
