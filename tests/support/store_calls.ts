/** A call of a store's port. */
export interface StoreCall {
  readonly name: string;
  readonly args: readonly unknown[];
}

/** A replacement of a call; `carryOut` executes the call. */
export type AroundCall = (call: StoreCall, carryOut: () => Promise<unknown>) => Promise<unknown>;

/** A store whose calls a test can delay, refuse or lose the answer of. */
export type Disturbable<T> = T & {
  /** Wraps every call in `around`; returns the function that removes it. */
  disturb(around: AroundCall): () => void;
};

/** The same store with injectable faults. Calls of a port return promises, except `scan`, which is not wrapped. */
export function disturbable<T extends object>(store: T): Disturbable<T> {
  const layers: AroundCall[] = [];
  const disturb = (around: AroundCall) => {
    layers.push(around);
    return () => void layers.splice(layers.indexOf(around), 1);
  };
  return new Proxy(store, {
    get: (target, name) => {
      if (name === 'disturb') return disturb;
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function' || name === 'scan' || name === 'close') return member;
      return (...args: unknown[]) => {
        const call = { name: String(name), args };
        return layers.reduceRight<() => Promise<unknown>>(
          (carryOut, around) => () => around(call, carryOut),
          async () => Reflect.apply(member, target, args),
        )();
      };
    },
  }) as Disturbable<T>;
}

/** The store with every call wrapped in `around`. */
export function disturbed<T extends object>(store: T, around: AroundCall): T {
  const copy = disturbable(store);
  copy.disturb(around);
  return copy;
}
