import type { Dictionary } from '#core/contract/dictionary.ts';
import type { DictionaryName } from '#core/dictionaries/index.ts';
import type { Database } from './database.ts';
import { PARTITIONS } from './layout.ts';
import { runUnscoped } from './tenant_concurrency.ts';

/** How long a process may answer from the dictionary that it has read, ms: they change with a release, not during the day. */
const FRESH_MS = 60_000;

/** Reads a dictionary by name. Throws if the table was not seeded. */
export type DictionaryReader = (name: DictionaryName) => Promise<Dictionary>;

/** A reader that remembers what it has read for a minute; who asks meanwhile waits for the same reading. Dictionaries belong to no company. */
export function dictionaryReader(db: Database, now: () => Date): DictionaryReader {
  const known = new Map<DictionaryName, { dictionary: Promise<Dictionary>; until: number }>();
  return (name) => {
    const last = known.get(name);
    if (last && last.until > now().getTime()) return last.dictionary;
    const dictionary = runUnscoped(() => readDictionary(db, name));
    known.set(name, { dictionary, until: now().getTime() + FRESH_MS });
    // A reading that failed is not remembered; whoever waits for it is told.
    dictionary.catch(() => {
      if (known.get(name)?.dictionary === dictionary) known.delete(name);
    });
    return dictionary;
  };
}

async function readDictionary(db: Database, name: DictionaryName): Promise<Dictionary> {
  const item = await db.get({ pk: PARTITIONS.dictionaries, sk: name });
  if (!item) throw new Error(`The dictionary ${name} is not in the table: seed the dictionaries`);
  return item.dictionary as Dictionary;
}

/** Writes the dictionaries that came with this release. Repeating it changes nothing. */
export async function seedDictionaries(
  db: Database,
  dictionaries: Readonly<Record<DictionaryName, Dictionary>>,
): Promise<void> {
  for (const [name, dictionary] of Object.entries(dictionaries)) {
    await db.put({ pk: PARTITIONS.dictionaries, sk: name, dictionary });
  }
}
