import type { Core } from '#core/load.ts';
import { HEAD_BYTES } from '#core/measured/file_head.ts';
import { measuredSeries } from '#core/measured/measured_series.ts';
import { readSeriesMapping } from '#core/measured/read_mapping.ts';
import { SeriesReader } from '#core/measured/series_reader.ts';

const ROWS = 200_000;
const START = Date.UTC(2025, 0, 31);

const MAPPING = {
  ...{ delimiter: ';', decimal: '.', area_m2: 20, conditions: 'actual', rule: 'trapezoid' },
  time: { column: 'time', format: 'YYYY-MM-DD HH:mm:ss', zone: '+07:00' },
  c: { column: 'c', unit: '%' },
  v: { column: 'v', unit: 'm/s' },
  t: { column: 't', unit: 'C' },
  p: { column: 'p', unit: 'hPa' },
  cleaning: { stuck: 5, calibration: true },
  uncertainty: { c_abs: 0.1, velocity_percent: 3, area_percent: 2 },
};

/** Two days of seconds with gaps, words and pulses, in pieces that end anywhere. */
function* pieces(): Generator<Uint8Array> {
  let state = 7;
  const random = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32;
  };
  let text = 'time;c;v;t;p\n';
  for (let row = 0; row < ROWS; row++) {
    if (random() < 0.01) continue;
    const time = new Date(START + row * 1000).toISOString();
    const c = random() < 0.001 ? 'н/д' : (row % 5000 < 300 ? 1.5 : 0.3 + 0.2 * random()).toFixed(3);
    const [v, t, p] = [(3 + random()).toFixed(2), (20 + 5 * random()).toFixed(1), (1010 + random()).toFixed(2)];
    text += `${time.slice(0, 10)} ${time.slice(11, 19)};${c};${v};${t};${p}\n`;
  }
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; ) {
    const size = 1 + Math.floor(random() * 300_000);
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

/** All that is known of the golden series, as JSON: every digit of every number. */
export async function goldenSeries(module: WebAssembly.Module): Promise<string> {
  const core = { load: async () => ({ sha256: '', module }) } as unknown as Core;
  const mapping = readSeriesMapping(MAPPING);
  const bytes = new Uint8Array(await new Blob([...pieces()] as BlobPart[]).arrayBuffer());
  const reader = await SeriesReader.open(core, mapping, bytes.subarray(0, HEAD_BYTES));
  for (const piece of pieces()) reader.push(piece);
  reader.end();
  return JSON.stringify(measuredSeries(reader, mapping));
}
