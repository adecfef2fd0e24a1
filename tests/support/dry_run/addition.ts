/** Computes the new text of a file from its present text ('' if the file does not exist). */
export type Edit = (text: string) => string;

/** An addition to the product, with every file that it changes. */
export interface Addition {
  /** Name of the addition; the titles of its tests contain it. */
  readonly name: string;
  readonly edits: Readonly<Record<string, Edit>>;
  /** Tests that run for every item of this kind: each must run for the new one. */
  readonly suites: readonly string[];
}

/** Inserts `inserted` before the first match of `pattern`; throws if there is none. */
export function insertBefore(pattern: RegExp, inserted: string): Edit {
  return (text) => {
    const index = text.search(pattern);
    if (index < 0) throw new Error(`Nothing matches ${pattern}`);
    return text.slice(0, index) + inserted + text.slice(index);
  };
}

/** Applies `edits` one after another. */
export function inOrder(...edits: readonly Edit[]): Edit {
  return (text) => edits.reduce((current, edit) => edit(current), text);
}

/** Names the calculation type `type` in the registry of types. */
export function registryLine(type: string): Edit {
  return inOrder(
    insertBefore(/^import \{ underground \}/m, `import { ${type} } from './${type}.ts';\n`),
    insertBefore(/^\} as const satisfies Record/m, `  ${type},\n`),
  );
}
