import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { NODE_BUNDLE, ROOT } from '../cli/build.ts';

/** Commands of a release, a launcher each: the files of `functions/cli/` that `npm run` starts under the same name. */
export const COMMANDS = [
  ...['start', 'serve', 'setup', 'company', 'keys', 'model'],
  ...['balance', 'measure', 'predict', 'train', 'uncertainty'],
] as const;

/** Scripts that run in threads: each is a file of its own, named where the thread is started. */
const THREADS = ['functions/server/worker_thread.ts', 'functions/adapters/sqlite/writer_thread.ts'];

/** They read data folders of version 0.1; whoever has one moves it from the sources. */
const LEFT_OUT = ['dynalite', 's3rver'];

/**
 * Bundles the commands with their libraries into `folder`, side by side. Returns the files that went in, by their paths from the root
 * of the repository.
 */
export async function bundleCommands(folder: string): Promise<string[]> {
  const { build } = await import('esbuild');
  const { metafile } = await build({
    ...NODE_BUNDLE,
    mainFields: [...NODE_BUNDLE.mainFields],
    entryPoints: [...COMMANDS.map((name) => `functions/cli/${name}.ts`), ...THREADS],
    entryNames: '[name]',
    chunkNames: 'chunk-[hash]',
    outdir: folder,
    external: LEFT_OUT,
    // Not minified: a stack in a log names functions.
    legalComments: 'none',
    plugins: [asReleased],
  });
  return Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));
}

/** Sources as a release has them: nothing is built, threads are bundles, and texts name the commands by their launchers. */
const asReleased: Plugin = {
  name: 'as-released',
  setup(build) {
    const unbuilt = join(ROOT, 'functions/package/unbuilt.ts');
    build.onResolve({ filter: /^\.\/build\.ts$/ }, () => ({ path: unbuilt }));
    build.onLoad({ filter: /[\\/]functions[\\/].*\.ts$/ }, ({ path }) => ({
      contents: released(readFileSync(path, 'utf8')),
      loader: 'ts',
    }));
  },
};

/** @internal */
export function released(source: string): string {
  return source
    .replaceAll(/new URL\('\.\/(\w+_thread)\.ts', import\.meta\.url\)/g, "new URL('./$1.js', import.meta.url)")
    .replaceAll('npm start', './start')
    .replaceAll(/npm run (\w+)(?: --(?= |$))?/g, (text, name: string) => (isCommand(name) ? `./${name}` : text));
}

function isCommand(name: string): boolean {
  return (COMMANDS as readonly string[]).includes(name);
}
