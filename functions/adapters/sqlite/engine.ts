import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { holds } from '../../store/condition.ts';
import type { Item, Key, ListKey, ListPage, RangeOptions, WindowOptions } from '../../store/database.ts';
import { DamagedStore, ItemRefused } from '../../store/store_error.ts';
import { unlessDamaged } from './connection.ts';
import { fromRow, type StoredRow, toRow } from './stored_row.ts';
import { updated, type Write, type Written } from './write.ts';

/** One connection with the statements of the port. Everything happens at once, in the calling thread. */
export class SqliteEngine {
  readonly #connection: DatabaseSync;
  readonly #file: string;
  readonly #statements = new Map<string, ReturnType<DatabaseSync['prepare']>>();

  constructor(connection: DatabaseSync, file: string) {
    this.#connection = connection;
    this.#file = file;
  }

  get({ pk, sk }: Key): Item | undefined {
    const row = this.#row(pk, sk);
    return row && fromRow(row);
  }

  range(pk: string, { prefix, before, newestFirst = false, limit = ALL }: RangeOptions = {}): Item[] {
    const [from, to] = prefix === undefined ? [undefined, before] : [prefix, endOfPrefix(prefix)];
    const bounds = [...(from === undefined ? [] : ['AND sk >= ?']), ...(to === undefined ? [] : ['AND sk < ?'])];
    const values = [pk, from, to].filter((value) => value !== undefined);
    const sql = `${SELECT} WHERE pk = ? ${bounds.join(' ')} ORDER BY sk ${newestFirst ? 'DESC' : 'ASC'} LIMIT ?`;
    return this.#rows(sql, ...values, atMost(limit)).map(fromRow);
  }

  listKeys(pk: string, prefix: string): ListKey[] {
    const sql = `SELECT sk, list, updated_at FROM items ${IN_LIST} ORDER BY list DESC`;
    return this.#all(sql, pk, prefix, endOfPrefix(prefix)) as unknown as ListKey[];
  }

  window(pk: string, prefix: string, { limit, offset, after }: WindowOptions): ListPage {
    const end = endOfPrefix(prefix);
    const [to, skipped] = after === undefined ? [end, offset] : [after, 0];
    const sql = `${SELECT} ${IN_LIST} ORDER BY list DESC LIMIT ? OFFSET ?`;
    return this.#snapshot(() => {
      const [counted] = this.#all(`SELECT count(*) AS count FROM items ${IN_LIST}`, pk, prefix, end);
      const rows = this.#rows(sql, pk, prefix, to, atMost(limit + 1), skipped);
      return { count: Number(counted?.count), items: rows.slice(0, limit).map(fromRow), more: rows.length > limit };
    });
  }

  /** Items after a key, by key, at most `limit`. */
  page({ pk, sk }: Key, limit: number): Item[] {
    return this.#rows(`${SELECT} WHERE (pk, sk) > (?, ?) ORDER BY pk, sk LIMIT ?`, pk, sk, limit).map(fromRow);
  }

  /** How many groups of writes have been committed. */
  get commits(): number {
    return Number(this.#all('SELECT count FROM commits')[0]?.count);
  }

  /**
   * Carries out writes in one commit: all that hold are on the disk when it returns. A write that is refused or meets a damaged item
   * fails alone; if the commit fails, every write has failed and this throws.
   */
  commit(writes: readonly Write[]): (Written | Error)[] {
    return unlessDamaged(this.#file, () => {
      this.#connection.exec('BEGIN IMMEDIATE');
      try {
        const results = writes.map((write) => this.#attempt(write));
        this.#run('UPDATE commits SET count = count + 1');
        this.#connection.exec('COMMIT');
        return results;
      } catch (error) {
        if (this.#connection.isTransaction) this.#connection.exec('ROLLBACK');
        throw error;
      }
    });
  }

  close(): void {
    this.#connection.close();
  }

  #attempt(write: Write): Written | Error {
    try {
      return this.#write(write);
    } catch (error) {
      if (error instanceof ItemRefused || error instanceof DamagedStore) return error;
      throw error;
    }
  }

  #write(write: Write): Written {
    switch (write.kind) {
      case 'put': {
        const { row, condition } = write;
        if (condition && !holds(condition, this.get(row))) return false;
        this.#store(row);
        return true;
      }
      case 'update': {
        const { pk, sk } = write.key;
        const next = updated(this.get(write.key), { pk, sk }, write.changes, write.condition);
        if (!next) return undefined;
        const row = toRow(next);
        this.#store(row);
        return row;
      }
      case 'remove':
        return this.#run('DELETE FROM items WHERE pk = ? AND sk = ?', write.key.pk, write.key.sk);
      case 'expire':
        return this.#run(
          'DELETE FROM items WHERE rowid IN (SELECT rowid FROM items WHERE expires_at <= ? LIMIT ?)',
          write.by,
          write.limit,
        );
    }
  }

  #store({ pk, sk, list, updated_at, expires_at, item, sum }: StoredRow): void {
    this.#run(
      `INSERT INTO items (pk, sk, list, updated_at, expires_at, item, sum) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (pk, sk) DO UPDATE SET list = excluded.list, updated_at = excluded.updated_at,
       expires_at = excluded.expires_at, item = excluded.item, sum = excluded.sum`,
      ...[pk, sk, list, updated_at, expires_at, item, sum],
    );
  }

  /** What several statements read is of one moment. */
  #snapshot<T>(read: () => T): T {
    this.#connection.exec('BEGIN');
    try {
      return read();
    } finally {
      this.#connection.exec('COMMIT');
    }
  }

  #row(pk: string, sk: string): StoredRow | undefined {
    return this.#rows(`${SELECT} WHERE pk = ? AND sk = ?`, pk, sk)[0];
  }

  #rows(sql: string, ...values: SQLInputValue[]): StoredRow[] {
    return this.#all(sql, ...values) as unknown as StoredRow[];
  }

  #all(sql: string, ...values: SQLInputValue[]) {
    return unlessDamaged(this.#file, () => this.#statement(sql).all(...values));
  }

  #run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#statement(sql).run(...values).changes);
  }

  #statement(sql: string) {
    const statement = this.#statements.get(sql) ?? this.#connection.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

const ALL = Number.POSITIVE_INFINITY;

/** SQLite takes a negative limit for none. */
function atMost(limit: number): number {
  return limit === ALL ? -1 : limit;
}

const SELECT = 'SELECT pk, sk, list, updated_at, expires_at, item, sum FROM items';
const IN_LIST = 'WHERE pk = ? AND list >= ? AND list < ?';

const [FIRST_SURROGATE, LAST_SURROGATE, LAST_CODE_POINT] = [0xd800, 0xdfff, 0x10ffff];

/** The first text after all that begin with `prefix`, in the order of UTF-8 bytes. */
export function endOfPrefix(prefix: string): string {
  const points = [...prefix];
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    const point = (last.codePointAt(0) ?? 0) + 1;
    if (point > LAST_CODE_POINT) continue;
    const next = point >= FIRST_SURROGATE && point <= LAST_SURROGATE ? LAST_SURROGATE + 1 : point;
    return points.join('') + String.fromCodePoint(next);
  }
  throw new ItemRefused('A prefix wants at least one character that is not the last of Unicode');
}
