import { type ComponentType, lazy } from 'react';

/** Longest wait for a part of the program, ms (as specified). */
const PART_TIMEOUT_MS = 120_000;

/** A component that lies in a part of its own, fetched when it is first shown. A part that does not come in time has failed. */
export function part<Props>(fetchPart: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await inTime(fetchPart()) }));
}

/** A part of the program did not come. */
export class MissingPart extends Error {
  override readonly name = 'MissingPart';
}

async function inTime<T>(fetched: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new MissingPart('It did not come in time')), PART_TIMEOUT_MS);
  });
  try {
    return await Promise.race([fetched, late]);
  } catch (cause) {
    throw cause instanceof MissingPart ? cause : new MissingPart('It cannot be fetched', { cause });
  } finally {
    clearTimeout(timer);
  }
}
