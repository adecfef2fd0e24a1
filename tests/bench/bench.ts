import { readFileSync, writeFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, platform, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { buildWeb, ROOT, WEB_BUILD } from '#functions/cli/build.ts';
import { browser } from '../support/browser/browser.ts';
import { type RunningProduct, runProduct, temporaryDataDir } from '../support/browser/product.ts';
import { firstLoad, gzipTotal } from './first_load.ts';
import { lambdaStart } from './lambda_start.ts';
import { pageTables } from './pages.ts';
import { previewTimes } from './previews.ts';
import { startTimes } from './start_time.ts';
import { tableRows } from './tables.ts';
import { transferredBytes } from './transfer.ts';

// `npm run bench`: measures waiting times of users and writes them into docs/benchmarks.md, between the markers. `npm run bench -- pages`
// (or `product`) measures one part alone.

const PAGE = join(ROOT, 'docs/benchmarks.md');

type Row = readonly [what: string, value: string];

const PARTS: Readonly<Record<string, () => Promise<string>>> = {
  product: async () => {
    const rows = [...loadRows(), ...(await transferRows()), ...(await startRows()), ...(await tableRows())];
    return `| What | Measured |\n|---|---:|\n${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}`;
  },
  pages: () => withProduct((started, { access }) => pageTables(started, access), 'No browser starts here.'),
};

await buildWeb();
const [only] = process.argv.slice(2);
if (only !== undefined && !Object.hasOwn(PARTS, only)) {
  throw new Error(`There are the parts: ${Object.keys(PARTS).join(', ')}`);
}
try {
  for (const [part, measure] of Object.entries(PARTS))
    if (only === undefined || only === part) write(part, await measure());
} finally {
  await browser?.close();
}

function write(part: string, measured: string): void {
  const marked = new RegExp(`(<!-- ${part}:begin -->\n).*(<!-- ${part}:end -->)`, 's');
  const text = `${environment()}\n\n${measured}\n`;
  const page = readFileSync(PAGE, 'utf8');
  if (!marked.test(page)) throw new Error(`${PAGE} has lost its markers of ${part}`);
  writeFileSync(
    PAGE,
    page.replace(marked, (_, begin: string, end: string) => `${begin}${text}${end}`),
  );
  console.log(text);
}

/** Measures over the product with a browser, both fresh; `otherwise` where no browser starts. */
async function withProduct<T>(
  measure: (browser: Browser, product: RunningProduct, folder: string) => Promise<T>,
  otherwise: T,
): Promise<T> {
  if (!browser) return otherwise;
  const dataDir = temporaryDataDir();
  const product = await runProduct(dataDir.path);
  try {
    return await measure(browser, product, dataDir.path);
  } finally {
    await product.stop();
    dataDir.remove();
  }
}

function loadRows(): Row[] {
  const files = firstLoad(WEB_BUILD);
  const ofKind = (extension: string) => gzipTotal(files.filter(({ path }) => path.endsWith(extension)));
  return [
    ['First load, gzip: scripts', kilobytes(ofKind('.js'))],
    ['First load, gzip: styles', kilobytes(ofKind('.css'))],
    ['First load, gzip: WebAssembly core', kilobytes(ofKind('.wasm'))],
    ['**First load, gzip: all that index.html names, and the core**', `**${kilobytes(gzipTotal(files))}**`],
  ];
}

function transferRows(): Promise<Row[]> {
  return withProduct<Row[]>(
    async (started, { access }, folder) => {
      const bytes = await transferredBytes(started, access);
      const total = [...bytes.values()].reduce((sum, value) => sum + value, 0);
      const previews = await previewTimes(started, access, folder);
      return [
        ['First screen in a browser, transferred with headers', kilobytes(total)],
        ['— of it fonts', kilobytes(bytes.get('Font') ?? 0)],
        ...Object.entries(previews).map(
          ([format, { ms, longestTask }]): Row => [
            `100,000 rows of ${format} in a browser: from choosing the file to its results (quickest of 3)`,
            `${seconds(ms)}, longest task of the page ${Math.round(longestTask)} ms`,
          ],
        ),
      ];
    },
    [['First screen in a browser', 'no browser starts here']],
  );
}

async function startRows(): Promise<Row[]> {
  const { cold, warm } = await startTimes();
  const { api, bare } = await lambdaStart();
  return [
    [
      'Start of the API on Lambda, processor time with Node’s own (against a bundle of one route; medians of 7)',
      `${Math.round(api)} ms (${(api / bare).toFixed(1)} times)`,
    ],
    ['`npm start` to the first answer, nothing built, no data', seconds(cold)],
    ['`npm start` to the first answer, built, with data (median of 5)', seconds(warm)],
  ];
}

function environment(): string {
  const memory = Math.round(totalmem() / 2 ** 30);
  const processor = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'})`;
  const day = new Date().toISOString().slice(0, 10);
  return `${day}, ${platform()} ${arch()}, ${processor}, ${memory} GB, Node ${process.versions.node}.`;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
