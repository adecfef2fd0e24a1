import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unzipSync } from 'fflate';
import { definitionOf, TABLE_TYPES } from '#core/calculations/index.ts';
import { readTable } from '#core/tables/read_table.ts';
import { zip } from './uploads/zip_maker.ts';

const GOOD = fileURLToPath(new URL('../../fixtures/uploads/good/', import.meta.url));

/** A changed file that was not answered as it must be. */
export interface Broken {
  readonly seed: number;
  readonly file: string;
  readonly what: string;
}

/** What became of changed files. */
export interface Fuzzed {
  readonly read: number;
  readonly refused: number;
  /** The most times that a changed file took the time per unpacked byte of the slowest honest one. */
  readonly slowest: number;
  readonly broken: readonly Broken[];
}

/** Marks that steer readers, put into files in place of what stood there. */
const MARKS = [
  '"',
  ';',
  '\r',
  '\0',
  '<',
  '>',
  '&',
  '&#0;',
  ']]>',
  '<![CDATA[',
  '<!--',
  '1e999',
  '-',
  '=',
  '\ufeff',
  'A1',
  '99999999999',
];

/** Times the slowest honest file that a changed one may take per unpacked byte: one of a few KB is a matter of luck. */
const MOST_TIMES = 20;

/**
 * Reads `count` changed files, from `seed` on: good files with bytes flipped, cut out, doubled, repeated, cut off or replaced by
 * marks, workbooks also inside their parts. Each must be read or refused in Russian, in about the time per unpacked byte that the
 * good files take in the same run; nothing may throw.
 */
export async function fuzz(count: number, seed: number): Promise<Fuzzed> {
  const files = readdirSync(GOOD).map((name) => [name, new Uint8Array(readFileSync(join(GOOD, name)))] as const);
  const honest = await honestTime(files);
  const broken: Broken[] = [];
  let read = 0;
  let slowest = 0;
  for (let number = seed; number < seed + count; number++) {
    const random = generator(number);
    const [file, bytes] = picked(files, random);
    const { mutant, unpacked } = changed(file, bytes, random);
    const type = random() < 0.8 ? typeOf(file) : picked(TABLE_TYPES, random);
    const allowed = honest.ms + unpacked * honest.msPerByte;
    let { what, ms } = await timed(file, mutant, type);
    // What took long once may have met the collector of garbage; what does so twice is slow.
    if (ms > allowed) ms = Math.min(ms, (await timed(file, mutant, type)).ms);
    slowest = Math.max(slowest, ms / allowed);
    if (what === '') read += 1;
    else if (what !== 'refused') broken.push({ seed: number, file, what });
    if (ms > MOST_TIMES * allowed) broken.push({ seed: number, file, what: `${ms} ms for ${unpacked} bytes` });
  }
  return { read, refused: count - read - broken.length, slowest, broken };
}

/** Computing time of the good files, when the reader is warm: of the slowest, ms, and of the slowest byte. */
async function honestTime(files: readonly (readonly [file: string, bytes: Uint8Array])[]) {
  let [most, mostPerByte] = [0, 0];
  for (const [file, bytes] of files) {
    const times: number[] = [];
    for (let left = 5; left > 0; left--) times.push((await timed(file, bytes, typeOf(file))).ms);
    const least = Math.min(...times);
    most = Math.max(most, least);
    mostPerByte = Math.max(mostPerByte, least / partsOf(file, bytes).reduce((sum, [, { length }]) => sum + length, 0));
  }
  return { ms: most, msPerByte: mostPerByte };
}

async function timed(file: string, bytes: Uint8Array, type: (typeof TABLE_TYPES)[number]) {
  const started = process.cpuUsage();
  const what = await answer(file, bytes, type);
  return { what, ms: process.cpuUsage(started).user / 1000 };
}

function partsOf(file: string, bytes: Uint8Array): [name: string, content: Uint8Array][] {
  return file.endsWith('.xlsx') ? Object.entries(unzipSync(bytes)) : [[file, bytes]];
}

/** The type whose table a file holds. */
function typeOf(file: string): (typeof TABLE_TYPES)[number] {
  if (file.includes('_regress.')) return 'regres_methane';
  return file.includes('_wide.') ? 'filling_blanks' : 'sensitivity';
}

/** '' for a file that was read, `refused` for one that was refused well, else what is wrong. */
async function answer(file: string, bytes: Uint8Array, type: (typeof TABLE_TYPES)[number]): Promise<string> {
  try {
    const result = await readTable(bytes, file, definitionOf(type), {});
    if (!result.ok)
      return /[а-яё].*\.$/is.test(result.detail) && result.errors.length <= 100 ? 'refused' : result.detail;
    const { count, columns } = result.data;
    const uneven = Object.entries(columns).filter(([, values]) => values.length !== count);
    return count > 0 && uneven.length === 0 ? '' : `uneven: ${uneven.map(([name]) => name).join()}`;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

interface Changed {
  readonly mutant: Uint8Array;
  /** Bytes of its parts. */
  readonly unpacked: number;
}

function changed(file: string, bytes: Uint8Array, random: () => number): Changed {
  if (!file.endsWith('.xlsx') || random() < 0.3) {
    const mutant = mutated(bytes, random);
    return { mutant, unpacked: mutant.length };
  }
  const parts = partsOf(file, bytes);
  const chosen = Math.floor(random() * parts.length);
  const made = parts.map(([name, content], at) => ({
    name,
    content: at === chosen ? mutated(content, random) : content,
  }));
  return { mutant: zip(made), unpacked: made.reduce((sum, { content }) => sum + content.length, 0) };
}

function mutated(bytes: Uint8Array, random: () => number): Uint8Array {
  let result = bytes.slice();
  for (let left = 1 + Math.floor(random() * 4); left > 0; left--) {
    const at = Math.floor(random() * result.length);
    const end = Math.min(result.length, at + Math.floor(random() * 40));
    const between = picked<() => Uint8Array>(
      [
        () => result.slice(at, end).map((byte) => byte ^ (1 << Math.floor(random() * 8))),
        () => result.slice(at, end).map(() => Math.floor(random() * 256)),
        () => Buffer.concat([result.slice(at, end), result.slice(at, end)]),
        // What is cheap once may be dear in numbers: texts, references, formats, delimiters, years.
        () => repeated(result.slice(at, end), random() < 0.1 ? 5000 : 50),
        () => new Uint8Array(),
        () => Buffer.from(picked(MARKS, random)),
      ],
      random,
    )();
    result = Uint8Array.from(Buffer.concat([result.slice(0, at), between, result.slice(end)]));
  }
  return random() < 0.1 ? result.slice(0, Math.floor(random() * result.length)) : result;
}

function repeated(bytes: Uint8Array, times: number): Uint8Array {
  return Buffer.concat(new Array<Uint8Array>(times).fill(bytes));
}

function picked<T>(from: readonly T[], random: () => number): T {
  return from[Math.floor(random() * from.length)] as T;
}

/** Numbers 0…1 that depend on the seed alone (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
