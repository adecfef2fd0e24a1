import type { Core } from '#core/load.ts';
import { loadServerCore } from '../core.ts';
import { logProblems } from '../log.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { dictionaryReader } from '../store/dictionaries.ts';
import { type Files, openFiles } from '../store/files.ts';
import type { JobServices } from './services.ts';

/** Where the table and the bucket are, by name; all else the SDK's own variables say. */
export interface StoreNames {
  readonly table: string;
  readonly bucket: string;
}

/** What a worker process works with. */
export async function openJobServices(places: StoreNames, log?: JobServices['log']): Promise<JobServices> {
  const [db, files] = [openDatabase({ name: places.table }), openFiles({ bucket: places.bucket })];
  return jobServices(await loadServerCore(), db, files, log);
}

/** What jobs are run with in this process. */
export function jobServices(
  core: Core,
  db: Database,
  files: Files,
  log: JobServices['log'] = logProblems,
): JobServices {
  const now = () => new Date();
  return { core, db, files, dictionary: dictionaryReader(db, now), now, log };
}
