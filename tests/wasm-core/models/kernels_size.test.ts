import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { main as asc } from 'assemblyscript/asc';
import { expect, it } from 'vitest';
import { ROOT } from '#functions/cli/build.ts';

const MOST_BYTES = 15_000;

it('the fast kernels alone make up at most 15 kB of the module and import nothing', async () => {
  const baseDir = join(ROOT, 'wasm-core/assembly');
  const folder = mkdtempSync(join(tmpdir(), 'kernels-'));
  try {
    const outFile = relative(baseDir, join(folder, 'kernels.wasm'));
    const entries = ['trees/bitsliced.ts', 'trees/masks.ts'];
    const options = ['--optimizeLevel', '3', '--runtime', 'stub', '--use', 'abort=', '--enable', 'simd'];
    const { error, stderr } = await asc([...entries, '--baseDir', baseDir, '--outFile', outFile, ...options]);
    expect(error, stderr.toString()).toBeNull();
    const bytes = readFileSync(join(folder, 'kernels.wasm'));
    const module = await WebAssembly.compile(bytes);
    expect(WebAssembly.Module.imports(module)).toEqual([]);
    expect(WebAssembly.Module.exports(module).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['bitsliced', 'masks']),
    );
    expect(bytes.length).toBeLessThanOrEqual(MOST_BYTES);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);
