import { cruise, type ICruiseOptions, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';

/** How dependency-cruiser reads this repository: with swc, for it knows no TypeScript of version 7. */
const OPTIONS: ICruiseOptions = {
  parser: 'swc',
  tsPreCompilationDeps: true,
  doNotFollow: { path: 'node_modules' },
  // AssemblyScript is another language; `build` holds what the build has made.
  exclude: { path: '(?:^|/)(?:assembly|cdk\\.out|coverage|web/build|fixtures)/' },
  enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['types', 'import', 'node', 'default'] },
};

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
