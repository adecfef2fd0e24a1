import type { Forest } from './forest.ts';

/** Most bits of a leaf code. */
export const MAX_PLANES = 8;

/** Levels that the core unrolls: the fewest levels of a laid-out tree. */
const LOWER = 3;

/**
 * Index of the comparison table for a position without a split. An entry of the table has the rows
 * of a block that go right at a split.
 */
export const NEVER = -1;

/** Applies a split to the rows in the mask `rows`; other rows are unchanged. */
export interface Operation {
  /** Split, or `ALWAYS`. */
  readonly split: number;
  readonly rows: number;
  readonly right: number;
  readonly plane: number;
}

/** Pseudo-split that moves all rows: flips a further bit of their code. */
export const ALWAYS = -2;

/** Slot of masks that no operation reads. */
const UNREAD = 1;

/** A tree laid out for the bit-sliced kernel. */
export interface SlicedTree {
  /** Bits of a leaf's code. */
  readonly planes: number;
  /** Leaf of the forest per code, or -1: 2^planes entries. */
  readonly leaves: Int32Array;
  /** Layout by levels: a split per position. */
  readonly levels?: Int32Array;
  /** Layout as a program, and the count of mask slots that it needs. */
  readonly program?: readonly Operation[];
  readonly slots?: number;
}

/**
 * Lays out a tree by levels if it nearly fills them, because a position then costs less than half
 * of a program's operation; otherwise as a program. Undefined if it has too many leaves for both.
 */
export function sliceTree(forest: Forest, tree: number): SlicedTree | undefined {
  const [firstSplit = 0, nextSplit = 0] = forest.treeSplit.subarray(tree, tree + 2);
  const [firstLeaf = 0, nextLeaf = 0] = forest.treeLeaf.subarray(tree, tree + 2);
  const splits = nextSplit - firstSplit;
  const root = splits ? firstSplit : ~firstLeaf;
  const depth = depthOf(forest, root, MAX_PLANES + 1);
  if (depth <= LOWER || (depth <= MAX_PLANES && 2 ** depth <= 2.3 * splits)) return byLevels(forest, root, depth);
  return nextLeaf - firstLeaf <= 2 ** MAX_PLANES ? asProgram(forest, firstSplit, nextLeaf - firstLeaf) : undefined;
}

/** Depth of a subtree, splits; at most `most`. */
function depthOf(forest: Forest, node: number, most: number): number {
  if (node < 0 || most === 0) return 0;
  const left = depthOf(forest, forest.splitLeft[node] ?? -1, most - 1);
  return 1 + (left === most - 1 ? left : Math.max(left, depthOf(forest, forest.splitRight[node] ?? -1, most - 1)));
}

/**
 * Positions: upper levels in heap order, then the 7 of each lower subtree in heap order. Level l
 * sets bit l of the code.
 */
function byLevels(forest: Forest, root: number, depth: number): SlicedTree {
  const planes = Math.max(depth, LOWER);
  const upper = 2 ** (planes - LOWER) - 1;
  const levels = new Int32Array(2 ** planes - 1).fill(NEVER);
  const leaves = new Int32Array(2 ** planes).fill(-1);
  const visit = (node: number, level: number, path: number, code: number): void => {
    if (node < 0) {
      leaves[code] = ~node;
      return;
    }
    const below = level - (planes - LOWER);
    const place =
      below < 0 ? 2 ** level - 1 + path : upper + 7 * (path >> below) + 2 ** below - 1 + (path % 2 ** below);
    levels[place] = node;
    visit(forest.splitLeft[node] ?? -1, level + 1, 2 * path, code);
    visit(forest.splitRight[node] ?? -1, level + 1, 2 * path + 1, code | (1 << level));
  };
  visit(root, 0, 0, 0);
  return { planes, leaves, levels };
}

/**
 * Operations run level by level from the root, so that neighbouring ones are independent. The left
 * child keeps the code of the node; the right one gets a free code, usually with one bit flipped:
 * the plane of a bit is then the XOR of the masks that flip it.
 */
function asProgram(forest: Forest, root: number, count: number): SlicedTree {
  const planes = Math.max(LOWER, Math.ceil(Math.log2(count)) <= 6 ? 6 : MAX_PLANES);
  const leaves = new Int32Array(2 ** planes).fill(-1);
  const taken = new Uint8Array(2 ** planes);
  const program: Operation[] = [];
  const free: number[] = [];
  let slots = UNREAD + 1;
  const takeSlot = () => free.pop() ?? slots++;
  taken[0] = 1;
  let standing = [{ node: root, code: 0, slot: 0 }];
  while (standing.length) {
    const next: typeof standing = [];
    const arrive = (node: number, code: number, slot: number) => {
      if (node >= 0) next.push({ node, code, slot });
      else {
        leaves[code] = ~node;
        if (slot !== UNREAD) free.push(slot);
      }
    };
    for (const { node, code, slot } of standing) {
      const right = forest.splitRight[node] ?? -1;
      const flip = freeFlip(taken, code);
      const flips = Array.from({ length: planes }, (_, plane) => plane).filter((plane) => flip & (1 << plane));
      taken[code ^ flip] = 1;
      let rows = slot;
      for (const [index, plane] of flips.entries()) {
        const read = right >= 0 || index + 1 < flips.length;
        const to = read ? takeSlot() : UNREAD;
        program.push({ split: index ? ALWAYS : node, rows, right: to, plane });
        if (index) free.push(rows);
        rows = to;
      }
      arrive(right, code ^ flip, rows);
      arrive(forest.splitLeft[node] ?? -1, code, slot);
    }
    standing = next;
  }
  return { planes, leaves, program, slots };
}

/** Flips of codes of up to 8 bits, in ascending order of the bit count. */
const FLIPS = Uint8Array.from({ length: 2 ** MAX_PLANES - 1 }, (_, index) => index + 1).sort(
  (a, b) => bitsIn(a) - bitsIn(b) || a - b,
);

/** The fewest bits to flip in `code` to obtain a free code. */
function freeFlip(taken: Uint8Array, code: number): number {
  return FLIPS.find((flip) => flip < taken.length && !taken[code ^ flip]) ?? 0;
}

function bitsIn(word: number): number {
  let count = 0;
  for (let bits = word; bits; bits &= bits - 1) count++;
  return count;
}
