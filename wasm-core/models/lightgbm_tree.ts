import type { CoreMemory } from '../core_memory.ts';
import { Element, type ElementCode, ModelColumn } from './column.ts';
import type { LinearLeaves } from './forest.ts';
import type { ForestBuilder } from './forest_builder.ts';
import { MAX_LINEAR_TERMS, MAX_NODES, MAX_PARAMETERS } from './limits.ts';
import type { ModelBytes } from './model_bytes.ts';
import { corrupt, modelTooLarge } from './refused.ts';

/** The lists of a tree that are read, with their element types. */
const LISTS: Readonly<Record<string, ElementCode>> = {
  num_leaves: Element.U32,
  num_cat: Element.U32,
  is_linear: Element.U32,
  split_feature: Element.I32,
  threshold: Element.F64,
  decision_type: Element.I32,
  left_child: Element.I32,
  right_child: Element.I32,
  leaf_value: Element.F64,
  leaf_count: Element.F64,
  internal_count: Element.F64,
  cat_boundaries: Element.U32,
  cat_threshold: Element.U32,
  leaf_const: Element.F64,
  num_features: Element.U32,
  leaf_features: Element.U32,
  leaf_coeff: Element.F64,
};

const NEWLINE = 0x0a;
const EQUALS = 0x3d;
const LONGEST_KEY = 40;

/** Reads the `Tree=` blocks of a LightGBM file into a forest. */
export class LightgbmTrees {
  readonly #file: ModelBytes;
  readonly #builder: ForestBuilder;
  readonly #columns: ReadonlyMap<string, ModelColumn>;
  readonly #linear = { constant: [] as number[], start: [0], feature: [] as number[], coefficient: [] as number[] };
  #isLinear = false;

  constructor(memory: CoreMemory, file: ModelBytes, builder: ForestBuilder) {
    this.#file = file;
    this.#builder = builder;
    this.#columns = new Map(Object.entries(LISTS).map(([name, kind]) => [name, new ModelColumn(memory, kind)]));
  }

  /**
   * Reads the block at `at`, up to an empty line or the next block, and returns the offset after
   * it.
   */
  read(at: number, end: number): number {
    for (const column of this.#columns.values()) column.count = 0;
    const { bytes } = this.#file;
    for (let lines = 0; at < end && bytes[at] !== NEWLINE && bytes[at] !== 0x0d; lines++) {
      if (lines >= MAX_PARAMETERS) throw modelTooLarge('строк в дереве', MAX_PARAMETERS);
      const equals = bytes.subarray(at, at + LONGEST_KEY).indexOf(EQUALS);
      if (equals < 0) throw this.#wrong(`байт ${at} нет строки вида имя=значения`);
      const key = this.#file.key(at, at + equals);
      const column = this.#columns.get(key);
      const value = at + equals + 1;
      at = column ? this.#file.numbers(value, column, 'line') : lineEnd(bytes, value);
      at++;
    }
    this.#add();
    return at;
  }

  /** The linear leaves of all trees; undefined if no tree has any. */
  get linear(): LinearLeaves | undefined {
    if (!this.#isLinear) return undefined;
    return {
      constant: Float64Array.from(this.#linear.constant),
      start: Int32Array.from(this.#linear.start),
      feature: Int32Array.from(this.#linear.feature),
      coefficient: Float64Array.from(this.#linear.coefficient),
    };
  }

  #column(name: string): ModelColumn {
    const column = this.#columns.get(name);
    if (!column) throw new Error(`The reader has no list ${name}`);
    return column;
  }

  #one(name: string): number {
    const column = this.#column(name);
    return column.count > 0 ? column.at(0) : 0;
  }

  #wrong(what: string): Error {
    return corrupt(`дерево ${this.#builder.trees}: ${what}`);
  }

  #add(): void {
    const leaves = this.#one('num_leaves');
    if (leaves < 1) throw this.#wrong('нет num_leaves');
    if (leaves > MAX_NODES) throw modelTooLarge('листьев', MAX_NODES);
    const values = this.#column('leaf_value');
    if (values.count !== leaves) throw this.#wrong('leaf_value не той длины');
    const leafCover = this.#optional('leaf_count', leaves);
    if (leaves === 1) {
      this.#builder.addLeaf(values.at(0), leafCover?.at(0) ?? 0);
      this.#addLinear(leaves);
      return;
    }
    const nodes = leaves - 1;
    const lists = ['split_feature', 'threshold', 'decision_type', 'left_child', 'right_child'];
    const short = lists.find((name) => this.#column(name).count !== nodes);
    if (short !== undefined) throw this.#wrong(`${short} не той длины`);
    const firstSet = this.#builder.sets;
    this.#builder.add('lightgbm', {
      nodes,
      firstSet,
      sets: this.#addSets(),
      left: this.#column('left_child'),
      right: this.#column('right_child'),
      feature: this.#column('split_feature'),
      threshold: this.#column('threshold'),
      decision: this.#column('decision_type'),
      cover: this.#optional('internal_count', nodes),
      leafValue: values,
      leafCover,
    });
    this.#addLinear(leaves);
  }

  #optional(name: string, count: number): ModelColumn | undefined {
    const column = this.#column(name);
    if (column.count === 0) return undefined;
    if (column.count !== count) throw this.#wrong(`${name} не той длины`);
    return column;
  }

  #addSets(): number {
    const sets = this.#one('num_cat');
    if (sets === 0) return 0;
    const bounds = Uint32Array.from(this.#column('cat_boundaries').values());
    const words = Uint32Array.from(this.#column('cat_threshold').values());
    if (bounds.length !== sets + 1) throw this.#wrong('cat_boundaries не той длины');
    for (let set = 0; set < sets; set++) {
      const [from = 0, to = 0] = bounds.subarray(set);
      if (from > to || to > words.length) throw this.#wrong('cat_boundaries вне cat_threshold');
      this.#builder.addSet(words.subarray(from, to));
    }
    return sets;
  }

  /** Linear terms of the tree's leaves, in the forest's order. */
  #addLinear(leaves: number): void {
    if (this.#one('is_linear') === 0) {
      if (this.#isLinear) this.#addPlain(this.#builder.leaves);
      return;
    }
    this.#addPlain(this.#builder.leaves - leaves);
    this.#isLinear = true;
    const { constant, start, feature, coefficient } = this.#linear;
    const sources = this.#builder.lastLeafSources();
    const constants = this.#column('leaf_const').values();
    const counts = this.#column('num_features').values();
    const features = this.#column('leaf_features').values();
    const coefficients = this.#column('leaf_coeff').values();
    if (constants.length !== leaves || counts.length !== leaves || features.length !== coefficients.length) {
      throw this.#wrong('линейные листья описаны не полностью');
    }
    if (feature.length + features.length > MAX_LINEAR_TERMS)
      throw modelTooLarge('слагаемых в листьях', MAX_LINEAR_TERMS);
    const from = [0];
    for (const count of counts) from.push((from.at(-1) ?? 0) + count);
    if (from.at(-1) !== features.length) throw this.#wrong('num_features не согласован с leaf_features');
    for (const leaf of sources) {
      constant.push(constants[leaf] ?? 0);
      for (let term = from[leaf] ?? 0; term < (from[leaf + 1] ?? 0); term++) {
        feature.push(features[term] ?? 0);
        coefficient.push(coefficients[term] ?? 0);
      }
      start.push(feature.length);
    }
  }

  /** Adds the leaves up to `leaves` without terms: their constant is their value. */
  #addPlain(leaves: number): void {
    const { constant, start, feature } = this.#linear;
    const values = this.#builder.leafValues(constant.length, leaves);
    for (const value of values) {
      constant.push(value);
      start.push(feature.length);
    }
  }
}

/** Offset of the end of the line at `at`: the newline or the end of the file. */
export function lineEnd(bytes: Uint8Array, at: number): number {
  const end = bytes.indexOf(NEWLINE, at);
  return end < 0 ? bytes.length : end;
}
