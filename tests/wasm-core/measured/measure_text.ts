import { HEAD_BYTES } from '#core/measured/file_head.ts';
import { type MeasuredSeries, measuredSeries } from '#core/measured/measured_series.ts';
import { readSeriesMapping } from '#core/measured/read_mapping.ts';
import { SeriesReader } from '#core/measured/series_reader.ts';
import { loadServerCore } from '#functions/core.ts';

const core = await loadServerCore();

/** Semicolons, decimal points, ISO times and the concentration. */
export const DOTTED = {
  delimiter: ';',
  decimal: '.',
  time: { column: 'time', format: 'YYYY-MM-DD HH:mm:ss', zone: '+07:00' },
  c: { column: 'c', unit: '%' },
};

/** A mapping of `time;c;q` files at 20 °C, which cases change. */
export const MAPPING = {
  ...DOTTED,
  q: { column: 'q', unit: 'm3/min' },
  conditions: '20C',
  density_kg_m3: 0.668,
};

/** Folds a file in pieces of `size` bytes. */
export async function measureBytes(
  bytes: Uint8Array,
  mapping: unknown = MAPPING,
  size = 4096,
): Promise<MeasuredSeries> {
  const read = readSeriesMapping(mapping);
  const reader = await SeriesReader.open(core, read, bytes.subarray(0, HEAD_BYTES));
  for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
  reader.end();
  return measuredSeries(reader, read);
}

/** Folds a file of UTF-8 text. */
export function measureText(text: string, mapping: unknown = MAPPING, size = 4096): Promise<MeasuredSeries> {
  return measureBytes(new TextEncoder().encode(text), mapping, size);
}

const START = Date.UTC(2025, 0, 31);

/** Time of a row as the files write it: `seconds` after the midnight of 31 January 2025. */
export function clock(seconds: number): string {
  return new Date(START + seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
}

/** A file `time;c;q` with a row each `step` seconds; a row that is undefined is left out. */
export function readings(
  count: number,
  step: number,
  row: (index: number, seconds: number) => readonly [c: number | string, q: number | string] | undefined,
): string {
  const lines = ['time;c;q'];
  for (let index = 0; index < count; index++) {
    const values = row(index, index * step);
    if (values) lines.push(`${clock(index * step)};${values.join(';')}`);
  }
  return `${lines.join('\n')}\n`;
}
