import type { Page } from 'playwright-core';

/** Bandwidth, bytes a second, at which a user can cancel an upload of some megabytes. */
const SLOW = 256 * 1024;

/** Throttles the network of the page until `restore`. */
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
