/** The disk of the store is full or read-only. Nothing of the refused write is stored. */
export class StoreFull extends Error {
  override readonly name = 'StoreFull';
}

/** Codes of the operating system for a disk that takes no more. */
const FULL = ['ENOSPC', 'EDQUOT', 'EROFS'];

/** Whether an error says that a disk takes no more: that of the store, or one of temporary files. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof StoreFull || FULL.includes((error as NodeJS.ErrnoException | undefined)?.code ?? '');
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
