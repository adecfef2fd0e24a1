/** The store cannot take more: its disk is full or may not be written. Nothing of the refused write is stored. */
export class StoreFull extends Error {
  override readonly name = 'StoreFull';
}

/** What is stored differs from what was written: it is never used. */
export class DamagedStore extends Error {
  override readonly name: string = 'DamagedStore';
}

/** An item that no table takes: too large, with a key that is too long, or of values that it cannot hold. A mistake of ours. */
export class ItemRefused extends Error {
  override readonly name = 'ItemRefused';
}
