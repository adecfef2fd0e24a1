import { buildLambda } from '#functions/cli/build.ts';

/** The template and its tests read the bundles of the functions as their sources are now. */
export async function setup(): Promise<void> {
  await buildLambda();
}
