import type { Condition } from '../../store/condition.ts';
import { holds } from '../../store/condition.ts';
import type { Item, ItemChanges, Key, NewItem } from '../../store/database.ts';
import type { StoredRow } from './stored_row.ts';

/** A write as data: it crosses to the thread that carries it out. */
export type Write =
  | { readonly kind: 'put'; readonly row: StoredRow; readonly condition?: Condition }
  | { readonly kind: 'update'; readonly key: Key; readonly changes: ItemChanges; readonly condition?: Condition }
  | { readonly kind: 'remove'; readonly key: Key }
  /** Removes items that have expired by then (s), at most `limit`; answers how many. */
  | { readonly kind: 'expire'; readonly by: number; readonly limit: number };

/** What became of a write: whether a put happened, the row that an update left, the number of items that went. */
export type Written = boolean | StoredRow | number | undefined;

/** The item that an update leaves of `current`; undefined: its condition does not hold. */
export function updated(
  current: Item | undefined,
  key: Key,
  { set = {}, add = {}, remove = [], include = {}, exclude = {} }: ItemChanges,
  condition: Condition | undefined,
): NewItem | undefined {
  if (condition && !holds(condition, current)) return undefined;
  const next: Record<string, unknown> = { ...current, ...key };
  for (const [name, value] of Object.entries(set)) if (value !== undefined) next[name] = value;
  for (const [name, step] of Object.entries(add)) next[name] = ((next[name] as number | undefined) ?? 0) + step;
  for (const name of remove) delete next[name];
  for (const [name, member] of Object.entries(include)) next[name] = new Set(membersOf(next[name])).add(member);
  for (const [name, member] of Object.entries(exclude)) {
    const rest = membersOf(next[name]).filter((one) => one !== member);
    if (rest.length > 0) next[name] = new Set(rest);
    else delete next[name];
  }
  return next as NewItem;
}

function membersOf(value: unknown): string[] {
  return [...((value ?? []) as Iterable<string>)];
}
