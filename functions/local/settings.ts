import { resolve } from 'node:path';
import { ROOT } from '../cli/build.ts';
import { readAddress } from '../server/serve_settings.ts';

/** What a user may choose about the local run. */
export interface Settings {
  readonly host: string;
  readonly port: number;
  /** Absolute path of the folder that holds everything the product keeps. */
  readonly dataDir: string;
}

/** Reads HOST, PORT and DATA_DIR; an empty variable is as good as none. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  return {
    ...readAddress(environment),
    dataDir: environment.DATA_DIR ? resolve(environment.DATA_DIR) : resolve(ROOT, '.local'),
  };
}
