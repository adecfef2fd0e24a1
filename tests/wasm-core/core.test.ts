import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { ConstantName } from '#core/constants.ts';
import { CONSTANTS } from '#core/constants.ts';
import { loadServerCore } from '#functions/core.ts';

const FILE = new URL('../../wasm-core/build/core.wasm', import.meta.url);
const bytes = await readFile(FILE);
const core = await loadServerCore();

/** The URL of a file that holds `content`, for as long as `use` runs. */
async function withFile<T>(content: Uint8Array, use: (file: URL) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'core-'));
  try {
    const path = join(folder, 'core.wasm');
    await writeFile(path, content);
    return await use(pathToFileURL(path));
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('core.wasm', () => {
  it('imports nothing: what it computes depends on its arguments alone', async () => {
    expect(WebAssembly.Module.imports(await WebAssembly.compile(bytes))).toEqual([]);
  });

  it('is known by its SHA-256', () => {
    expect(core.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(core.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is refused by the server when a single bit differs', async () => {
    const forged = Uint8Array.from(bytes);
    forged[forged.length - 1] = (forged.at(-1) ?? 0) ^ 1;
    await withFile(forged, async (file) => {
      await expect(loadServerCore(file)).rejects.toThrow(/core\.wasm has SHA-256 [0-9a-f]{64}, expected [0-9a-f]{64}/);
    });
  });

  it('is taken from any place when the bytes are the same', async () => {
    await withFile(bytes, async (file) => {
      expect((await loadServerCore(file)).sha256).toBe(core.sha256);
    });
  });
});

describe('run', () => {
  it.each(['no_such_type', 'toString', '__proto__', 'constructor', '', 'memory', 'GWP_CH4'])(
    'throws on %o, which is no function of the core',
    (name) => {
      expect(() => core.run(name, [], 1)).toThrow(`The core has no function ${name}`);
    },
  );

  it('gives numbers of its own: a later call leaves them alone', () => {
    const first = core.run('open_mining_co2', [1000, 3.149], 1);
    core.run('open_mining_co2', [1, 1], 1);
    expect([...first]).toEqual([3149]);
  });

  it('gives the same bits for the same arguments, whatever ran between', () => {
    const once = core.run('underground', [1000, 1.8393, 0.668, 10.6, 76], 4);
    for (let i = 0; i < 1000; i++) core.run('recycle_technology', [i % 100, i], 6);
    expect(core.run('underground', [1000, 1.8393, 0.668, 10.6, 76], 4)).toStrictEqual(once);
  });
});

describe('constant', () => {
  it.each(Object.keys(CONSTANTS) as ConstantName[])('%s is a number of the core', (name) => {
    expect(Number.isFinite(core.constant(name))).toBe(true);
  });

  it('shares of a flare are complements', () => {
    expect(core.constant('FLARE_EFFICIENCY') + core.constant('FLARE_UNBURNT')).toBe(1);
  });
});

describe('conversions', () => {
  it.each([
    [1000, 0.668, 0.668],
    [1000, 1.8393, 1.8393],
    [1000, 0.717, 0.717],
    [1000, 1.9768, 1.9768],
    [0, 0.668, 0],
  ])('%d m³ of a gas of %d kg/m³ weigh %d t', (volume, density, mass) => {
    expect(core.gasMass(volume, density)).toBe(mass);
  });

  it.each([
    [1000, 0.86, 0.86],
    [1000, 0.735, 0.735],
    [250, 0.84, 0.21],
  ])('%d l of a fuel of %d kg/l weigh %d t', (volume, density, mass) => {
    expect(core.fuelMass(volume, density)).toBe(mass);
  });
});
