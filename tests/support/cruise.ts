import { dirname } from 'node:path';
import { cruise, type ICruiseOptions, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';

/** How dependency-cruiser reads this repository: with swc, because it does not support TypeScript 7. */
const OPTIONS: ICruiseOptions = {
  parser: 'swc',
  tsPreCompilationDeps: true,
  doNotFollow: { path: 'node_modules' },
  // `build` contains generated files.
  exclude: { path: '(?:^|/)(?:cdk\\.out|coverage|web/build|fixtures)/' },
  enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['types', 'import', 'node', 'default'] },
};

/** Folders whose own files may be imported by their subfolders. */
const ROOMS_OF = /^(?:wasm-core|functions|web|web\/src|infra)$/;

/** Imports of the files below `folders` of `baseDir`, and the violations of `rules`. */
export async function cruiseFolders(
  folders: readonly string[],
  rules: readonly IForbiddenRuleType[],
  baseDir: string,
): Promise<ICruiseResult> {
  const { output } = await cruise([...folders], {
    ...OPTIONS,
    baseDir,
    validate: true,
    ruleSet: { forbidden: [...rules] },
  });
  return output as ICruiseResult;
}

/** Violations as lines: `rule: from → to`. */
export function violationsOf({ summary }: ICruiseResult): string[] {
  return summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
}

/**
 * Imports of the product from a folder to one of its parents, as `from → to`. Files beside the subfolders of a root do not
 * count: the subfolders may import them.
 */
export function arrowsBackUp({ modules }: ICruiseResult): string[] {
  const arrows = modules
    .filter(({ source }) => !source.startsWith('tests/'))
    .flatMap(({ source, dependencies }) => dependencies.map(({ resolved }) => [dirname(source), dirname(resolved)]));
  const backUp = arrows.filter(([from = '', to = '']) => from.startsWith(`${to}/`) && !ROOMS_OF.test(to));
  return [...new Set(backUp.map(([from, to]) => `${from} → ${to}`))].sort();
}
