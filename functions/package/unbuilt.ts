import { fileURLToPath } from 'node:url';
import { ROOT_FOLDER } from '../places.ts';

/* Stands for `functions/cli/build.ts` in a release, which has its builds and nothing to build them from. */

/** Folder of the built web application. */
export const WEB_BUILD = fileURLToPath(new URL('web/', ROOT_FOLDER));

export const isBuilt = () => true;

export const buildWeb = async () => undefined;

export const buildCore = buildWeb;
