/** Anything that JSON can write. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/**
 * The document as UBJSON in the way that XGBoost writes it: keys without marker, typed lists of numbers. Written from the
 * format's description, on purpose not from the reader that it tests.
 */
export function toUbjson(document: Json): Uint8Array {
  const parts: Uint8Array[] = [];
  write(document, parts);
  return Buffer.concat(parts);
}

const FLOAT_LISTS = new Set(['base_weights', 'loss_changes', 'split_conditions', 'sum_hessian', 'weight_drop']);
const BYTE_LISTS = new Set(['default_left', 'split_type']);

function write(value: Json, parts: Uint8Array[], key = ''): void {
  if (value === null) parts.push(ascii('Z'));
  else if (value === true) parts.push(ascii('T'));
  else if (value === false) parts.push(ascii('F'));
  else if (typeof value === 'string') parts.push(ascii('S'), text(value));
  else if (typeof value === 'number') parts.push(...scalar(value));
  else if (Array.isArray(value)) writeList(value, parts, key);
  else {
    parts.push(ascii('{'));
    for (const [name, item] of Object.entries(value)) {
      parts.push(text(name));
      write(item, parts, name);
    }
    parts.push(ascii('}'));
  }
}

function writeList(list: readonly Json[], parts: Uint8Array[], key: string): void {
  if (list.length > 0 && list.every((item) => typeof item === 'number')) {
    const type = FLOAT_LISTS.has(key) ? 'd' : BYTE_LISTS.has(key) ? 'U' : list.every(isInt32) ? 'l' : 'D';
    parts.push(ascii(`[$${type}#`), length(list.length), numbers(list, type));
    return;
  }
  parts.push(ascii('[#'), length(list.length));
  for (const item of list) write(item, parts);
}

function isInt32(item: Json): boolean {
  return typeof item === 'number' && (item | 0) === item;
}

function scalar(value: number): Uint8Array[] {
  const type = Number.isInteger(value) && Math.abs(value) < 2 ** 31 ? 'l' : 'D';
  return [ascii(type), numbers([value], type)];
}

const WIDTH = { d: 4, D: 8, U: 1, l: 4 } as const;

function numbers(list: readonly number[], type: keyof typeof WIDTH): Uint8Array {
  const view = new DataView(new ArrayBuffer(list.length * WIDTH[type]));
  for (const [index, value] of list.entries()) {
    const at = index * WIDTH[type];
    if (type === 'd') view.setFloat32(at, value);
    else if (type === 'D') view.setFloat64(at, value);
    else if (type === 'U') view.setUint8(at, value);
    else view.setInt32(at, value);
  }
  return new Uint8Array(view.buffer);
}

function text(value: string): Uint8Array {
  const bytes = Buffer.from(value);
  return Buffer.concat([length(bytes.length), bytes]);
}

function length(value: number): Uint8Array {
  const bytes = Buffer.alloc(9);
  bytes.write('L');
  bytes.writeBigInt64BE(BigInt(value), 1);
  return bytes;
}

function ascii(characters: string): Uint8Array {
  return Buffer.from(characters, 'latin1');
}
