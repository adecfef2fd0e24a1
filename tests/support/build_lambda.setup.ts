import { buildLambda } from '#functions/cli/build.ts';

/** Builds the bundles of the functions from their present sources, for the template and its tests. */
export async function setup(): Promise<void> {
  await buildLambda();
}
