/** The disk of the store is full or read-only. Nothing of the refused write is stored. */
export class StoreFull extends Error {
  override readonly name = 'StoreFull';
}

/** Stored data differs from what was written; it is never used. */
export class DamagedStore extends Error {
  override readonly name: string = 'DamagedStore';
}

/**
 * An item that DynamoDB would refuse: too large, a too long key or unsupported values. A defect of
 * the caller.
 */
export class ItemRefused extends Error {
  override readonly name = 'ItemRefused';
}
