import { join } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from '#functions/cli/build.ts';

/** Bundles a file of the repository with its imports into one script, whose exports are on the global `name`. */
export async function bundledScript(file: string, name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, file)],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: name,
    target: 'es2022',
  });
  return outputFiles[0]?.text ?? '';
}
