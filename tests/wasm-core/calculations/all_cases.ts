import { readdirSync } from 'node:fs';
import type { Case } from './cases.ts';
import type { TableCase } from './table_cases.ts';

type CaseFile = { readonly cases: readonly Case[] } | { readonly tableCases: readonly TableCase[] };

const SUFFIX = '.cases.ts';

const names = readdirSync(import.meta.dirname).filter((name) => name.endsWith(SUFFIX));

const files = await Promise.all(
  names.map(async (name) => {
    const file: CaseFile = await import(new URL(name, import.meta.url).href);
    return [name.slice(0, -SUFFIX.length), file] as const;
  }),
);

/** Every case table of a type of typed fields, by calculation type; the type is the name of the file. */
export const CASES: Readonly<Record<string, readonly Case[]>> = Object.fromEntries(
  files.flatMap(([type, file]) => ('cases' in file ? [[type, file.cases]] : [])),
);

/** Every case table of a type that takes a table, by calculation type. */
export const TABLE_CASES: Readonly<Record<string, readonly TableCase[]>> = Object.fromEntries(
  files.flatMap(([type, file]) => ('tableCases' in file ? [[type, file.tableCases]] : [])),
);
