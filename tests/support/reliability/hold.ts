/** Fails a reliability test and reports the violated condition. */
export function hold(condition: unknown, said: string): asserts condition {
  if (!condition) throw new Error(said);
}
