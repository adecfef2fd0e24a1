import type { Case } from './cases.ts';

const files = import.meta.glob<{ readonly cases: readonly Case[] }>('./*.cases.ts', { eager: true });

/** Every case table by calculation type; the type is the name of the file. */
export const CASES: Readonly<Record<string, readonly Case[]>> = Object.fromEntries(
  Object.entries(files).map(([path, { cases }]) => [path.slice('./'.length, -'.cases.ts'.length), cases]),
);
