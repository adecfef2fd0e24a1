import type { Condition } from './condition.ts';

/*
 * One table. Every user action commits by ONE conditional write on ONE item; what surrounds it is idempotent, written before
 * it and named by the version, so a crash at any point leaves either the old state or the new one. No transactions, no streams.
 *
 * item          pk                       sk                  list                             read by
 * company       C#<company>              COMPANY             –                                every request (guard)
 * user          C#<company>              U#<user>            –                                every request (guard), v1/company/users/
 * session       C#<company>              S#<user>#<session>  –                                every request (guard), token/refresh/
 * project       C#<company>              P#<project>         P#<state>#<project>              v1/projects/…
 * calculation   C#<company>              K#<type>#<id>       K#<project>#<type>#<state>#<id>  v1/<type>/…
 * object        C#<company>              O#<object>          O#<state>#<object>               v1/objects/…, v1/…/inventory/
 * inventory     C#<company>              Q#<project>         Q#A#<project>                    v1/projects/…/inventory/, v1/<type>/…
 * model         C#<company>              M#<model>           M#<state>#<model>                v1/models/…, computing a table
 * choice        C#<company>              A#<method>          –                                which model is active: v1/models/…, computing a table
 * export        C#<company>              X#<hash>            –                                v1/projects/…/export_to_…: who builds a large file
 * revision      R#<company>#<object sk>  V#<version>         –                                …/history/ of an object
 * action        A#<company>              <id of the entry>   –                                v1/company/audit/
 * its outcome   A#<company>              <id>#outcome        –                                v1/company/audit/
 * job           C#<company>              J#<job>             J#<project>#<job>                v1/jobs/…, the worker, the sweeper
 * job's pointer JOBS                     <job>               –                                the sweeper: what needs looking after
 * cursor        SWEEPER                  CURSOR              –                                the sweeper: where a sweep that ran out of time goes on
 * unfinished    C#<company>              UNFINISHED_JOBS     –                                …/upload_ticket/: which jobs of a company have not ended
 * tickets       C#<company>              W#tickets#<window>  –                                …/upload_ticket/: how many a company was given
 * costly calls  C#<company>              W#costly#<user>#<w> –                                tables, models, tickets, exports: how many a person sent
 * stored bytes  C#<company>              STORED_BYTES        –                                storing rows and models: what of the quota is spent
 * write key     C#<company>              I#<hash>            –                                every request with an Idempotency-Key
 * sign-in name  E#<e-mail>               E                   –                                token/
 * attempts      T#<what is limited>      W#<window>          –                                token/
 * refusals      T#sign-in#account#…      REFUSED             –                                token/, v1/users/get_me/
 * device        T#device#<digest>        D                   –                                token/: a browser that has signed in
 * dictionary    DICTIONARY               <name>              –                                v1/dictionary/<name>/, saving a calculation
 *
 * The company's item holds the ids of its administrators and of its disabled users: «one administrator is left» is the condition of
 * one write (see `access.ts`).
 *
 * state is A (active) or D (deleted): a soft delete moves an object between the lists by the same single write. `list` is the
 * sort key of a local secondary index, not a global one, because lists are read right after a change and must be consistent.
 * Ids are UUID v7, which sort by the moment of creation: lists come newest first from the key.
 * A revision carries the `write_id` of its write, in the object and in its history: a retry recognises its own write, however late.
 * A write key is the hash of an Idempotency-Key; its item holds the id under which the request and its retries write.
 * Rows of a calculation that takes a table lie in the files (file_key.ts); its item names them by their hash.
 * A company's collection may hold 10 GB (a limit of local indexes): some ten million calculations.
 */

export interface Key {
  readonly pk: string;
  readonly sk: string;
}

/**
 * Attributes by name: texts, finite numbers, booleans, null, sets of texts (top level only), arrays and plain objects of these. An
 * attribute that is undefined is absent. An item to store has `pk` and `sk`; one with `list` stands in a list of its partition.
 */
export type Item = Readonly<Record<string, unknown>>;

/** An item to store. */
export type NewItem = Item & Key;

/** What an update changes. Sets of texts gain and lose one member; a set that loses its last member is absent. */
export interface ItemChanges {
  /** Attributes that get a value; undefined ones are left as they are. */
  readonly set?: Item;
  /** Numbers to add; an absent attribute counts as 0. */
  readonly add?: Readonly<Record<string, number>>;
  readonly remove?: readonly string[];
  readonly include?: Readonly<Record<string, string>>;
  readonly exclude?: Readonly<Record<string, string>>;
}

/** Which items of a partition, by their sort key. */
export interface RangeOptions {
  /** Only those that begin with it. */
  readonly prefix?: string;
  /** Only those below it. */
  readonly before?: string;
  readonly newestFirst?: boolean;
  /** At most so many; all without it, or by Infinity. */
  readonly limit?: number;
}

/** An entry of a list of a partition. */
export interface ListKey {
  readonly sk: string;
  readonly list: string;
  readonly updated_at: string;
}

/** The part of a list to read: `limit` entries (Infinity: all) from `offset` on, or those that follow the entry `after`. */
export interface WindowOptions {
  readonly limit: number;
  readonly offset: number;
  /** A whole `list` attribute. */
  readonly after?: string;
}

/** A part of a list, newest first. */
export interface ListPage {
  /** Entries of the whole list. */
  readonly count: number;
  readonly items: readonly Item[];
  /** Whether entries follow. */
  readonly more: boolean;
}

/**
 * The table. Every call sees what was acknowledged before it began; a write is acknowledged when it is stored for good. Keys are ordered
 * by their UTF-8 bytes. Throws the errors of `store_error.ts`, or what the client of a remote store throws.
 */
export interface Database {
  get(key: Key): Promise<Item | undefined>;
  /** Items in the order of `keys`; undefined where there is none. */
  getMany(keys: readonly Key[]): Promise<(Item | undefined)[]>;
  /** Stores an item in place of the one under its key, if `condition` holds for that one; answers whether it did. */
  put(item: NewItem, condition?: Condition): Promise<boolean>;
  /** Changes an item, or makes it, if `condition` holds; answers the item as it then is, undefined if the condition did not hold. */
  update(key: Key, changes: ItemChanges, condition?: Condition): Promise<Item | undefined>;
  remove(key: Key): Promise<void>;
  range(pk: string, options?: RangeOptions): Promise<Item[]>;
  /** Keys of the lists that begin with `prefix`, last first. */
  listKeys(pk: string, prefix: string): Promise<ListKey[]>;
  /** A part of the list of all entries that begin with `prefix`, last first. */
  window(pk: string, prefix: string, options: WindowOptions): Promise<ListPage>;
  /** Every item, in no order, as far as it stays unchanged meanwhile: for operations, not for requests. */
  scan(): AsyncIterable<Item>;
  close(): Promise<void>;
}
