import type { ModelColumn } from './column.ts';

/**
 * XGBoost's document, whichever form it is written in. Every call reads the value at the current
 * place and moves behind it.
 */
export interface ModelDocument {
  /** An object; `visit` must read the value of each key. */
  object(visit: (key: string) => void): void;
  /** A list; `visit` must read each element. */
  list(visit: () => void): void;
  /** A string, or a number, boolean or null as its text. */
  text(): string;
  /**
   * An object's texts and numbers, put into `into` by key; objects and lists within it are passed
   * over.
   */
  texts(into: Map<string, string>): void;
  /** A list of numbers (booleans count as 1 and 0). */
  numbers(column: ModelColumn): void;
  /** What stands at the current place. */
  next(): 'object' | 'list' | 'other';
  skip(): void;
  /** Refuses what follows the document. */
  end(): void;
}
