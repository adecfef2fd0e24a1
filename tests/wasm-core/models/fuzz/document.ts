import type { Chance } from './chance.ts';
import type { Json } from './ubjson.ts';

type Dictionary = { [key: string]: Json };

/** A change of an XGBoost document that keeps it well-formed: the lie lies in what it says. */
export type DocumentMutation = (document: Dictionary, chance: Chance) => void;

const CHILDREN = ['left_children', 'right_children', 'parents', 'split_indices'];
const CATEGORIES = ['categories', 'categories_nodes', 'categories_segments', 'categories_sizes', 'split_type'];
const COUNTS = [
  'num_nodes',
  'num_feature',
  'num_trees',
  'num_class',
  'num_target',
  'num_parallel_tree',
  'size_leaf_vector',
];
const STRANGE: readonly Json[] = [
  ...[
    null,
    true,
    '',
    'x',
    [],
    {},
    [[]],
    -1,
    0,
    1.5,
    2 ** 31,
    -(2 ** 31),
    2 ** 53,
    1e300,
    '-1',
    '0',
    '1e9',
    '99999999999',
  ],
  ...['4294967296', 'NaN', '[5E-1', '[1,2,3]', '[]', '[nan]', '[1e400]', '5E-1,', 'reg:unknown', '__proto__', 'dart'],
];

export const DOCUMENT_MUTATIONS: Readonly<Record<string, DocumentMutation>> = {
  'a child that is an ancestor': (document, chance) => {
    const tree = someTree(document, chance);
    const left = tree.left_children;
    const right = tree.right_children;
    if (!Array.isArray(left) || !Array.isArray(right)) return;
    const list = chance.of([left, right]);
    const inner = list.flatMap((child, node) => (child === -1 ? [] : [node]));
    if (inner.length === 0) return;
    const node = chance.of(inner);
    list[node] = chance.below(node + 1);
  },
  'two splits that share a child': (document, chance) => {
    const left = someTree(document, chance).left_children;
    if (Array.isArray(left)) left[chance.below(left.length)] = left[chance.below(left.length)] ?? 0;
  },
  'an index out of range': (document, chance) =>
    changeItem(document, chance, CHILDREN, [-2, 2 ** 30, 2 ** 31 - 1, 65_536, 100_000]),
  'an index elsewhere': (document, chance) => changeItem(document, chance, CHILDREN, [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8]),
  'a category elsewhere': (document, chance) =>
    changeItem(document, chance, CATEGORIES, [-1, 0, 1, 2, 7, 33, 2 ** 24, 2 ** 31 - 1]),
  'lists of unequal length': (document, chance) => {
    const tree = someTree(document, chance);
    const list = tree[chance.of(['', ...Object.keys(tree)])];
    if (!Array.isArray(list)) return;
    if (chance.happens(0.5)) list.length = chance.below(list.length);
    else list.push(...list, 0);
  },
  'a count that lies': (document, chance) => {
    const holders = objects(document).filter((holder) => COUNTS.some((name) => name in holder));
    if (holders.length === 0) return;
    const holder = chance.of(holders);
    holder[chance.of(COUNTS.filter((name) => name in holder))] = chance.of(STRANGE);
  },
  'a member lost': (document, chance) => {
    const holder = chance.of(objects(document));
    const names = Object.keys(holder);
    if (names.length > 0) delete holder[chance.of(names)];
  },
  'a member of another type': (document, chance) => {
    const holder = chance.of(objects(document));
    const names = Object.keys(holder);
    if (names.length > 0) holder[chance.of(names)] = chance.of(STRANGE);
  },
  'a member of another object': (document, chance) => {
    const all = objects(document);
    const [holder, other] = [chance.of(all), chance.of(all)];
    const names = Object.keys(other);
    if (names.length === 0) return;
    const name = chance.of(names);
    holder[name] = structuredClone(other[name] ?? null);
  },
  'an item of a list lost': (document, chance) => {
    const found = lists(document);
    if (found.length === 0) return;
    const list = chance.of(found);
    list.splice(chance.below(list.length), 1);
  },
  'trees a thousand times': (document, chance) => {
    const model = objects(document).find(({ trees }) => Array.isArray(trees));
    if (!model || !Array.isArray(model.trees)) return;
    const times = chance.of([2, 1000]);
    model.trees = Array<Json[]>(times).fill(model.trees).flat().slice(0, 2000);
  },
};

function someTree(document: Dictionary, chance: Chance): Dictionary {
  const trees = objects(document).filter(({ left_children }) => left_children !== undefined);
  return trees.length > 0 ? chance.of(trees) : {};
}

function changeItem(document: Dictionary, chance: Chance, names: readonly string[], values: readonly number[]): void {
  const list = someTree(document, chance)[chance.of(names)];
  if (Array.isArray(list)) list[chance.below(list.length)] = chance.of(values);
}

/** Every object of the document, itself included. */
function objects(value: Json): Dictionary[] {
  if (value === null || typeof value !== 'object') return [];
  if (Array.isArray(value)) return value.flatMap(objects);
  return [value as Dictionary, ...Object.values(value).flatMap(objects)];
}

function lists(value: Json): Json[][] {
  if (value === null || typeof value !== 'object') return [];
  if (Array.isArray(value)) return [value, ...value.flatMap(lists)];
  return Object.values(value).flatMap(lists);
}
