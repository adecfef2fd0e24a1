import type { CalculationDefinition } from '#core/calculations/definition.ts';
import { type ReadTable, readTable } from '#core/tables/read_table.ts';

/** How often a file is read at most, and the time that is low enough not to read it again, s. */
interface Repeats {
  readonly times?: number;
  readonly enough?: number;
}

/**
 * A file that was read, and the computing time of that, s: the least of a few readings, as other programs want the machine, too. A
 * reading within `enough` is the last.
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
