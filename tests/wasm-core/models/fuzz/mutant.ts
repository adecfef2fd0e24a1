import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { COMPACT_MAGIC, writeCompact } from '#core/models/compact.ts';
import { readModel } from '#core/models/read_model.ts';
import { ROOT } from '#functions/cli/build.ts';
import { compiledModule } from '../../../support/compiled_module.ts';
import { BYTE_MUTATIONS, join } from './bytes.ts';
import { Chance } from './chance.ts';
import { DOCUMENT_MUTATIONS } from './document.ts';
import { TEXT_MUTATIONS } from './text.ts';
import { type Json, toUbjson } from './ubjson.ts';

/** The libraries' formats of model files, by the ends of their names. */
const LIBRARY_FORMATS = ['json', 'ubj', 'txt'] as const;
/** All formats: theirs, and our compact form. */
export const FORMATS = [...LIBRARY_FORMATS, 'compact'] as const;
export type Format = (typeof FORMATS)[number];

/** A changed model file, and in words what was done to it. */
export interface Mutant {
  readonly story: string;
  readonly bytes: Uint8Array;
}

interface GoodFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const FIXTURES = resolve(ROOT, 'tests/fixtures/models');

/** The files that are changed. */
export const GOOD: Readonly<Record<Format, GoodFile[]>> = {
  json: goodFiles('json'),
  ubj: goodFiles('ubj'),
  txt: goodFiles('txt'),
  compact: await compactFiles(),
};

/** The mutant number `number` of a format: the same in every run with the same seed. */
export function mutant(format: Format, seed: number, number: number): Mutant {
  const chance = new Chance(`${seed} ${format} ${number}`);
  const good = chance.of(GOOD[format]);
  const whole =
    (format === 'json' || format === 'ubj') && chance.happens(0.4) ? changeDocument(format, chance) : undefined;
  let { story, bytes } = whole ?? { story: good.name, bytes: good.bytes };
  for (
    let left = whole ? chance.of([0, 0, 0, 1]) : chance.of([1, 1, 1, 2, 3]);
    left > 0 && bytes.length > 0;
    left -= 1
  ) {
    const [name, changed] = change(format, bytes, chance);
    story += `, ${name}`;
    // Repeated mutations of long files would only test the limit of the file's size.
    if (changed.length < 2 ** 23) bytes = changed;
  }
  return { story, bytes };
}

function change(format: Format, bytes: Uint8Array, chance: Chance): [string, Uint8Array] {
  if (format !== 'ubj' && chance.happens(0.6)) {
    const [name, mutate] = chance.of(Object.entries(TEXT_MUTATIONS));
    const inText = (text: Uint8Array) => Buffer.from(mutate(Buffer.from(text).toString('latin1'), chance), 'latin1');
    return [name, format === 'compact' ? changeHead(bytes, inText) : inText(bytes)];
  }
  const [name, mutate] = chance.of(Object.entries(BYTE_MUTATIONS));
  return [name, mutate(new Uint8Array(bytes), chance, chance.of(GOOD[format]).bytes)];
}

/** A document that is well-formed but lies. */
function changeDocument(format: 'json' | 'ubj', chance: Chance): Mutant {
  const good = chance.of(GOOD.json);
  const document = JSON.parse(
    Buffer.from(good.bytes)
      .toString()
      .replace(/(?<=[[,:])-?(?:NaN|Infinity)/g, '0'),
  ) as Record<string, Json>;
  let story = `${good.name} as ${format}`;
  for (let left = chance.of([1, 1, 2, 4]); left > 0; left -= 1) {
    const [name, mutate] = chance.of(Object.entries(DOCUMENT_MUTATIONS));
    mutate(document, chance);
    story += `, ${name}`;
  }
  return { story, bytes: format === 'ubj' ? toUbjson(document) : Buffer.from(JSON.stringify(document)) };
}

/** Changes the text of the scalars in a compact form and keeps its length true. */
function changeHead(bytes: Uint8Array, change: (text: Uint8Array) => Uint8Array): Uint8Array {
  const at = COMPACT_MAGIC.length;
  if (bytes.length < at + 4) return bytes;
  const end = at + 4 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(at, true);
  const head = change(bytes.subarray(at + 4, end));
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, head.length, true);
  return join(bytes.subarray(0, at), length, head, bytes.subarray(end));
}

function goodFiles(format: Format): GoodFile[] {
  const names = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith(`.${format}`) && !name.endsWith('manifest.json'))
    .sort()
    .map((name) => ({ name, bytes: readFileSync(resolve(FIXTURES, name)) }));
}

/** The good files of the libraries in our compact form. */
async function compactFiles(): Promise<GoodFile[]> {
  const module = await compiledModule('core');
  const files = LIBRARY_FORMATS.flatMap((format) => goodFiles(format));
  return Promise.all(
    files.map(async ({ name, bytes }, index) => ({
      name: `${name} in compact form`,
      bytes: writeCompact(await readModel(module, bytes), { covers: index % 2 === 0 }),
    })),
  );
}
