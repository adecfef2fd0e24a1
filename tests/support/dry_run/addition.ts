/** A new text of a file, made from the text that the file has ('' where there is no such file). */
export type Edit = (text: string) => string;

/** Something that developers add to the product, with every file that the addition touches. */
export interface Addition {
  /** Name of what is added: tests that cover it have it in their titles. */
  readonly name: string;
  readonly edits: Readonly<Record<string, Edit>>;
  /** Tests that every thing of its kind passes: each must run for the new one. */
  readonly suites: readonly string[];
}

/** Inserts `inserted` before the first match of `pattern`; throws where there is none. */
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
