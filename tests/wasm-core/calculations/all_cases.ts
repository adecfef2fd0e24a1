import type { Case } from './cases.ts';
import type { TableCase } from './table_cases.ts';

type CaseFile = { readonly cases: readonly Case[] } | { readonly tableCases: readonly TableCase[] };

const files = Object.entries(import.meta.glob<CaseFile>('./*.cases.ts', { eager: true })).map(
  ([path, file]) => [path.slice('./'.length, -'.cases.ts'.length), file] as const,
);

/** Every case table of a type of typed fields, by calculation type; the type is the name of the file. */
export const CASES: Readonly<Record<string, readonly Case[]>> = Object.fromEntries(
  files.flatMap(([type, file]) => ('cases' in file ? [[type, file.cases]] : [])),
);

/** Every case table of a type that takes a table, by calculation type. */
export const TABLE_CASES: Readonly<Record<string, readonly TableCase[]>> = Object.fromEntries(
  files.flatMap(([type, file]) => ('tableCases' in file ? [[type, file.tableCases]] : [])),
);
