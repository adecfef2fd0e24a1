import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

const CORE = new URL('../../../wasm-core/', import.meta.url);
const DEFINITIONS = new URL('calculations/', CORE);
const TABLES = new URL('./', import.meta.url);

/** What exists of one calculation type. */
export interface Touches {
  readonly type: string;
  /** Its formula has a file of its own. */
  readonly takesTable: boolean;
  readonly formula: boolean;
  readonly definition: boolean;
  readonly registryLine: boolean;
  readonly caseTable: boolean;
}

/**
 * The four touches of every type that has at least one of them. Read from files and from the compiled module, not by import: a
 * registry that imports a missing file could not say so.
 */
export async function readTouches(): Promise<Touches[]> {
  const functions = await coreFunctions();
  const registered = registryKeys();
  const tables = caseTables();
  const types = new Set([...emissionFormulas(), ...definitions(), ...registered, ...tables]);
  return [...types].map((type) => ({
    type,
    takesTable: takesTable(type),
    formula: functions.includes(type),
    definition: existsSync(new URL(`${type}.ts`, DEFINITIONS)),
    registryLine: registered.includes(type),
    caseTable: tables.includes(type),
  }));
}

/** A sentence for each touch that a type lacks: what is missing and where it belongs. */
export function missingTouches({ type, takesTable, formula, definition, registryLine, caseTable }: Touches): string[] {
  const file = takesTable ? type : 'emissions';
  return [
    formula ? '' : `${type} has no formula: export function ${type} from wasm-core/assembly/${file}.ts.`,
    definition ? '' : `${type} has no definition: write wasm-core/calculations/${type}.ts.`,
    registryLine ? '' : `${type} has no registry line: name it in CALCULATIONS of wasm-core/calculations/index.ts.`,
    caseTable ? '' : `${type} has no case table: write tests/wasm-core/calculations/${type}.cases.ts.`,
  ].filter((sentence) => sentence !== '');
}

/** Keys of CALCULATIONS, in order. */
export function registryKeys(): string[] {
  const body = /^export const CALCULATIONS = \{\n([\s\S]*?)^\}/m.exec(
    readFileSync(new URL('index.ts', DEFINITIONS), 'utf8'),
  );
  return [...(body?.[1] ?? '').matchAll(/^ {2}(\w+),$/gm)].map(([, key = '']) => key);
}

/** Names of the files that hold a definition. */
export function definitions(): string[] {
  return readdirSync(DEFINITIONS)
    .filter((file) => definitionText(basename(file, '.ts')).includes('satisfies CalculationDefinition;'))
    .map((file) => basename(file, '.ts'));
}

function caseTables(): string[] {
  return readdirSync(TABLES)
    .filter((file) => file.endsWith('.cases.ts'))
    .map((file) => basename(file, '.cases.ts'));
}

/** The closed-form formulas in the source of the core: an export per type. */
function emissionFormulas(): string[] {
  const text = readFileSync(new URL('assembly/emissions.ts', CORE), 'utf8');
  return [...text.matchAll(/^export function (\w+)/gm)].map(([, name = '']) => name);
}

async function coreFunctions(): Promise<string[]> {
  const module = await WebAssembly.compile(readFileSync(new URL('build/core.wasm', CORE)));
  return WebAssembly.Module.exports(module)
    .filter(({ kind }) => kind === 'function')
    .map(({ name }) => name);
}

function takesTable(type: string): boolean {
  return /^ {2}table: \{$/m.test(definitionText(type));
}

function definitionText(type: string): string {
  const file = new URL(`${type}.ts`, DEFINITIONS);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
