/** Fails a campaign, saying what did not hold. */
export function hold(condition: unknown, said: string): asserts condition {
  if (!condition) throw new Error(said);
}
