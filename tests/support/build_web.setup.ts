import { buildWeb } from '#functions/cli/build.ts';

/** A product that is started serves the application as its sources are now. */
export async function setup(): Promise<void> {
  await buildWeb();
}
