import type { GrownForest } from './trainer.ts';
import type { GrownTree } from './tree_nodes.ts';

/** Parent of the root in XGBoost's files. */
const NO_PARENT = 2147483647;

/** Format version of the file: the oldest that customers use; newer versions read it. */
const VERSION = [1, 7, 4];

/**
 * Writes a model file of XGBoost (JSON, reg:squarederror) that predicts the same numbers as the
 * training: base and leaves are multiples of the grid's unit, so their f32 sums are exact while the
 * forest's reach is at most 2^24.
 */
export function xgboostJson(forest: GrownForest, names: readonly string[]): string {
  const trees = forest.trees.map((tree, id) => treeJson(forest, tree, id, names.length));
  const learner = [
    '"attributes":{}',
    `"feature_names":${JSON.stringify(names)}`,
    `"feature_types":${JSON.stringify(names.map(() => 'float'))}`,
    `"gradient_booster":{"model":{"gbtree_model_param":{"num_parallel_tree":"1","num_trees":"${trees.length}","size_leaf_vector":"0"},"tree_info":${list(trees.map(() => 0))},"trees":[${trees.join(',')}]},"name":"gbtree"}`,
    `"learner_model_param":{"base_score":"${decimal(forest.base * forest.unit)}","num_class":"0","num_feature":"${names.length}","num_target":"1"}`,
    '"objective":{"name":"reg:squarederror","reg_loss_param":{"scale_pos_weight":"1"}}',
  ];
  return `{"learner":{${learner.join(',')}},"version":${list(VERSION)}}`;
}

function treeJson({ cuts, unit }: GrownForest, tree: GrownTree, id: number, features: number): string {
  const parents = new Array<number>(tree.length).fill(NO_PARENT);
  for (const [index, { left, right }] of tree.entries()) if (left > 0) [parents[left], parents[right]] = [index, index];
  const condition = ({ left, feature, bin, value }: GrownTree[number]) =>
    left > 0 ? (cuts[feature]?.[bin] ?? 0) : value * unit;
  const fields: readonly (readonly [string, readonly (number | string)[]])[] = [
    ['base_weights', tree.map(({ value }) => decimal(value * unit))],
    ['categories', []],
    ['categories_nodes', []],
    ['categories_segments', []],
    ['categories_sizes', []],
    ['default_left', tree.map(({ left, blankLeft }) => (left > 0 && blankLeft ? 1 : 0))],
    ['left_children', tree.map(({ left }) => (left > 0 ? left : -1))],
    ['loss_changes', tree.map(({ gain }) => decimal(gain))],
    ['parents', parents],
    ['right_children', tree.map(({ left, right }) => (left > 0 ? right : -1))],
    ['split_conditions', tree.map((node) => decimal(condition(node)))],
    ['split_indices', tree.map(({ feature }) => feature)],
    ['split_type', tree.map(() => 0)],
    ['sum_hessian', tree.map(({ count }) => decimal(count))],
  ];
  const lists = fields.map(([name, values]) => `"${name}":${list(values)}`);
  const param = `"tree_param":{"num_deleted":"0","num_feature":"${features}","num_nodes":"${tree.length}","size_leaf_vector":"0"}`;
  return `{${lists.join(',')},"id":${id},${param}}`;
}

function list(values: readonly (number | string)[]): string {
  return `[${values.join(',')}]`;
}

/**
 * The shortest decimal that reads back to the f32 of `value`, with an exponent: XGBoost reads «60»
 * as an integer.
 */
function decimal(value: number): string {
  const single = Math.fround(value);
  for (let digits = 0; digits < 8; digits++) {
    const text = single.toExponential(digits);
    if (Math.fround(Number(text)) === single) return text.replace('e+', 'E').replace('e', 'E');
  }
  return single.toExponential(8).replace('e+', 'E').replace('e', 'E');
}
