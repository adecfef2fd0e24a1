import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MODULES } from '#core/modules.ts';
import { ROOT_FOLDER } from '../places.ts';
import { compileModules } from './compile_modules.ts';
import { buildWhenStale, isBuiltFrom } from './stamped_build.ts';
import { collectFiles, NOTICES_FILE, thirdPartyNotices } from './third_party.ts';

/** Folder of the repository. */
export const ROOT = fileURLToPath(ROOT_FOLDER);

/** Folder of the built web application. */
export const WEB_BUILD = join(ROOT, 'web/build');

/** Folder of the bundles of the Lambda functions, a folder each. */
export const LAMBDA_BUILD = join(ROOT, 'build/lambda');

const CORE_BUILD = join(ROOT, 'wasm-core/build');

/**
 * Sources of a build: files and folders of the repository. A change in any of them makes the build
 * stale.
 */
const CORE_SOURCES = ['wasm-core/assembly', 'wasm-core/modules.ts', 'wasm-core/asconfig.json', 'package-lock.json'];
const LAMBDA_SOURCES = ['functions', 'wasm-core', 'package.json', 'package-lock.json'];
const WEB_SOURCES = ['web', 'wasm-core', 'package.json', 'package-lock.json'];

/** Names of the entries: the files of `functions/lambda/` that have a `handler`. */
export const LAMBDA_ENTRIES = ['api', 'worker', 'sweeper', 'seed', 'rotate_keys'] as const;

/**
 * Compiles the modules of the core to `wasm-core/build` and writes their SHA-256 beside them,
 * unless they are up to date.
 */
export async function buildCore(): Promise<void> {
  await whenStale(CORE_BUILD, CORE_SOURCES, (folder) => compileModules(join(ROOT, 'wasm-core'), folder));
}

/** Builds the web application to `web/build`, the core first, unless they are up to date. */
export async function buildWeb(): Promise<void> {
  await buildCore();
  await whenStale(WEB_BUILD, WEB_SOURCES, async (outDir) => {
    const { build } = await import('vite');
    const root = join(ROOT, 'web');
    const files = new Set<string>();
    await inProduction(() =>
      build({
        root,
        configFile: join(root, 'vite.config.ts'),
        logLevel: 'warn',
        build: { outDir, emptyOutDir: true },
        plugins: [collectFiles(files)],
        worker: { plugins: () => [collectFiles(files)] },
      }),
    );
    writeFileSync(join(outDir, NOTICES_FILE), thirdPartyNotices(root, files));
  });
}

/**
 * Files that the functions read at run time, at the same path as in the repository
 * (`functions/core.ts`).
 */
function filesBeside(code: readonly string[]): string[] {
  const isUsed = (module: string) => module === 'core' || code.some((file) => file.startsWith(`wasm-core/${module}/`));
  const modules = Object.keys(MODULES).filter(isUsed);
  return [...modules.map((module) => `wasm-core/build/${module}.wasm`), 'wasm-core/models/demonstration'];
}

/** The fields of `package.json` that a build needs. */
export function readManifest() {
  return JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<
    'name' | 'version' | 'description' | 'license',
    string
  > & { readonly scripts: Readonly<Record<string, string>> };
}

/** Options of a bundle for Node that includes its libraries. */
export const NODE_BUNDLE = {
  absWorkingDir: ROOT,
  bundle: true,
  metafile: true,
  // Code that few requests need (the writers of workbooks) is in lazy chunks.
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  mainFields: ['module', 'main'],
  // Some libraries are CommonJS and need `require`. No bundled module imports `createRequire` by
  // this name.
  banner: {
    js: "import { createRequire as requireOfBundle } from 'node:module'; const require = requireOfBundle(import.meta.url);",
  },
} as const;

/**
 * Bundles every entry of `functions/lambda/` to its own folder in `build/lambda`, the core first,
 * unless they are up to date.
 */
export async function buildLambda(): Promise<void> {
  await buildCore();
  await whenStale(LAMBDA_BUILD, LAMBDA_SOURCES, async (folder) => {
    const { build } = await import('esbuild');
    const { version } = readManifest();
    for (const name of LAMBDA_ENTRIES) {
      const { metafile } = await build({
        ...NODE_BUNDLE,
        mainFields: [...NODE_BUNDLE.mainFields],
        entryPoints: { [name]: `functions/lambda/${name}.ts` },
        outdir: join(folder, name, 'functions'),
        outExtension: { '.js': '.mjs' },
        minify: true,
        sourcemap: true,
        sourcesContent: false,
      });
      dropForeignMaps(join(folder, name, 'functions'));
      const bundled = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));
      writeFileSync(join(folder, name, NOTICES_FILE), thirdPartyNotices(ROOT, bundled));
      writeFileSync(join(folder, name, 'release.json'), `${JSON.stringify({ version })}\n`);
      for (const file of filesBeside(Object.keys(metafile.inputs)))
        cpSync(join(ROOT, file), join(folder, name, file), { recursive: true });
    }
  });
}

/**
 * Removes the source maps of chunks that contain only libraries: they are larger than the chunks
 * and are not needed.
 */
function dropForeignMaps(folder: string): void {
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.map'))) {
    const { sources } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { readonly sources: readonly string[] };
    if (!sources.every((source) => source.includes('node_modules'))) continue;
    rmSync(join(folder, name));
    const part = join(folder, name.replace(/\.map$/, ''));
    writeFileSync(part, readFileSync(part, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\n?$/, '\n'));
  }
}

/**
 * Builds in production mode, also from a test run: React's development checks would add half of the
 * size.
 */
async function inProduction(build: () => Promise<unknown>): Promise<void> {
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production';
  try {
    await build();
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  }
}

function whenStale(
  folder: string,
  sources: readonly string[],
  build: (folder: string) => Promise<void>,
): Promise<void> {
  return buildWhenStale({ folder, sources: inRoot(sources), cache: join(ROOT, '.cache') }, build);
}

/** Whether the builds of the core and of the web application match their current sources. */
export function isBuilt(): boolean {
  return isFresh(CORE_BUILD, CORE_SOURCES) && isFresh(WEB_BUILD, WEB_SOURCES);
}

function isFresh(folder: string, sources: readonly string[]): boolean {
  return isBuiltFrom({ folder, sources: inRoot(sources) });
}

function inRoot(sources: readonly string[]): string[] {
  return sources.map((source) => join(ROOT, source));
}

if (import.meta.main) {
  const targets: Readonly<Record<string, () => Promise<void>>> = {
    core: buildCore,
    web: buildWeb,
    lambda: buildLambda,
    all: async () => {
      await buildWeb();
      await buildLambda();
    },
  };
  const [target = ''] = process.argv.slice(2);
  const run = Object.hasOwn(targets, target) ? targets[target] : undefined;
  if (!run) throw new Error(`Say what to build: ${Object.keys(targets).join(', ')}`);
  await run();
}
