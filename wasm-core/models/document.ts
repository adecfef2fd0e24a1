import type { ModelColumn } from './column.ts';

/**
 * A reader of XGBoost's document in any of its formats. Every call reads the value at the current
 * position and advances past it.
 */
export interface ModelDocument {
  /** An object; `visit` must read the value of each key. */
  object(visit: (key: string) => void): void;
  /** A list; `visit` must read each element. */
  list(visit: () => void): void;
  /** A string, or a number, boolean or null as its text. */
  text(): string;
  /**
   * Adds an object's texts and numbers to `into` by key; nested objects and lists are skipped.
   */
  texts(into: Map<string, string>): void;
  /** A list of numbers (booleans count as 1 and 0). */
  numbers(column: ModelColumn): void;
  /** Kind of the value at the current position. */
  next(): 'object' | 'list' | 'other';
  skip(): void;
  /** Checks that nothing follows the document. */
  end(): void;
}
