import { beforeAll, describe, expect, it } from 'vitest';
import { CoreMemory } from '#core/core_memory.ts';
import { setColumns, setTimeFormat } from '#core/measured/core_settings.ts';
import { readSeriesMapping } from '#core/measured/read_mapping.ts';
import { compileTimeFormat } from '#core/measured/time_format.ts';
import { loadServerCore } from '#functions/core.ts';
import { MAPPING, measureText, readings } from './measure_text.ts';

const ROW_BYTES = 48;
const MARGIN = 64;

const core = await loadServerCore();
const mapping = readSeriesMapping({
  ...MAPPING,
  decimal: ',',
  conditions: 'actual',
  t: { column: 't', unit: 'C' },
  p: { column: 'p', unit: 'kPa' },
});
const columns = new Map(['time', 'c', 'q', 't', 'p'].map((name, index) => [name, index] as const));
const format = compileTimeFormat('YYYY-MM-DD HH:mm:ss', 1);

/** Texts of numbers as sensors write them, and as nobody does. */
function numberText(random: () => number): string {
  const digits = (most: number) => {
    const count = 1 + Math.floor(random() * most);
    return Array.from({ length: count }, () => Math.floor(random() * 10)).join('');
  };
  const mark = random() < 0.3 ? ',' : '.';
  const kind = random();
  if (kind < 0.55) return `${digits(3)}${mark}${digits(4)}`;
  if (kind < 0.65) return digits(8);
  if (kind < 0.72) return `${digits(5)}${mark}${digits(12)}`;
  if (kind < 0.78) return `-${digits(2)}${mark}${digits(3)}`;
  if (kind < 0.82) return `${mark}${digits(4)}`;
  if (kind < 0.86) return `${digits(4)}${mark}`;
  if (kind < 0.9) return `${digits(3)}${mark}${digits(6)}e${random() < 0.5 ? '-' : '+'}${digits(1)}`;
  if (kind < 0.94) return `+${digits(9)}`;
  if (kind < 0.97) return '';
  return random() < 0.5 ? 'н/д' : 'NaN';
}

function expected(text: string): number {
  return /\d/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
}

describe('numbers of a file', () => {
  let memory: CoreMemory;

  beforeAll(async () => {
    memory = await CoreMemory.load(core, 'measured');
    setColumns(memory, mapping, ';', columns);
    if (format) setTimeFormat(memory, format, 0);
  });

  /** Readings of the rows of a text, as the core reads them; `garbage` fills the bytes behind it. */
  function scan(text: string, rows: number, garbage: number): Float64Array {
    const bytes = new TextEncoder().encode(text);
    const padded = new Uint8Array(bytes.length + MARGIN).fill(garbage);
    padded.set(bytes);
    const from = memory.place(padded);
    const target = memory.take(rows * ROW_BYTES);
    expect(memory.function('measured_scan')(from, from + bytes.length, target, rows)).toBe(rows);
    const read = new Float64Array(memory.buffer, target, (rows * ROW_BYTES) / 8);
    return Float64Array.from(
      { length: 4 * rows },
      (_, index) => read[6 * Math.floor(index / 4) + 1 + (index % 4)] ?? 0,
    );
  }

  it('are those that JavaScript reads, 200 000 of them, quick rows and slow ones alike', () => {
    let state = 20_250_131;
    const random = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    };
    const ROWS = 1000;
    for (let round = 0; round < 50; round++) {
      const texts = Array.from({ length: 4 * ROWS }, () => numberText(random));
      const lines = (between: string) =>
        Array.from({ length: ROWS }, (_, row) => {
          const second = `${String(Math.floor(row / 60)).padStart(2, '0')}:${String(row % 60).padStart(2, '0')}`;
          return `2025-01-31 10:${second};${between}${texts.slice(4 * row, 4 * row + 4).join(';')}\n`;
        }).join('');
      const values = texts.map(expected);
      // A space before the first number is left to the reader of fields.
      expect(scan(lines(''), ROWS, round % 256)).toEqual(Float64Array.from(values));
      expect(scan(lines(' '), ROWS, 0)).toEqual(Float64Array.from(values));
    }
  });

  it('of one shape share no value with those of another whose signs stand elsewhere', () => {
    const shapes = Array.from({ length: 4096 }, (_, index) => {
      const field = (bits: number) => `${'7'.repeat(1 + (bits & 3))}.${'3'.repeat(1 + (bits >> 2))}`;
      return [index & 7, (index >> 3) & 7, (index >> 6) & 7, (index >> 9) & 7].map(field);
    });
    const text = shapes.map((fields) => `2025-01-31 10:00:00;${fields.join(';')}\n`).join('');
    expect(scan(text, shapes.length, 0x3b)).toEqual(Float64Array.from(shapes.flat().map(Number)));
  });
});

describe('a file', () => {
  it('has the same bits wherever it is cut in two', async () => {
    const text = readings(12, 30, (index) => [index === 7 ? 'н/д' : (0.3 + index / 100).toFixed(2), 9000 + index]);
    const whole = await measureText(text, MAPPING, text.length);
    for (const form of [text, text.trimEnd(), text.replaceAll('\n', '\r\n')]) {
      for (let cut = 1; cut < form.length; cut += 1) expect(await measureText(form, MAPPING, cut)).toEqual(whole);
    }
  });

  it('is refused where a time differs from the others of its minute by a sign', async () => {
    const text = readings(12, 10, () => [0.5, 10_000]);
    await expect(measureText(text.replace('00:00:30', '00:00.30'))).rejects.toThrow(
      'Строка 5, столбец «time»: «2025-01-31 00:00.30» — не время',
    );
  });

  it('is read to its end where the last line has no newline and other bytes were there before', async () => {
    const text = readings(30_001, 1, () => [0.5, 10_000]).trimEnd();
    const { rows, total } = await measureText(text, MAPPING, 100_003);
    expect(rows).toBe(30_001);
    expect(total.hoursMeasured).toBeCloseTo(30_001 / 3600, 12);
  });
});
