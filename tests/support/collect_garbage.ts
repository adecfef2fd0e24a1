import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** Collects garbage, so that a test does not measure the memory of earlier tests. */
export const collectGarbage: () => void = runInNewContext('gc');
