import { buildCore } from '#functions/cli/build.ts';

/** Builds the core from its present sources for the tests. */
export async function setup(): Promise<void> {
  await buildCore();
}
