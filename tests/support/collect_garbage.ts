import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** Frees what nothing refers to, so that a test measures its own memory and not what tests before it left. */
export const collectGarbage: () => void = runInNewContext('gc');
