import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { Database, Item } from '../../store/database.ts';
import { DamagedStore } from '../../store/store_error.ts';
import { currentCompany } from '../../store/tenant_concurrency.ts';
import { openConnection, openReader } from './connection.ts';
import { SqliteEngine } from './engine.ts';
import { checkKey, fromRow, type StoredRow, toRow } from './stored_row.ts';
import type { Write, Written } from './write.ts';
import { type Opened, receiveError, type WriteReply, type WriteRequest } from './writer_messages.ts';

/** How another thread of this process joins an open file. The port is transferred. */
export interface SqliteAddress {
  readonly file: string;
  readonly port: MessagePort;
}

/** A database in a file of this machine. */
export interface SqliteDatabase extends Database {
  address(): SqliteAddress;
  /** Removes items that have expired; answers how many. */
  removeExpired(now: Date): Promise<number>;
  /** Reads the whole file in a thread of its own. Throws DamagedStore, and so does every call from then on. */
  check(): Promise<void>;
}

/** Items that one commit removes, and that a scan reads at a time. */
const PAGE = 500;

/** Time that reads may take of one turn of the event loop, ms: a read is there at once, so many in a row would hold up everything else. */
const TURN_MS = 5;

/** A database of this process alone that ends with it. */
export function openMemoryDatabase(): Database {
  const engine = new SqliteEngine(openConnection(':memory:'), ':memory:');
  const write = async (one: Write): Promise<Written> => {
    const [result] = engine.commit([one]);
    if (result instanceof Error) throw result;
    return result;
  };
  return overEngine(engine, write, async () => engine.close());
}

/** Opens a file, made if it is not there, and its writer. Reads all that is stored first: throws DamagedStore or StoreFull. */
export async function openSqliteDatabase(file: string): Promise<SqliteDatabase> {
  const own = new MessageChannel();
  const writer = new Worker(new URL('./writer_thread.ts', import.meta.url), {
    workerData: { file, port: own.port2 },
    transferList: [own.port2],
  });
  const [first] = (await once(writer, 'message')) as [Opened];
  if ('error' in first) {
    own.port1.close();
    await writer.terminate();
    throw receiveError(first.error);
  }
  const join = () => {
    const { port1, port2 } = new MessageChannel();
    writer.postMessage({ join: port2 }, [port2]);
    return { file, port: port1 };
  };
  const { database, sendWrite, fail } = joined({ file, port: own.port1 });
  writer.on('error', fail);
  writer.on('exit', () => fail(new Error(`The writer of ${file} has ended`)));
  return {
    ...database,
    address: join,
    check: async () => {
      const checker = new Worker(new URL('./check_thread.ts', import.meta.url), { workerData: { file } });
      const [found] = (await once(checker, 'message')) as [Opened];
      await checker.terminate();
      if (!('error' in found)) return;
      const error = receiveError(found.error);
      fail(error);
      // Threads that have joined write through it.
      writer.postMessage({ damaged: found.error });
      throw error;
    },
    removeExpired: async (now) => {
      const by = Math.floor(now.getTime() / 1000);
      let removed = 0;
      for (let last = PAGE; last === PAGE; removed += last)
        last = Number(await sendWrite({ kind: 'expire', by, limit: PAGE }));
      return removed;
    },
    close: async () => {
      // The last connection to be closed moves the log into the file.
      await database.close();
      writer.postMessage('close');
      await once(writer, 'exit');
    },
  };
}

/** The database at an address that another thread has given. */
export function joinSqliteDatabase(address: SqliteAddress): Database {
  return joined(address).database;
}

function joined({ file, port }: SqliteAddress) {
  const engine = new SqliteEngine(openReader(file), file);
  const waiting = new Map<number, { resolve(result: Written): void; reject(error: Error): void }>();
  let lastId = 0;
  let failure: Error | undefined;
  port.on('message', (reply: WriteReply) => {
    const request = waiting.get(reply.id);
    waiting.delete(reply.id);
    if ('error' in reply) request?.reject(receiveError(reply.error));
    else request?.resolve(reply.result);
  });
  const fail = (error: Error) => {
    failure ??= error;
    for (const { reject } of waiting.values()) reject(failure);
    waiting.clear();
  };
  port.on('close', () => fail(new Error(`The writer of ${file} is not there any more`)));
  const sendWrite = (write: Write) =>
    new Promise<Written>((resolve, reject) => {
      if (failure) return reject(failure);
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      port.postMessage({ id: lastId, company: currentCompany() ?? '', write } satisfies WriteRequest);
    });
  const close = async () => {
    engine.close();
    port.close();
  };
  const refuseDamaged = () => {
    if (failure instanceof DamagedStore) throw failure;
  };
  return { database: overEngine(engine, sendWrite, close, refuseDamaged), sendWrite, fail };
}

/** The port, with reads by a connection of this thread and writes by `write`. */
function overEngine(
  engine: SqliteEngine,
  write: (write: Write) => Promise<Written>,
  close: () => Promise<void>,
  refuseDamaged: () => void = () => {},
): Database {
  const turn = takeTurns();
  const reading = async <T>(read: () => T): Promise<T> => {
    await turn();
    refuseDamaged();
    return read();
  };
  return {
    get: (key) =>
      reading(() => {
        checkKey(key);
        return engine.get(key);
      }),
    getMany: (keys) => reading(() => keys.map((key) => engine.get(key))),
    put: async (item, condition) =>
      (await write({ kind: 'put', row: toRow(item), ...(condition && { condition }) })) === true,
    update: async (key, changes, condition) => {
      checkKey(key);
      const row = await write({ kind: 'update', key, changes, ...(condition && { condition }) });
      return row === undefined ? undefined : fromRow(row as StoredRow);
    },
    remove: async (key) => {
      await write({ kind: 'remove', key });
    },
    range: (pk, options) => reading(() => engine.range(pk, options)),
    listKeys: (pk, prefix) => reading(() => engine.listKeys(pk, prefix)),
    window: (pk, prefix, options) => reading(() => engine.window(pk, prefix, options)),
    scan: async function* () {
      let last = { pk: '', sk: '' };
      for (;;) {
        refuseDamaged();
        const page: Item[] = engine.page(last, PAGE);
        yield* page;
        const { pk, sk } = page.at(-1) ?? {};
        if (page.length < PAGE) return;
        last = { pk: String(pk), sk: String(sk) };
        await nextTurn();
      }
    },
    close,
  };
}

/** Waits for the next turn of the event loop once the reads of this one have taken their time. */
function takeTurns(): () => Promise<void> | undefined {
  let began: number | undefined;
  return () => {
    if (began !== undefined && performance.now() - began > TURN_MS) return nextTurn();
    if (began === undefined) {
      began = performance.now();
      setImmediate(() => {
        began = undefined;
      });
    }
    return undefined;
  };
}
