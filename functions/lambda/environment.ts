/** Variables that the stack sets for its functions: the one list of their names. */
type Variable =
  | 'TABLE_NAME'
  | 'BUCKET_NAME'
  /** Secret with the ring of signing keys (`auth/key_ring.ts`). */
  | 'SIGNING_KEYS_SECRET'
  /** Secret with the key of keyed hashes (`auth/keyed_hash.ts`). */
  | 'HASH_KEY_SECRET'
  /** Secrets that only the distribution and the API know, with commas between: the one that is shown, and the one before it. */
  | 'ORIGIN_SECRETS'
  | 'UPLOAD_QUEUE_URL'
  | 'EXPORT_QUEUE_URL';

/** Values of the variables, by name. Throws what is missing: a function that was set up wrongly must not start. */
export function readEnvironment<Name extends Variable>(...names: readonly Name[]): Readonly<Record<Name, string>> {
  const missing = names.filter((name) => !process.env[name]);
  if (missing.length > 0) throw new Error(`Not set: ${missing.join(', ')}`);
  return Object.fromEntries(names.map((name) => [name, process.env[name]])) as Record<Name, string>;
}
