/** Names of the variables that the stack sets for its functions. */
export type FunctionVariable =
  | 'TABLE_NAME'
  | 'BUCKET_NAME'
  /** Secret with the ring of signing keys (`auth/key_ring.ts`). */
  | 'SIGNING_KEYS_SECRET'
  /** Secret with the key of keyed hashes (`auth/keyed_hash.ts`). */
  | 'HASH_KEY_SECRET'
  /**
   * Comma-separated secrets shared by the distribution and the API: the current and the previous
   * one.
   */
  | 'ORIGIN_SECRETS'
  | 'UPLOAD_QUEUE_URL'
  | 'EXPORT_QUEUE_URL';

/**
 * Values of the variables, by name. Throws if one is missing: a misconfigured function must not
 * start.
 */
export function readEnvironment<Name extends FunctionVariable>(
  ...names: readonly Name[]
): Readonly<Record<Name, string>> {
  const missing = names.filter((name) => !process.env[name]);
  if (missing.length > 0) throw new Error(`Not set: ${missing.join(', ')}`);
  return Object.fromEntries(names.map((name) => [name, process.env[name]])) as Record<Name, string>;
}
