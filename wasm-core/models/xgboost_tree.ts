import type { CoreMemory } from '../core_memory.ts';
import { Element, ModelColumn } from './column.ts';
import type { ModelDocument } from './document.ts';
import type { ForestBuilder } from './forest_builder.ts';
import { corrupt, unsupportedModel } from './refused.ts';

/** First category number that XGBoost does not support (common/categorical.h, `OutOfRangeCat`). */
const CATEGORY_END = 2 ** 24;

/** The lists of a tree that are read, with their element types. */
const LISTS = {
  left_children: Element.I32,
  right_children: Element.I32,
  split_indices: Element.I32,
  split_conditions: Element.F32,
  default_left: Element.I32,
  sum_hessian: Element.F32,
  split_type: Element.I32,
  categories: Element.I32,
  categories_nodes: Element.I32,
  categories_segments: Element.I32,
  categories_sizes: Element.I32,
} as const;

/** Reads the trees of an XGBoost document into a forest. */
export class XgboostTrees {
  readonly #builder: ForestBuilder;
  readonly #columns: ReadonlyMap<string, ModelColumn>;
  readonly #nodeSet: ModelColumn;
  readonly #unused: ModelColumn;

  constructor(memory: CoreMemory, builder: ForestBuilder) {
    this.#builder = builder;
    this.#nodeSet = new ModelColumn(memory, Element.I32);
    this.#unused = new ModelColumn(memory, Element.F64);
    this.#columns = new Map(Object.entries(LISTS).map(([name, element]) => [name, new ModelColumn(memory, element)]));
  }

  /** Reads the tree at the document's current position. */
  read(document: ModelDocument): void {
    const param = new Map<string, string>();
    for (const column of this.#columns.values()) column.count = 0;
    this.#unused.count = 0;
    document.object((key) => {
      const column = this.#columns.get(key);
      if (column) document.numbers(column);
      else if (key === 'tree_param') document.texts(param);
      else if (key === 'leaf_weights') document.numbers(this.#unused);
      else document.skip();
    });
    this.#add(param);
  }

  #column(name: string): ModelColumn {
    const column = this.#columns.get(name);
    if (!column) throw new Error(`The reader has no column ${name}`);
    return column;
  }

  #add(param: ReadonlyMap<string, string>): void {
    if (Number(param.get('size_leaf_vector') ?? 0) > 1 || this.#unused.count > 0) {
      throw unsupportedModel(
        'деревья с несколькими выходами в одном листе (multi_strategy=multi_output_tree)',
        'Обучите модель с multi_strategy=one_output_per_tree.',
      );
    }
    const left = this.#column('left_children');
    const right = this.#column('right_children');
    const feature = this.#column('split_indices');
    const threshold = this.#column('split_conditions');
    const decision = this.#column('default_left');
    const cover = this.#column('sum_hessian');
    const nodes = left.count;
    const differ = right.count !== nodes || feature.count !== nodes || threshold.count !== nodes;
    const covered = cover.count === nodes || cover.count === 0;
    const stated = Number(param.get('num_nodes') ?? nodes);
    const wrong = differ || decision.count !== nodes || !covered || stated !== nodes;
    if (nodes === 0 || wrong) throw corrupt(`дерево ${this.#builder.trees}: списки узлов разной длины`);
    this.#builder.add('xgboost', {
      nodes,
      left,
      right,
      feature,
      threshold,
      decision,
      cover: cover.count > 0 ? cover : undefined,
      set: this.#sets(nodes),
    });
  }

  /**
   * Number of the category set per node: -1 for a numeric split, -2 for a missing set. Undefined
   * for a tree without categories.
   */
  #sets(nodes: number): ModelColumn | undefined {
    const types = this.#column('split_type');
    const holders = this.#column('categories_nodes');
    if (![0, nodes].includes(types.count)) throw corrupt(`дерево ${this.#builder.trees}: split_type не той длины`);
    if (holders.count === 0 && !types.values().includes(1)) return undefined;
    this.#nodeSet.count = 0;
    this.#nodeSet.reserve(nodes);
    this.#nodeSet.count = nodes;
    const setOf = new Int32Array(nodes).fill(-1);
    for (const [node, type] of types.values().entries()) if (type === 1) setOf[node] = -2;
    const all = Int32Array.from(this.#column('categories').values());
    const [holder, from, size] = ['categories_nodes', 'categories_segments', 'categories_sizes'].map((name) =>
      Int32Array.from(this.#column(name).values()),
    );
    for (const [index, node] of (holder ?? []).entries()) {
      const start = from?.[index] ?? -1;
      const end = start + (size?.[index] ?? -1);
      const isValid = start >= 0 && end >= start && end <= all.length && setOf[node] === -2;
      if (!isValid) throw corrupt(`дерево ${this.#builder.trees}: наборы категорий не согласованы`);
      setOf[node] = this.#builder.addSet(this.#words(all.subarray(start, end)));
    }
    this.#nodeSet.values().set(setOf);
    return this.#nodeSet;
  }

  #words(categories: Int32Array): Uint32Array {
    let largest = -1;
    for (const category of categories) {
      const isValid = category >= 0 && category < CATEGORY_END;
      if (!isValid) throw corrupt(`дерево ${this.#builder.trees}: категория ${category} вне допустимого`);
      largest = Math.max(largest, category);
    }
    const words = new Uint32Array((largest >> 5) + 1);
    for (const category of categories) words[category >> 5] = (words[category >> 5] ?? 0) | (1 << (category & 31));
    return words;
  }
}
