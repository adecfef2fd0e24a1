import type { CalculationDefinition } from '#core/calculations/definition.ts';
import { type ReadTable, readTable } from '#core/tables/read_table.ts';

/** Most readings of a file, and the time below which the file is not read again, s. */
interface Repeats {
  readonly times?: number;
  readonly enough?: number;
}

/**
 * The contents of a file and the computing time of its reading, s: the least of a few, because other programs share the machine. A
 * reading within `enough` ends the series.
 */
export async function timedReading(
  bytes: Uint8Array,
  fileName: string,
  definition: CalculationDefinition,
  { times = 2, enough = Number.POSITIVE_INFINITY }: Repeats = {},
): Promise<{ readonly read: ReadTable; readonly seconds: number }> {
  let read: ReadTable | undefined;
  let seconds = Number.POSITIVE_INFINITY;
  for (let left = times; left > 0 && (!read || seconds > enough); left--) {
    const started = process.cpuUsage();
    read = await readTable(bytes, fileName, definition, {});
    const { user, system } = process.cpuUsage(started);
    seconds = Math.min(seconds, (user + system) / 1e6);
  }
  if (!read) throw new RangeError('A file is read once at least');
  return { read, seconds };
}
