import { closeSync, existsSync, mkdirSync, openSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { DOTTED } from '../../wasm-core/measured/measure_text.ts';

/** First second of the file: 2025-01-01 00:00. */
const START = Date.UTC(2025, 0, 1);

/** Rows that are written at a time. */
const BLOCK = 20_000;

/** Writes a file `time;c;v;t;p` of `rows` seconds, 43 bytes a row, unless it is there. */
export function writeReadings(path: string, rows: number): void {
  if (existsSync(path) && statSync(path).size > 40 * rows) return;
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, 'w');
  writeSync(file, 'time;c;v;t;p\n');
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32;
  };
  for (let from = 0; from < rows; from += BLOCK) {
    let text = '';
    for (let row = from; row < Math.min(from + BLOCK, rows); row++) {
      const time = new Date(START + row * 1000).toISOString();
      const [c, v] = [(0.3 + 0.2 * random()).toFixed(3), (3 + random()).toFixed(2)];
      text += `${time.slice(0, 10)} ${time.slice(11, 19)};${c};${v};${(20 + 5 * random()).toFixed(1)};${(101 + random()).toFixed(2)}\n`;
    }
    writeSync(file, text);
  }
  closeSync(file);
}

/** The mapping of such a file. */
export const READINGS_MAPPING = {
  ...DOTTED,
  v: { column: 'v', unit: 'm/s' },
  t: { column: 't', unit: 'C' },
  p: { column: 'p', unit: 'kPa' },
  area_m2: 20,
  conditions: 'actual',
};
