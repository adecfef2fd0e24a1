import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { MODULES, type ModuleName } from '#core/modules.ts';

/** Compiles every module of the core's folder `source` to `<name>.wasm` in `folder`, and writes their SHA-256 beside them. */
export async function compileModules(source: string, folder: string): Promise<void> {
  const hashes: Partial<Record<ModuleName, string>> = {};
  for (const [name, file] of Object.entries(MODULES) as [ModuleName, string][]) {
    const files = name === 'core' ? [file, ...formulaFiles(source)] : [file];
    const out = join(folder, `${name}.wasm`);
    await compile(source, files, out);
    hashes[name] = createHash('sha256').update(readFileSync(out)).digest('hex');
  }
  writeFileSync(
    join(folder, 'module_sha256.ts'),
    `/** SHA-256 of the modules beside this file. Made by the build. */\nexport const MODULE_SHA256 = ${JSON.stringify(hashes)} as const;\n`,
  );
}

async function compile(source: string, files: readonly string[], out: string): Promise<void> {
  const { main: asc } = await import('assemblyscript/asc');
  const entries = files.map((file) => `assembly/${file}`);
  const outFile = relative(source, out).split(sep).join('/');
  const { error, stderr } = await asc([...entries, '--baseDir', source, '--config', 'asconfig.json', '-o', outFile]);
  if (error) throw new Error(`${basename(out)} does not compile.\n${stderr}`, { cause: error });
}

/** Formulas with a file of their own: `assembly/<type>.ts` exports the function `<type>`. */
function formulaFiles(source: string): string[] {
  const folder = join(source, 'assembly');
  return readdirSync(folder).filter((file) => {
    const exported = new RegExp(`^export function ${basename(file, '.ts')}\\(`, 'm');
    return file.endsWith('.ts') && exported.test(readFileSync(join(folder, file), 'utf8'));
  });
}
