import type { Core } from '#core/load.ts';
import { logProblems } from '../log.ts';
import type { Database } from '../store/database.ts';
import { dictionaryReader } from '../store/dictionaries.ts';
import type { Files } from '../store/files.ts';
import type { JobServices } from './services.ts';

/** Dependencies of jobs in this process. */
export function jobServices(
  core: Core,
  { db, files }: { readonly db: Database; readonly files: Files },
  log: JobServices['log'] = logProblems,
  limits: Pick<JobServices, 'companyBytes'> = {},
): JobServices {
  const now = () => new Date();
  return { core, db, files, dictionary: dictionaryReader(db, now), now, log, ...limits };
}
