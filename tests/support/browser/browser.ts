import sparticuz from '@sparticuz/chromium';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';

const ARGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Browsers to try, best first: the named one, the bundled one (Linux, x64), an installed one. */
async function* ways(): AsyncGenerator<LaunchOptions> {
  if (process.env.CHROMIUM) yield { executablePath: process.env.CHROMIUM, args: ARGS };
  if (process.platform === 'linux' && process.arch === 'x64') {
    yield { executablePath: await sparticuz.executablePath(), args: ARGS };
  }
  yield { channel: 'chrome', args: ARGS };
  yield { channel: 'chromium', args: ARGS };
  yield { executablePath: '/usr/bin/chromium', args: ARGS };
}

async function launch(): Promise<Browser | undefined> {
  const failures: unknown[] = [];
  try {
    for await (const options of ways()) {
      try {
        return await chromium.launch({ ...options, chromiumSandbox: false, headless: true });
      } catch (error) {
        failures.push(error);
      }
    }
  } catch (error) {
    failures.push(error);
  }
  if (process.env.CI) throw new AggregateError(failures, 'No browser starts, and with CI set browser tests must run');
  console.warn(`Browser tests are skipped: no browser starts. To enable them: ${ENABLE}`);
  return undefined;
}

const ENABLE =
  process.platform === 'linux'
    ? 'apt-get install -y --no-install-recommends libnss3 fonts-dejavu-core'
    : 'install Google Chrome, or set CHROMIUM to the path of a Chromium browser';

/**
 * The browser of this process, or undefined if none starts: `describe.skipIf(!browser)`. With CI=true that is an error. It serves
 * all test files and ends with the process.
 */
export const browser = await launch();

/** Closes the contexts that a test file opened. */
export async function leaveBrowser(): Promise<void> {
  await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
}
