import fc from 'fast-check';
import { allOf, anyOf, type Condition, holds, IS_NEW, IS_STORED } from '#functions/store/condition.ts';
import type { Database, Item, ItemChanges, Key, NewItem } from '#functions/store/database.ts';

/** Sort keys whose order by UTF-8 bytes is not the one of JavaScript's `<`, and prefixes of each other. */
const SORT_KEYS = ['K#', 'K#1', 'K#10', 'K#2', 'K#\uffff', 'K#\u{1f600}', 'L#1'];

const text = fc.constantFrom('a', 'b', 'c');
const members = fc.uniqueArray(text, { minLength: 1, maxLength: 3 }).map((all) => new Set(all));
const number = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ min: -1e9, max: 1e9, noNaN: true }).map(held));

/** A number that DynamoDB holds, without a sign on zero. */
function held(value: number): number {
  return Math.abs(value) < 1e-100 ? 0 : value;
}

const attributes = fc.record(
  {
    ...{ version: number, fence: number, lease_ends_at: number, expires_at: fc.integer({ min: 0, max: 9 }) },
    ...{ attempts: number, state: text, token: text, revoked: fc.constant(true) },
    ...{ admins: members, disabled: members, updated_at: text },
    outcome: fc.record({ rows: fc.array(number, { maxLength: 3 }), name: fc.string(), missing: fc.constant(null) }),
    list: fc.constantFrom('P#A#', 'P#D#'),
  },
  { requiredKeys: [] },
);

/** The twelve conditions that the product uses. */
const conditions: fc.Arbitrary<Condition> = fc.oneof(
  fc.constantFrom(IS_NEW, IS_STORED),
  number.map((value) => allOf(['version', '=', value])),
  number.map((value) => anyOf(allOf(['version', 'missing']), allOf(['version', '=', value]))),
  fc.integer({ min: 0, max: 9 }).map((now) => anyOf(IS_NEW, allOf(['expires_at', '<=', now]))),
  fc.constant(allOf(['pk', 'exists'], ['outcome', 'missing'])),
  text.map((user) => allOf(['pk', 'exists'], ['disabled', 'lacks', user])),
  text.map((user) => allOf(['admins', 'has', user], ['admins', 'larger', 1])),
  text.map((user) =>
    anyOf(allOf(['pk', 'exists'], ['admins', 'lacks', user]), allOf(['pk', 'exists'], ['admins', 'larger', 1])),
  ),
  fc
    .tuple(fc.uniqueArray(text, { minLength: 1 }), fc.option(number), fc.option(number))
    .map(([states, fence, by]) =>
      allOf(
        ['state', 'in', states],
        ...(fence === null ? [] : [['fence', '=', fence] as const]),
        ...(by === null ? [] : [['lease_ends_at', '<=', by] as const]),
      ),
    ),
  fc
    .tuple(text, number)
    .map(([token, fence]) => allOf(['token', '=', token], ['fence', '=', fence], ['revoked', 'missing'])),
  number.map((limit) => anyOf(allOf(['attempts', 'missing']), allOf(['attempts', '<', limit]))),
);

const changes: fc.Arbitrary<ItemChanges> = fc.oneof(
  attributes.map(({ list: _unchanged, ...set }) => ({ set: { ...set, token: 'a' } })),
  fc.integer({ min: -2, max: 2 }).map((step) => ({ add: { attempts: step }, set: { expires_at: 5 } })),
  fc.constant({ remove: ['attempts', 'outcome', 'list'] }),
  text.map((user) => ({ include: { admins: user } })),
  text.map((user) => ({ exclude: { admins: user } })),
  text.map((user) => ({ include: { disabled: user }, exclude: { admins: user } })),
);

const sortKey = fc.constantFrom(...SORT_KEYS);
/** Entries of lists are unique, as those of the product are. */
const stored = fc.tuple(sortKey, attributes).map(([sk, { list, ...item }]) => ({
  sk,
  item: list === undefined ? item : { ...item, list: `${list}${SORT_KEYS.indexOf(sk)}` },
}));
const condition = fc.option(conditions, { nil: undefined });

/** A call of the port, and its answer by the model. */
export type Step =
  | { readonly call: 'put'; readonly sk: string; readonly item: Item; readonly condition: Condition | undefined }
  | {
      readonly call: 'update';
      readonly sk: string;
      readonly changes: ItemChanges;
      readonly condition: Condition | undefined;
    }
  | { readonly call: 'remove'; readonly sk: string }
  | { readonly call: 'range'; readonly by: Parameters<Database['range']>[1] }
  | { readonly call: 'window'; readonly limit: number; readonly offset: number; readonly after: string | undefined }
  | { readonly call: 'listKeys'; readonly prefix: string };

export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .tuple(stored, condition)
        .map(([item, held]) => ({ call: 'put' as const, ...item, condition: held })),
    },
    { weight: 4, arbitrary: fc.record({ call: fc.constant('update' as const), sk: sortKey, changes, condition }) },
    { weight: 1, arbitrary: fc.record({ call: fc.constant('remove' as const), sk: sortKey }) },
    {
      weight: 1,
      arbitrary: fc.record({
        call: fc.constant('range' as const),
        by: fc.oneof(
          fc.constant(undefined),
          fc.constantFrom('K#', 'K#1', 'K', 'Z').map((prefix) => ({ prefix })),
          fc
            .tuple(sortKey, fc.integer({ min: 1, max: 4 }))
            .map(([before, limit]) => ({ before, newestFirst: true, limit })),
        ),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        call: fc.constant('window' as const),
        limit: fc.constantFrom(1, 2, 3, Number.POSITIVE_INFINITY),
        offset: fc.integer({ min: 0, max: 3 }),
        after: fc.option(fc.constantFrom('P#A#1', 'P#A#3', 'P#A#5'), { nil: undefined }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ call: fc.constant('listKeys' as const), prefix: fc.constantFrom('P#', 'P#A#') }),
    },
  ),
  { minLength: 5, maxLength: 25 },
);

/** Executes a step on a database. */
export function carryOut(db: Database, pk: string, step: Step): Promise<unknown> {
  switch (step.call) {
    case 'put':
      return db.put({ ...step.item, pk, sk: step.sk }, step.condition);
    case 'update':
      return db.update({ pk, sk: step.sk }, step.changes, step.condition);
    case 'remove':
      return db.remove({ pk, sk: step.sk });
    case 'range':
      return db.range(pk, step.by);
    case 'window': {
      const { limit, offset, after } = step;
      return db.window(pk, 'P#A#', { limit, offset, ...(after !== undefined && { after }) });
    }
    case 'listKeys':
      return db.listKeys(pk, step.prefix);
  }
}

/** A minimal model of a partition: the reference for a database's answers. */
export class StoreModel {
  readonly #items = new Map<string, NewItem>();
  readonly #pk: string;

  constructor(pk: string) {
    this.#pk = pk;
  }

  answer(step: Step): unknown {
    switch (step.call) {
      case 'put': {
        if (step.condition && !holds(step.condition, this.#items.get(step.sk))) return false;
        this.#items.set(step.sk, { ...step.item, pk: this.#pk, sk: step.sk });
        return true;
      }
      case 'update': {
        const current = this.#items.get(step.sk);
        if (step.condition && !holds(step.condition, current)) return undefined;
        const next = changed({ ...current, pk: this.#pk, sk: step.sk }, step.changes);
        this.#items.set(step.sk, next);
        return next;
      }
      case 'remove':
        this.#items.delete(step.sk);
        return undefined;
      case 'range': {
        const { prefix = '', before, newestFirst, limit } = step.by ?? {};
        const items = this.#sorted('sk').filter(
          ({ sk }) => sk.startsWith(prefix) && (before === undefined || less(sk, before)),
        );
        return (newestFirst ? items.toReversed() : items).slice(0, limit);
      }
      case 'window': {
        const all = this.#listed('P#A#');
        const rest =
          step.after === undefined ? all.slice(step.offset) : all.filter(({ list }) => less(list, step.after ?? ''));
        return { count: all.length, items: rest.slice(0, step.limit), more: rest.length > step.limit };
      }
      case 'listKeys':
        return this.#listed(step.prefix).map(({ sk, list, updated_at }) => ({ sk, list, updated_at }));
    }
  }

  #listed(prefix: string) {
    const listed = this.#sorted('list') as (NewItem & { list: string })[];
    return listed.filter(({ list }) => list?.startsWith(prefix)).toReversed();
  }

  #sorted(by: 'sk' | 'list'): NewItem[] {
    return [...this.#items.values()].sort((one, other) => (less(String(one[by]), String(other[by])) ? -1 : 1));
  }
}

function less(one: string, other: string): boolean {
  return Buffer.compare(Buffer.from(one), Buffer.from(other)) < 0;
}

function changed(item: Item & Key, { set, add, remove, include, exclude }: ItemChanges): NewItem {
  const next: Record<string, unknown> = { ...item, ...set };
  for (const name in add) next[name] = Number(next[name] ?? 0) + (add[name] ?? 0);
  for (const name of remove ?? []) delete next[name];
  for (const name in include) next[name] = new Set([...((next[name] as Set<string>) ?? []), include[name]]);
  for (const name in exclude) {
    const rest = new Set((next[name] as Set<string>) ?? []);
    rest.delete(exclude[name] ?? '');
    if (rest.size > 0) next[name] = rest;
    else delete next[name];
  }
  return next as NewItem;
}
