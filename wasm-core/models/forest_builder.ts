import type { CoreMemory } from '../core_memory.ts';
import { MAX_NODES, MAX_SET_WORDS, MAX_SETS, MAX_TREES } from './limits.ts';
import { corrupt, modelTooLarge } from './refused.ts';
import type { FileTree, Grown } from './tree_columns.ts';

/** Bytes of an element of the growing columns, in their order: six of splits, three of leaves. */
const WIDTHS = [2, 8, 4, 4, 1, 8, 8, 8, 4] as const;
const SPLIT_COLUMNS = 6;
const FIRST_COLUMN = 4;

/** Words of the growing forest, followed by those of a file's tree. */
const TREE = FIRST_COLUMN + WIDTHS.length;
const ALL_WORDS = TREE + 14;

const [NO_SUCH_NODE, REACHED_TWICE, NO_SUCH_FEATURE, NO_SUCH_SET] = [1, 2, 3, 4];

/**
 * Collects the trees of a file in the core's memory, checked and in pre-order, and returns them as
 * the columns of a forest.
 */
export class ForestBuilder {
  readonly #memory: CoreMemory;
  readonly #growing: number;
  #view: Uint32Array;
  readonly #treeSplit: number[] = [0];
  readonly #treeLeaf: number[] = [0];
  readonly #setStart: number[] = [0];
  readonly #setWords: number[] = [];
  #splitRoom = 0;
  #leafRoom = 0;
  #scratchRoom = 0;
  #visited = 0;
  #stack = 0;

  /**
   * `expected`: splits, and leaves, to reserve at once. Unused memory costs nothing.
   */
  constructor(memory: CoreMemory, expected: number) {
    this.#memory = memory;
    this.#growing = memory.place(new Uint32Array(ALL_WORDS));
    this.#view = new Uint32Array(0);
    this.#reserve(Math.ceil(Math.min(expected, MAX_NODES)));
  }

  get trees(): number {
    return this.#treeSplit.length - 1;
  }

  get sets(): number {
    return this.#setStart.length - 1;
  }

  /** Count of the leaves so far. */
  get leaves(): number {
    return this.#treeLeaf.at(-1) ?? 0;
  }

  /** Adds a category set and returns its number. */
  addSet(words: ArrayLike<number>): number {
    if (this.#setWords.length + words.length > MAX_SET_WORDS)
      throw modelTooLarge('слов в наборах категорий', MAX_SET_WORDS);
    if (this.sets >= MAX_SETS) throw modelTooLarge('наборов категорий', MAX_SETS);
    for (let i = 0; i < words.length; i++) this.#setWords.push(words[i] ?? 0);
    this.#setStart.push(this.#setWords.length);
    return this.sets - 1;
  }

  /** Adds a tree. Refuses one with a cycle, a node of two parents, or a number out of range. */
  add(kind: 'xgboost' | 'lightgbm', tree: FileTree): void {
    if (this.trees >= MAX_TREES) throw modelTooLarge('деревьев', MAX_TREES);
    this.#reserve(tree.nodes + 1);
    const words = this.#words();
    words[TREE] = tree.nodes;
    words[TREE + 1] = tree.firstSet ?? 0;
    words[TREE + 2] = tree.sets ?? 0;
    words[TREE + 3] = tree.left.address;
    words[TREE + 4] = tree.right.address;
    words[TREE + 5] = tree.feature.address;
    words[TREE + 6] = tree.threshold.address;
    words[TREE + 7] = tree.decision.address;
    words[TREE + 8] = tree.cover?.address ?? 0;
    words[TREE + 9] = tree.set?.address ?? 0;
    words[TREE + 10] = tree.leafValue?.address ?? 0;
    words[TREE + 11] = tree.leafCover?.address ?? 0;
    words[TREE + 12] = this.#visited;
    words[TREE + 13] = this.#stack;
    const refused = this.#memory.function(`plant_${kind}`)(this.#growing + 4 * TREE, this.#growing);
    if (refused) throw corrupt(this.#reason(refused));
    this.#close();
  }

  /** Adds a tree that is one leaf. */
  addLeaf(value: number, cover: number): void {
    if (this.trees >= MAX_TREES) throw modelTooLarge('деревьев', MAX_TREES);
    this.#reserve(1);
    const words = this.#words();
    const leaf = words[1] ?? 0;
    const [, , , , , , values = 0, covers = 0, sources = 0] = words.slice(FIRST_COLUMN);
    new Float64Array(this.#memory.buffer, values, leaf + 1)[leaf] = value;
    new Float64Array(this.#memory.buffer, covers, leaf + 1)[leaf] = cover;
    new Int32Array(this.#memory.buffer, sources, leaf + 1)[leaf] = 0;
    words[1] = leaf + 1;
    this.#close();
  }

  /** Leaf numbers of the last tree as the file has them. */
  lastLeafSources(): Int32Array {
    const [from = 0, to = 0] = this.#treeLeaf.slice(-2);
    return this.#column(8, to, Int32Array).slice(from);
  }

  /** Values of the leaves from … to - 1; the view is valid until the next tree. */
  leafValues(from: number, to: number): Float64Array {
    return this.#column(6, to, Float64Array).subarray(from);
  }

  /** The columns, copied out of the memory, which may then be dropped. */
  finish(): Grown {
    const [splits = 0, leaves = 0, depth = 0, features = 0] = this.#words();
    return {
      trees: this.trees,
      treeSplit: Int32Array.from(this.#treeSplit),
      treeLeaf: Int32Array.from(this.#treeLeaf),
      depth,
      features,
      splitFeature: this.#column(0, splits, Uint16Array).slice(),
      splitThreshold: this.#column(1, splits, Float64Array).slice(),
      splitLeft: this.#column(2, splits, Int32Array).slice(),
      splitRight: this.#column(3, splits, Int32Array).slice(),
      splitFlags: this.#column(4, splits, Uint8Array).slice(),
      splitCover: this.#column(5, splits, Float64Array).slice(),
      leafValue: this.#column(6, leaves, Float64Array).slice(),
      leafCover: this.#column(7, leaves, Float64Array).slice(),
      setStart: Int32Array.from(this.#setStart),
      setWords: Uint32Array.from(this.#setWords),
    };
  }

  #words(): Uint32Array {
    // Growth of the memory detaches its views: their length becomes 0.
    if (this.#view.length === 0) this.#view = new Uint32Array(this.#memory.buffer, this.#growing, ALL_WORDS);
    return this.#view;
  }

  #column<T>(index: number, count: number, type: new (b: ArrayBuffer, at: number, n: number) => T): T {
    return new type(this.#memory.buffer, this.#words()[FIRST_COLUMN + index] ?? 0, count);
  }

  #close(): void {
    const words = this.#words();
    const splits = words[0] ?? 0;
    const leaves = words[1] ?? 0;
    if (splits + leaves > MAX_NODES) throw modelTooLarge('узлов', MAX_NODES);
    this.#treeSplit.push(splits);
    this.#treeLeaf.push(leaves);
  }

  #reason(refused: number): string {
    const at = `дерево ${this.trees}, узел ${this.#memory.function('plant_node')()}`;
    if (refused === NO_SUCH_NODE) return `${at}: такого узла в дереве нет`;
    if (refused === REACHED_TWICE) return `${at}: к узлу ведут два пути (цикл или общий потомок)`;
    if (refused === NO_SUCH_FEATURE) return `${at}: номер признака вне допустимого`;
    if (refused === NO_SUCH_SET) return `${at}: нет набора категорий`;
    return at;
  }

  /** Reserves `nodes` more splits and leaves, and the stack for a tree of `nodes` nodes. */
  #reserve(nodes: number): void {
    if (nodes > MAX_NODES + 1) throw modelTooLarge('узлов', MAX_NODES);
    if (nodes > this.#scratchRoom) {
      this.#scratchRoom = Math.max(nodes, 2 * this.#scratchRoom, 1024);
      this.#visited = this.#memory.take(2 * this.#scratchRoom);
      this.#stack = this.#memory.take(12 * (this.#scratchRoom + 1));
    }
    const words = this.#words();
    const splits = words[0] ?? 0;
    const leaves = words[1] ?? 0;
    this.#splitRoom = this.#grow(0, SPLIT_COLUMNS, splits, nodes, this.#splitRoom);
    this.#leafRoom = this.#grow(SPLIT_COLUMNS, WIDTHS.length, leaves, nodes, this.#leafRoom);
  }

  #grow(from: number, to: number, count: number, more: number, room: number): number {
    if (count + more <= room) return room;
    const grown = Math.max(count + more, 2 * room, 4096);
    for (let column = from; column < to; column++) {
      const width = WIDTHS[column] ?? 8;
      const address = this.#memory.take(grown * width);
      const old = this.#words()[FIRST_COLUMN + column] ?? 0;
      new Uint8Array(this.#memory.buffer).copyWithin(address, old, old + count * width);
      this.#words()[FIRST_COLUMN + column] = address;
    }
    return grown;
  }
}
