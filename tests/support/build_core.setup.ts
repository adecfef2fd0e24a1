import { buildCore } from '#functions/cli/build.ts';

/** Tests run against the core as its sources are now. */
export async function setup(): Promise<void> {
  await buildCore();
}
