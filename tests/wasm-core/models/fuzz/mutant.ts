import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#functions/local/build.ts';
import { BYTE_MUTATIONS } from './bytes.ts';
import { Chance } from './chance.ts';
import { DOCUMENT_MUTATIONS } from './document.ts';
import { TEXT_MUTATIONS } from './text.ts';
import { type Json, toUbjson } from './ubjson.ts';

/** The formats of model files, by the ends of their names. */
export const FORMATS = ['json', 'ubj', 'txt'] as const;
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

const FIXTURES = join(ROOT, 'tests/fixtures/models');

const GOOD = Object.fromEntries(FORMATS.map((format) => [format, goodFiles(format)])) as Record<Format, GoodFile[]>;

/** The mutant number `number` of a format: the same in every run with the same seed. */
export function mutant(format: Format, seed: number, number: number): Mutant {
  const chance = new Chance(`${seed} ${format} ${number}`);
  const good = chance.of(GOOD[format]);
  const whole = format !== 'txt' && chance.happens(0.4) ? changeDocument(format, chance) : undefined;
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
    return [name, Buffer.from(mutate(Buffer.from(bytes).toString('latin1'), chance), 'latin1')];
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

function goodFiles(format: Format): GoodFile[] {
  const names = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith(`.${format}`) && !name.endsWith('manifest.json'))
    .sort()
    .map((name) => ({ name, bytes: readFileSync(join(FIXTURES, name)) }));
}
