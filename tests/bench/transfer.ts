import type { Browser } from 'playwright-core';
import type { DemoAccess } from '#functions/local/demo_access.ts';

/** Bytes received over the network, by kind of file, when a browser with an empty cache opens the sign-in screen. */
export async function transferredBytes(browser: Browser, { url }: DemoAccess): Promise<ReadonlyMap<string, number>> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const protocol = await context.newCDPSession(page);
  const kinds = new Map<string, string>();
  const bytes = new Map<string, number>();
  protocol.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  protocol.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'Other';
    bytes.set(kind, (bytes.get(kind) ?? 0) + encodedDataLength);
  });
  await protocol.send('Network.enable');
  await page.goto(url, { waitUntil: 'networkidle' });
  await context.close();
  return bytes;
}
