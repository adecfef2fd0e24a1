/** A LightGBM file of `trees` chains: each split has one leaf and one child split, so a row passes all `splits` of all trees. */
export function chainModel(trees: number, splits: number, leaf = '0'): Uint8Array<ArrayBuffer> {
  const list = (of: (at: number) => number | string, count = splits) =>
    Array.from({ length: count }, (_, at) => of(at)).join(' ');
  const tree = [
    `num_leaves=${splits + 1}`,
    'num_cat=0',
    `split_feature=${list((at) => at % 7)}`,
    `threshold=${list((at) => 1e6 + at)}`,
    `decision_type=${list(() => 2)}`,
    `left_child=${list((at) => (at < splits - 1 ? at + 1 : -1))}`,
    `right_child=${list((at) => -at - 2)}`,
    `leaf_value=${list(() => leaf, splits + 1)}`,
    `leaf_count=${list(() => 1, splits + 1)}`,
    `internal_count=${list(() => 2)}`,
    'is_linear=0',
    'shrinkage=1',
  ].join('\n');
  const names = 'x1 x2 x7 x8 x12 x13 x15';
  const head = [
    'tree',
    'version=v4',
    'num_class=1',
    'num_tree_per_iteration=1',
    'label_index=0',
    'max_feature_idx=6',
    'objective=regression',
    `feature_names=${names}`,
    `feature_infos=${names.replaceAll(/\S+/g, '[0:1]')}`,
  ].join('\n');
  const blocks = Array.from({ length: trees }, (_, at) => `Tree=${at}\n${tree}\n\n\n`);
  return new TextEncoder().encode(`${head}\n\n${blocks.join('')}end of trees\n\npandas_categorical:null\n`);
}
