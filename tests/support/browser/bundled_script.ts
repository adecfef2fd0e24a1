import { join } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from '#functions/cli/build.ts';

/** A file of the repository and all that it imports, as one script that defines its exports on the global `name`. */
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
