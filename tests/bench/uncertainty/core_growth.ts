import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { main as asc } from 'assemblyscript/asc';
import { ROOT } from '#functions/cli/build.ts';

/** Bytes that the uncertainty engine adds to core.wasm, plain and by gzip. */
export async function coreGrowth(): Promise<{ readonly bytes: number; readonly gzip: number }> {
  const [whole, without] = [await compile(() => true), await compile((line) => !line.includes('uncertainty'))];
  return {
    bytes: whole.length - without.length,
    gzip: gzipSync(whole, { level: 9 }).length - gzipSync(without, { level: 9 }).length,
  };
}

/** The core of those lines of its surface that `keep` keeps, built with the options of the product. */
async function compile(keep: (line: string) => boolean): Promise<Uint8Array> {
  const lines = readFileSync(join(ROOT, 'wasm-core/assembly/index.ts'), 'utf8').split('\n').filter(keep);
  const folder = join(ROOT, '.cache/core-growth');
  mkdirSync(folder, { recursive: true });
  const { options } = JSON.parse(readFileSync(join(ROOT, 'wasm-core/asconfig.json'), 'utf8')) as { options: object };
  writeFileSync(join(folder, 'index.ts'), lines.join('\n').replaceAll("'./", "'../../wasm-core/assembly/"));
  writeFileSync(
    join(folder, 'asconfig.json'),
    JSON.stringify({ entries: ['index.ts'], options, targets: { release: { outFile: 'core.wasm' } } }),
  );
  const { error, stderr } = await asc(['--baseDir', folder, '--config', 'asconfig.json', '--target', 'release']);
  if (error) throw new Error(`The core does not compile.\n${stderr}`, { cause: error });
  return readFileSync(join(folder, 'core.wasm'));
}
