import { crc32 } from 'node:zlib';
import type { Item, Key, NewItem } from '../../store/database.ts';
import { DamagedStore, ItemRefused } from '../../store/store_error.ts';

/** An item as a row: `item` is its JSON, `sum` the CRC-32 of all other columns. */
export interface StoredRow {
  readonly pk: string;
  readonly sk: string;
  readonly list: string | null;
  readonly updated_at: string | null;
  readonly expires_at: number | null;
  readonly item: string;
  readonly sum: number;
}

/** Limits of DynamoDB. Source: Amazon DynamoDB Developer Guide, «Service, account, and table quotas» and «Naming rules and data types». */
const ITEM_BYTES = 400 * 1024;
const KEY_BYTES = { pk: 2048, sk: 1024, list: 1024 } as const;
const [SMALLEST, LARGEST] = [1e-130, 9.99e125];

/** Marks a set of texts in JSON; no attribute of a stored object has this name. */
const SET = '$set';

/** The row of an item. Throws ItemRefused for what DynamoDB would not take, so that a test meets it on any store. */
export function toRow(item: NewItem): StoredRow {
  const { pk, sk, list, updated_at, expires_at } = item;
  checkKey(item);
  if (list !== undefined) checkText('list', list);
  const size = Object.entries(item).reduce((sum, [name, value]) => sum + attributeSize(name, value, 0), 0);
  if (size > ITEM_BYTES) throw new ItemRefused(`${pk} ${sk} has ${size} bytes of ${ITEM_BYTES}`);
  const row = {
    ...{ pk, sk, list: (list as string | undefined) ?? null },
    updated_at: typeof updated_at === 'string' ? updated_at : null,
    expires_at: Number.isSafeInteger(expires_at) ? (expires_at as number) : null,
    item: JSON.stringify(item, (_, value) => (value instanceof Set ? { [SET]: [...value] } : value)),
  };
  return { ...row, sum: sumOf(row) };
}

/** The item of a row. Throws DamagedStore if the row is not the one that was stored. */
export function fromRow(row: StoredRow): Item {
  if (sumOf(row) !== row.sum) throw new DamagedStore(`The item ${row.pk} ${row.sk} has changed on the disk`);
  const item = JSON.parse(row.item) as Record<string, unknown>;
  if (row.item.includes(`{"${SET}":`)) {
    for (const [name, value] of Object.entries(item)) {
      const members = (value as { [SET]?: unknown } | null)?.[SET];
      if (Array.isArray(members)) item[name] = new Set(members);
    }
  }
  return item;
}

function sumOf({ pk, sk, list, updated_at, expires_at, item }: Omit<StoredRow, 'sum'>): number {
  return crc32([pk, sk, list ?? '', updated_at ?? '', expires_at ?? '', item].join('\u0000'));
}

export function checkKey({ pk, sk }: Key): void {
  checkText('pk', pk);
  checkText('sk', sk);
}

function checkText(name: keyof typeof KEY_BYTES, value: unknown): void {
  if (typeof value !== 'string' || value === '') throw new ItemRefused(`The attribute ${name} wants a text`);
  const bytes = Buffer.byteLength(value);
  if (bytes > KEY_BYTES[name]) throw new ItemRefused(`The attribute ${name} has ${bytes} bytes of ${KEY_BYTES[name]}`);
}

function attributeSize(name: string, value: unknown, depth: number): number {
  if (value === undefined) return 0;
  if (name === SET) throw new ItemRefused(`${SET} is the mark of a set`);
  return Buffer.byteLength(name) + valueSize(name, value, depth);
}

/** Bytes as DynamoDB counts them, about. */
function valueSize(name: string, value: unknown, depth: number): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'boolean' || value === null || value === undefined) return 1;
  if (typeof value === 'number') return numberSize(name, value);
  if (value instanceof Set && depth === 0) {
    if (value.size === 0) throw new ItemRefused(`The set ${name} is empty`);
    return [...value].reduce((sum: number, member) => {
      if (typeof member !== 'string') throw new ItemRefused(`The set ${name} has a member that is not a text`);
      return sum + Buffer.byteLength(member);
    }, 0);
  }
  if (Array.isArray(value)) return 3 + value.reduce((sum, each) => sum + 1 + valueSize(name, each, depth + 1), 0);
  if (typeof value === 'object' && isPlain(value))
    return Object.entries(value).reduce((sum, [key, each]) => sum + 1 + attributeSize(key, each, depth + 1), 3);
  throw new ItemRefused(`The attribute ${name} has a value that no table holds`);
}

function numberSize(name: string, value: number): number {
  const size = Math.abs(value);
  const isHeld = size === 0 || (size >= SMALLEST && size <= LARGEST);
  if (!isHeld) throw new ItemRefused(`The attribute ${name} is ${value}: beyond the numbers of the table`);
  return String(value).length / 2 + 1;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
