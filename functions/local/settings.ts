import { resolve } from 'node:path';
import { StartError } from '../server/start_error.ts';
import { ROOT } from './build.ts';

/** What a user may choose about the local run. */
export interface Settings {
  readonly host: string;
  readonly port: number;
  /** Absolute path of the folder that holds everything the product keeps. */
  readonly dataDir: string;
}

/** Reads HOST, PORT and DATA_DIR; an empty variable is as good as none. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const port = environment.PORT || '3000';
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) {
    throw new StartError(`PORT — это число от 0 до 65535, а задано «${port}». Пример: PORT=8080 npm start`);
  }
  return {
    host: environment.HOST || '127.0.0.1',
    port: Number(port),
    dataDir: environment.DATA_DIR ? resolve(environment.DATA_DIR) : resolve(ROOT, '.local'),
  };
}
