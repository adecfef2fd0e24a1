import type { Page } from 'playwright-core';

/** Bytes a second of a line on which a file of some megabytes takes long enough to be stopped by hand. */
const SLOW = 256 * 1024;

/** Puts the page behind a slow line until `restore`. */
export async function slowLine(page: Page): Promise<{ restore(): Promise<void> }> {
  const session = await page.context().newCDPSession(page);
  const conditions = { offline: false, latency: 0, downloadThroughput: -1 };
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: SLOW });
  return {
    restore: async () => {
      await session.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: -1 });
      await session.detach();
    },
  };
}
