import type { Core } from '#core/load.ts';
import { loadServerCore } from '../core.ts';
import { logProblems } from '../log.ts';
import { openDynamo } from '../store/aws/dynamo_database.ts';
import { openS3 } from '../store/aws/s3_files.ts';
import type { Database } from '../store/database.ts';
import { dictionaryReader } from '../store/dictionaries.ts';
import type { Files } from '../store/files.ts';
import type { JobServices } from './services.ts';

/** Where the table and the bucket are, by name; all else the SDK's own variables say. */
export interface StoreNames {
  readonly table: string;
  readonly bucket: string;
}

/** What a worker process works with. */
export async function openJobServices(places: StoreNames, log?: JobServices['log']): Promise<JobServices> {
  const [db, files] = [openDynamo({ name: places.table }), openS3({ bucket: places.bucket })];
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
