import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import ExcelJS from 'exceljs';

const HEADERS = ['Дата', 'x1', 'x2', 'x7', 'x8', 'x12', 'x13', 'x15'];
const READ_ONCE = fileURLToPath(new URL('./read_once.ts', import.meta.url));

interface Reading {
  readonly rows: number;
  readonly ms: number;
  readonly megabytes: number;
}

/** Reads tables of days as files, beside the libraries that are known for it, in the same run: what was measured, as rows of a table. */
export async function tableRows(): Promise<(readonly [what: string, value: string])[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tables-'));
  try {
    const csv = await makeCsv(join(folder, 'days.csv'), 100_000);
    const large = await makeCsv(join(folder, 'large.csv'), 1_000_000);
    const xlsx = await makeXlsx(join(folder, 'days.xlsx'), 100_000);
    const [ours, papaparse] = [read('ours', csv), read('papaparse', csv)];
    const [oursXlsx, exceljs] = [read('ours', xlsx), read('exceljs', xlsx)];
    const million = read('ours', large, 1);
    return [
      ['100,000 rows of csv, 8 columns: read, checked, typed', shown(ours)],
      ['— papaparse, whole file to texts, nothing checked', shown(papaparse, ours)],
      ['100,000 rows of xlsx, 8 columns: read, checked, typed', shown(oursXlsx)],
      ['— exceljs, streaming reader, nothing checked', shown(exceljs, oursXlsx)],
      ['1,000,000 rows of csv, 60 MB', shown(million)],
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function read(reader: string, path: string, times = 3): Reading {
  return JSON.parse(execFileSync(process.execPath, [READ_ONCE, reader, path, String(times)], { encoding: 'utf8' }));
}

function shown({ ms, megabytes }: Reading, ours?: Reading): string {
  const ratio = ours ? ` (${(ms / ours.ms).toFixed(1)} × ours)` : '';
  return `${(ms / 1000).toFixed(2)} s, peak ${megabytes} MiB${ratio}`;
}

/** A day of the longwall by its number: every column changes from row to row. */
function day(row: number): readonly number[] {
  const wave = (low: number, high: number, step: number) => low + ((row * step) % 1) * (high - low);
  return [
    Number(wave(1000, 1500, 0.137).toFixed(1)),
    Number(wave(1000, 1500, 0.271).toFixed(2)),
    Number(wave(30, 45, 0.613).toFixed(2)),
    Number(wave(5, 15, 0.419).toFixed(3)),
    Number(wave(0.1, 1, 0.733).toFixed(4)),
    Number(wave(1500, 2200, 0.877).toFixed(1)),
    Number(wave(2, 6, 0.331).toFixed(4)),
  ];
}

const dateOf = (row: number): Date => new Date(Date.UTC(1950, 0, 1 + (row % 90_000)));

async function makeCsv(path: string, rows: number): Promise<string> {
  const out = createWriteStream(path);
  out.write(`\ufeff${HEADERS.join(';')}\r\n`);
  for (let row = 0; row < rows; row++) {
    const date = dateOf(row).toISOString().slice(0, 10).split('-').reverse().join('.');
    const line = [date, ...day(row).map((value) => String(value).replace('.', ','))].join(';');
    if (!out.write(`${line}\r\n`)) await once(out, 'drain');
  }
  out.end();
  await finished(out);
  return path;
}

async function makeXlsx(path: string, rows: number): Promise<string> {
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ filename: path, useStyles: true });
  const sheet = workbook.addWorksheet('Данные');
  sheet.columns = HEADERS.map((header, place) => ({ header, style: place === 0 ? { numFmt: 'dd.mm.yyyy' } : {} }));
  for (let row = 0; row < rows; row++) sheet.addRow([dateOf(row), ...day(row)]).commit();
  await workbook.commit();
  return path;
}
