import type { Browser, CDPSession, Page } from 'playwright-core';
import { paths } from '#core/contract/paths.ts';
import type { TokenPair } from '#core/contract/user.ts';
import type { DemoAccess } from '#functions/local/demo_access.ts';
import { REFRESH_KEY, TOKEN_KEY } from '#web/api/session.ts';
import type { FormFactor, Vitals } from './lighthouse_score.ts';

/** One load of a page in a browser with an empty cache. */
export interface PageLoad extends Vitals {
  /** Over the wire, headers included. */
  readonly bytes: number;
  readonly requests: number;
  /** Time of the main thread in scripts, and in all tasks, ms. */
  readonly script: number;
  readonly tasks: number;
}

interface Conditions {
  readonly viewport: { readonly width: number; readonly height: number };
  readonly slowdown?: { readonly cpu: number; readonly latencyMs: number; readonly down: number; readonly up: number };
}

const KILOBIT = 1024 / 8;

/** Screens, throttling and slowdown of Lighthouse 12 (core/config/constants.js): «desktop» without throttling, «mobile» on slow 4G. */
export const CONDITIONS: Readonly<Record<FormFactor, Conditions>> = {
  desktop: { viewport: { width: 1350, height: 940 } },
  mobile: {
    viewport: { width: 412, height: 823 },
    slowdown: { cpu: 4, latencyMs: 150 * 3.75, down: 1.6 * 1024 * 0.9 * KILOBIT, up: 750 * 0.9 * KILOBIT },
  },
};

/** Longest wait for an idle page, and the idle time that counts. */
const REST_LIMIT_MS = 90_000;
const REST_MS = 1000;

/** State that the page has before its first script. */
interface Watched {
  readonly vitals: { fcp: number; lcp: number; cls: number };
  readonly longTasks: { readonly start: number; readonly duration: number }[];
}

/** Loads `path` once, signed in unless it is public, and waits until network and main thread have been idle for a second. */
export async function loadOnce(
  browser: Browser,
  access: DemoAccess,
  path: string,
  formFactor: FormFactor,
  isPublic: boolean,
): Promise<PageLoad> {
  const { viewport, slowdown } = CONDITIONS[formFactor];
  const context = await browser.newContext({ baseURL: access.url, locale: 'ru-RU', viewport });
  try {
    const page = await context.newPage();
    if (!isPublic) await giveSession(page, await newTokens(access));
    await page.addInitScript(watch);
    const protocol = await context.newCDPSession(page);
    const line = await countLine(protocol);
    await protocol.send('Performance.enable');
    if (slowdown) {
      const { latencyMs: latency, down, up, cpu } = slowdown;
      const conditions = { offline: false, latency, downloadThroughput: down, uploadThroughput: up };
      await protocol.send('Network.emulateNetworkConditions', conditions);
      await protocol.send('Emulation.setCPUThrottlingRate', { rate: cpu });
    }
    await page.goto(path, { timeout: REST_LIMIT_MS });
    await rest(page, line);
    const { vitals, longTasks } = await page.evaluate(() => (globalThis as unknown as { watched: Watched }).watched);
    const blocking = longTasks.map(({ start, duration }) =>
      Math.max(0, duration - 50 - Math.max(0, vitals.fcp - start)),
    );
    const { metrics } = await protocol.send('Performance.getMetrics');
    const ofThread = (name: string) => 1000 * (metrics.find((metric) => metric.name === name)?.value ?? Number.NaN);
    return {
      ...vitals,
      tbt: blocking.reduce((sum, ms) => sum + ms, 0),
      bytes: line.bytes,
      requests: line.requests,
      script: ofThread('ScriptDuration'),
      tasks: ofThread('TaskDuration'),
    };
  } finally {
    await context.close();
  }
}

/** A new session of the demonstration user. */
export async function newTokens({ url, email, password, guardant_code }: DemoAccess): Promise<TokenPair> {
  const response = await fetch(new URL(paths.token, url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password, guardant_code }),
  });
  if (!response.ok) throw new Error(`No sign-in: ${response.status}`);
  return (await response.json()) as TokenPair;
}

async function giveSession(page: Page, { access, refresh }: TokenPair): Promise<void> {
  await page.addInitScript(
    (pairs) => {
      for (const [key, value] of pairs) localStorage.setItem(key, value);
    },
    [
      [TOKEN_KEY, access],
      [REFRESH_KEY, refresh],
    ] as [string, string][],
  );
}

/** Runs in the page: the entries as web-vitals counts them, shifts in windows of a second's pause and five seconds' length. */
function watch(): void {
  const vitals = { fcp: 0, lcp: 0, cls: 0 };
  const longTasks: { start: number; duration: number }[] = [];
  Object.assign(globalThis, { watched: { vitals, longTasks } });
  const on = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  on('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') vitals.fcp = startTime;
  });
  on('largest-contentful-paint', ({ startTime }) => {
    vitals.lcp = startTime;
  });
  on('longtask', ({ startTime: start, duration }) => longTasks.push({ start, duration }));
  const window = { sum: 0, first: 0, last: 0 };
  on('layout-shift', (entry) => {
    const { startTime, value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (hadRecentInput) return;
    const goesOn = window.sum > 0 && startTime - window.last < 1000 && startTime - window.first < 5000;
    if (!goesOn) Object.assign(window, { sum: 0, first: startTime });
    window.sum += value;
    window.last = startTime;
    vitals.cls = Math.max(vitals.cls, window.sum);
  });
}

interface Line {
  bytes: number;
  requests: number;
  open: number;
  /** Time of the last request or response. */
  at: number;
}

async function countLine(protocol: CDPSession): Promise<Line> {
  const line: Line = { bytes: 0, requests: 0, open: 0, at: performance.now() };
  const ended = (bytes: number) => {
    line.bytes += bytes;
    line.open -= 1;
    line.at = performance.now();
  };
  protocol.on('Network.requestWillBeSent', () => {
    line.requests += 1;
    line.open += 1;
    line.at = performance.now();
  });
  protocol.on('Network.loadingFinished', ({ encodedDataLength }) => ended(encodedDataLength));
  protocol.on('Network.loadingFailed', () => ended(0));
  await protocol.send('Network.enable');
  return line;
}

async function rest(page: Page, line: Line): Promise<void> {
  const deadline = performance.now() + REST_LIMIT_MS;
  for (;;) {
    const sinceTask = await page.evaluate(() => {
      const { longTasks } = (globalThis as unknown as { watched: Watched }).watched;
      const last = longTasks.at(-1);
      return performance.now() - (last ? last.start + last.duration : 0);
    });
    if (line.open <= 0 && performance.now() - line.at > REST_MS && sinceTask > REST_MS) return;
    if (performance.now() > deadline) throw new Error(`The page did not come to rest: ${page.url()}`);
    await page.waitForTimeout(100);
  }
}
