import { readFileSync } from 'node:fs';
import ExcelJS from 'exceljs';
import Papa from 'papaparse';
import { regres_methane } from '#core/calculations/regres_methane.ts';
import { readTable } from '#core/tables/read_table.ts';

// `node read_once.ts READER FILE`: reads a table three times in a process of its own and prints the computing time of the quickest, and the
// peak of memory. Computing time, because other programs may want the machine meanwhile.

const READERS: Readonly<Record<string, (path: string) => Promise<number>>> = {
  ours: async (path) => {
    const read = await readTable(readFileSync(path), path, regres_methane, {});
    if (!read.ok) throw new Error(read.detail);
    return read.data.count;
  },
  papaparse: async (path) => {
    const { data } = Papa.parse<string[]>(readFileSync(path, 'utf8'), { skipEmptyLines: true });
    return data.length - 1;
  },
  exceljs: async (path) => {
    let rows = -1;
    const options = { sharedStrings: 'cache', styles: 'cache', hyperlinks: 'ignore', worksheets: 'emit' } as const;
    for await (const sheet of new ExcelJS.stream.xlsx.WorkbookReader(path, options)) {
      for await (const row of sheet) if (Array.isArray(row.values)) rows += 1;
    }
    return rows;
  },
};

const [reader = '', path = '', times = '3'] = process.argv.slice(2);
const read = READERS[reader];
if (!read) throw new Error(`There is no reader ${reader}`);
let quickest = Number.POSITIVE_INFINITY;
let rows = 0;
for (let left = Number(times); left > 0; left--) {
  const started = process.cpuUsage();
  rows = await read(path);
  const { user, system } = process.cpuUsage(started);
  quickest = Math.min(quickest, (user + system) / 1000);
}
console.log(
  JSON.stringify({ rows, ms: Math.round(quickest), megabytes: Math.round(process.resourceUsage().maxRSS / 1024) }),
);
