import { quoted } from '../contract/russian.ts';
import type { FileHead } from './file_head.ts';
import { MeasureRefused, type SeriesMapping } from './mapping.ts';
import { type CompiledTimeFormat, compileTimeFormat, TIME_FORMATS, timeFormatOf } from './time_format.ts';
import { zoneOffset } from './zone.ts';

type ClockColumns = Extract<SeriesMapping['time'], { readonly columns: unknown }>;

/** The format of a file's times and the offset of its zone, ms. Where the mapping states no format, the first row shows it. */
export function seriesTime(
  time: ClockColumns,
  head: FileHead,
): { readonly format: CompiledTimeFormat; readonly zoneMs: number } {
  const texts = time.columns.map((name) => head.firstRow[head.columns.get(name) ?? 0]?.trim() ?? '');
  const shown = texts.length === 1 ? timeFormatOf(texts[0] ?? '') : undefined;
  const format = compileTimeFormat(time.format ?? shown ?? '', time.columns.length);
  if (!format) {
    throw new MeasureRefused(
      `time.format: по времени первой строки ${quoted(texts.join(' '))} формат неизвестен. Укажите его: ${TIME_FORMATS}.`,
    );
  }
  const isClock = format.count === undefined;
  const zoneMs =
    time.zone === undefined ? (isClock ? statedOffset(texts.join(' ')) : 0) : zoneOffset(time.zone, Date.now());
  return { format, zoneMs: zoneMs ?? 0 };
}

/** The offset that the first time itself states: months are then those of its clock. */
function statedOffset(text: string): number | undefined {
  const [, offset] = /\d\s*([+-]\d\d:?\d\d)$/.exec(text) ?? [];
  return offset === undefined ? 0 : zoneOffset(offset, 0);
}
