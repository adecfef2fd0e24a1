/** One operation of a client on one object, as the client saw it. Instants are positions in one order of all starts and ends. */
export interface Operation {
  readonly client: number;
  readonly object: string;
  readonly kind: 'write' | 'read';
  readonly start: number;
  readonly end: number;
  /** A write that is `unknown` may have been carried out; one that `failed` must not have been. */
  readonly outcome: 'done' | 'failed' | 'unknown';
  /** The version read or written. */
  readonly version: number;
  /** The unique value written, or the value read. */
  readonly value: string;
  /** Of a write: its base version. */
  readonly base: number;
}

/** The values that an object has had, by version from 1. */
export type Chain = readonly { readonly version: number; readonly value: string }[];

/**
 * Anomalies of a history of writes with unique values, each computed from a version read before; empty: none. The versions of an
 * object are its list of appends: lost updates, G0, G1 and G-single show as gaps, strangers or repeats in it.
 */
export function anomaliesOf(history: readonly Operation[], chains: ReadonlyMap<string, Chain>): string[] {
  const found: string[] = [];
  for (const [object, chain] of chains) {
    const own = history.filter((operation) => operation.object === object);
    const say = (anomaly: string, value: string | number) => found.push(`${anomaly}: ${value} of ${object}`);
    const places = new Map<string, number[]>();
    chain.forEach(({ version, value }, place) => {
      if (version !== place + 1) say('the versions are not 1, 2, 3 …', version);
      places.set(value, [...(places.get(value) ?? []), version]);
    });
    for (const [value, versions] of places) if (versions.length > 1) say('a value stands twice', value);
    const writes = own.filter(({ kind }) => kind === 'write');
    const known = new Set(writes.filter(({ outcome }) => outcome !== 'failed').map(({ value }) => value));
    for (const { value } of chain.slice(1))
      if (!known.has(value)) say('a value that nobody has written, or was refused', value);
    const bases = new Map<number, string>();
    for (const { value, version, base } of writes.filter(({ outcome }) => outcome === 'done')) {
      if (!places.get(value)?.includes(version)) say('an acknowledged write is lost', value);
      if (version !== base + 1) say('a write is not based on the version before it', value);
      if (bases.has(base)) say('two writes are based on one version', `${bases.get(base)}, ${value}`);
      bases.set(base, value);
    }
    const reads = own.filter(({ kind, outcome }) => kind === 'read' && outcome === 'done');
    for (const { version, value } of reads) {
      if (chain[version - 1]?.value !== value) say('what was read never stood', value);
    }
    for (const stale of staleReads(own, reads)) say('a read is older than what was acknowledged before it', stale);
  }
  return found;
}

/** Versions read although a newer one had been read or acknowledged before the read began. */
function staleReads(own: readonly Operation[], reads: readonly Operation[]): number[] {
  const seen = own.filter(({ outcome }) => outcome === 'done').sort((one, other) => one.end - other.end);
  const stale: number[] = [];
  let newest = 0;
  let place = 0;
  for (const read of [...reads].sort((one, other) => one.start - other.start)) {
    for (let next = seen[place]; next && next.end < read.start; next = seen[++place]) {
      newest = Math.max(newest, next.version);
    }
    if (read.version < newest) stale.push(read.version);
  }
  return stale;
}
