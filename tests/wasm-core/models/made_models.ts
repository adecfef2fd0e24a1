// Model files written by hand, for what no fixture holds: each piece can be replaced.

/** An XGBoost tree: x0 < 0.5 → 1, else 2; a missing x0 goes left. */
export const STUMP = {
  base_weights: [0, 0, 0],
  default_left: [1, 0, 0] as unknown,
  id: 0,
  left_children: [1, -1, -1] as unknown,
  loss_changes: [1, 0, 0],
  parents: [2147483647, 0, 0],
  right_children: [2, -1, -1] as unknown,
  split_conditions: [0.5, 1, 2] as unknown,
  split_indices: [0, 0, 0] as unknown,
  split_type: [0, 0, 0] as unknown,
  sum_hessian: [10, 4, 6] as unknown,
  tree_param: { num_deleted: '0', num_feature: '2', num_nodes: '3', size_leaf_vector: '1' } as unknown,
};

export interface XgboostParts {
  readonly trees?: readonly unknown[];
  readonly treeInfo?: readonly number[];
  readonly objective?: string;
  readonly baseScore?: string;
  readonly learner?: Readonly<Record<string, string>>;
  readonly version?: readonly number[];
  readonly model?: Readonly<Record<string, unknown>>;
  readonly booster?: Readonly<Record<string, unknown>>;
  /** Puts the model somewhere else than under `model` of the booster. */
  readonly place?: (model: unknown) => unknown;
}

/** An XGBoost document. */
export function xgboost(parts: XgboostParts = {}): unknown {
  const { trees = [STUMP], objective = 'reg:squarederror', baseScore = '0E0', version = [2, 1, 0] } = parts;
  const model = {
    gbtree_model_param: { num_parallel_tree: '1', num_trees: String(trees.length) },
    tree_info: parts.treeInfo ?? trees.map(() => 0),
    trees,
    ...parts.model,
  };
  return {
    learner: {
      attributes: {},
      feature_names: [],
      feature_types: [],
      gradient_booster: parts.place?.(model) ?? { model, name: 'gbtree', ...parts.booster },
      learner_model_param: {
        ...{ base_score: baseScore, boost_from_average: '1', num_class: '0', num_feature: '2', num_target: '1' },
        ...parts.learner,
      },
      objective: { name: objective, reg_loss_param: { scale_pos_weight: '1' } },
    },
    version,
  };
}

export function bytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

export function json(document: unknown): Uint8Array<ArrayBuffer> {
  return bytes(JSON.stringify(document));
}

/** UBJSON as XGBoost writes it: keys without `S`, counts as i64, lists of numbers packed as f32. */
export function ubjson(document: unknown): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(value(document));
}

function value(item: unknown): number[] {
  if (typeof item === 'string') return [...letters('S'), ...counted(item)];
  if (typeof item === 'number') return [...letters('d'), ...float(item)];
  if (typeof item === 'boolean') return letters(item ? 'T' : 'F');
  if (Array.isArray(item)) {
    if (item.length > 0 && item.every((number) => typeof number === 'number')) {
      return [...letters('[$d#L'), ...long(item.length), ...item.flatMap(float)];
    }
    return [...letters('[#L'), ...long(item.length), ...item.flatMap(value)];
  }
  const members = Object.entries(item as object).flatMap(([key, member]) => [...counted(key), ...value(member)]);
  return [...letters('{'), ...members, ...letters('}')];
}

function counted(text: string): number[] {
  const utf8 = [...bytes(text)];
  return [...letters('L'), ...long(utf8.length), ...utf8];
}

function letters(text: string): number[] {
  return [...text].map((letter) => letter.charCodeAt(0));
}

function long(number: number): number[] {
  return big(8, (view) => view.setBigInt64(0, BigInt(number)));
}

function float(number: number): number[] {
  return big(4, (view) => view.setFloat32(0, number));
}

function big(size: number, set: (view: DataView) => void): number[] {
  const view = new DataView(new ArrayBuffer(size));
  set(view);
  return [...new Uint8Array(view.buffer)];
}

/** Lines of a LightGBM tree: x0 <= 0.5 → 1, else 2. */
export const LIGHTGBM_STUMP = {
  num_leaves: '2',
  num_cat: '0',
  split_feature: '0',
  threshold: '0.5',
  decision_type: '2',
  left_child: '-1',
  right_child: '-2',
  leaf_value: '1 2',
  leaf_count: '4 6',
  internal_count: '10',
  is_linear: '0',
  shrinkage: '1',
};

/** A LightGBM text of two features. `sizes` false leaves out tree_sizes; lines of the header replace those that stand there. */
export function lightgbm(
  trees: readonly Readonly<Record<string, string>>[] = [LIGHTGBM_STUMP],
  header: Readonly<Record<string, string | undefined>> = {},
  end = 'end of trees\n\nfeature_importances:\n\nparameters:\nend of parameters\n\npandas_categorical:null\n',
): Uint8Array<ArrayBuffer> {
  const lines = (record: Readonly<Record<string, string | undefined>>) =>
    Object.entries(record).flatMap(([key, line]) => (line === undefined ? [] : [line === '' ? key : `${key}=${line}`]));
  const blocks = trees.map((tree, index) => `Tree=${index}\n${lines(tree).join('\n')}\n\n\n`);
  const head = lines({
    version: 'v4',
    ...{ num_class: '1', num_tree_per_iteration: '1', label_index: '0', max_feature_idx: '1', objective: 'regression' },
    ...{
      feature_names: 'a b',
      feature_infos: '[0:1] [0:1]',
      tree_sizes: blocks.map((block) => block.length).join(' '),
    },
    ...header,
  });
  return bytes(`tree\n${head.join('\n')}\n\n${blocks.join('')}${end}`);
}
