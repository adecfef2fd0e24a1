import { readFileSync, writeFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, platform, totalmem } from 'node:os';
import { join } from 'node:path';
import { buildWeb, ROOT, WEB_BUILD } from '#functions/local/build.ts';
import { browser } from '../e2e/browser.ts';
import { runProduct, temporaryDataDir } from '../e2e/product.ts';
import { firstLoad, gzipTotal } from './first_load.ts';
import { previewTimes } from './previews.ts';
import { startTimes } from './start_time.ts';
import { tableRows } from './tables.ts';
import { transferredBytes } from './transfer.ts';

// `npm run bench`: measures what a person waits for and writes it into docs/benchmarks.md, between the markers.

const PAGE = join(ROOT, 'docs/benchmarks.md');
const MARKED = /(<!-- bench:begin -->\n).*(<!-- bench:end -->)/s;

type Row = readonly [what: string, value: string];

await buildWeb();
const rows: Row[] = [...loadRows(), ...(await transferRows()), ...(await startRows()), ...(await tableRows())];
const text = `${environment()}\n\n| What | Measured |\n|---|---:|\n${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}\n`;
const page = readFileSync(PAGE, 'utf8');
if (!MARKED.test(page)) throw new Error(`${PAGE} has lost its markers`);
writeFileSync(
  PAGE,
  page.replace(MARKED, (_, begin: string, end: string) => `${begin}${text}${end}`),
);
console.log(text);

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

async function transferRows(): Promise<Row[]> {
  if (!browser) return [['First screen in a browser', 'no browser starts here']];
  const dataDir = temporaryDataDir();
  const product = await runProduct(dataDir.path);
  try {
    const bytes = await transferredBytes(browser, product.access);
    const total = [...bytes.values()].reduce((sum, value) => sum + value, 0);
    const fonts = bytes.get('Font') ?? 0;
    const previews = await previewTimes(browser, product.access, dataDir.path);
    return [
      ['First screen in a browser, transferred with headers', kilobytes(total)],
      ['— of it fonts', kilobytes(fonts)],
      ...Object.entries(previews).map(
        ([format, { ms, longestTask }]): Row => [
          `100,000 rows of ${format} in a browser: from choosing the file to its results (quickest of 3)`,
          `${seconds(ms)}, longest task of the page ${Math.round(longestTask)} ms`,
        ],
      ),
    ];
  } finally {
    await browser.close();
    await product.stop();
    dataDir.remove();
  }
}

async function startRows(): Promise<Row[]> {
  const { cold, warm } = await startTimes();
  return [
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
