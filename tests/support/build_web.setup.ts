import { buildWeb } from '#functions/cli/build.ts';

/** Builds the web application from its present sources; a started product serves it. */
export async function setup(): Promise<void> {
  await buildWeb();
}
