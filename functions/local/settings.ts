import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT_FOLDER } from '../places.ts';
import { readAddress } from '../server/serve_settings.ts';

/** Folder of the data unless DATA_DIR names another one. */
const DATA_FOLDER = fileURLToPath(new URL('.local', ROOT_FOLDER));

/** What a user may choose about the local run. */
export interface LocalSettings {
  readonly host: string;
  readonly port: number;
  /** Absolute path of the data folder. */
  readonly dataDir: string;
}

/** Reads HOST, PORT and DATA_DIR; an empty variable counts as missing. */
export function readLocalSettings(environment: Readonly<Record<string, string | undefined>>): LocalSettings {
  return {
    ...readAddress(environment),
    dataDir: environment.DATA_DIR ? resolve(environment.DATA_DIR) : DATA_FOLDER,
  };
}
