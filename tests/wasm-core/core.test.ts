import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { ConstantName } from '#core/constants.ts';
import { CONSTANTS } from '#core/constants.ts';
import { loadCore } from '#core/load.ts';
import { MODULES, type ModuleName } from '#core/modules.ts';
import { loadServerCore } from '#functions/core.ts';
import { compiledModule, moduleBytes } from '../support/compiled_module.ts';

const NAMES = Object.keys(MODULES) as ModuleName[];
const core = await loadServerCore();

/** The URL of a folder with all modules, of which `changed` differs in a bit, for as long as `use` runs. */
async function withModules<T>(changed: ModuleName | undefined, use: (folder: URL) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'core-'));
  try {
    for (const name of NAMES) {
      const bytes = moduleBytes(name);
      if (name === changed) bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
      await writeFile(join(folder, `${name}.wasm`), bytes);
    }
    return await use(pathToFileURL(`${folder}/`));
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe.each(NAMES)('%s.wasm', (name) => {
  it('has no imports, so results depend only on the arguments', async () => {
    expect(WebAssembly.Module.imports(await compiledModule(name))).toEqual([]);
  });

  it('has the SHA-256 of its build', async () => {
    const { sha256 } = await core.load(name);
    expect(sha256).toBe(createHash('sha256').update(moduleBytes(name)).digest('hex'));
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is refused by the server when a single bit differs', async () => {
    await withModules(name, async (folder) => {
      const loaded = loadServerCore(folder).then((other) => other.load(name));
      await expect(loaded).rejects.toThrow(
        new RegExp(`^${name}\\.wasm has SHA-256 [0-9a-f]{64}, expected [0-9a-f]{64}`),
      );
    });
  });

  it('is accepted from any path if the bytes are the same', async () => {
    await withModules(undefined, async (folder) => {
      const other = await loadServerCore(folder);
      expect((await other.load(name)).sha256).toBe((await core.load(name)).sha256);
    });
  });
});

describe('a module beside the core', () => {
  it('is fetched once, when it is asked for', async () => {
    const fetched: string[] = [];
    const other = await loadCore(async (name) => {
      fetched.push(name);
      return { sha256: '', module: await compiledModule(name) };
    });
    expect(fetched).toEqual(['core']);
    expect(await other.load('training')).toBe(await other.load('training'));
    expect(fetched).toEqual(['core', 'training']);
  });

  it('is fetched again where it did not come', async () => {
    let isOnline = true;
    const other = await loadCore(async (name) => {
      if (!isOnline) throw new Error('offline');
      return { sha256: '', module: await compiledModule(name) };
    });
    isOnline = false;
    await expect(other.load('training')).rejects.toThrow('offline');
    isOnline = true;
    expect((await other.load('training')).module).toBeInstanceOf(WebAssembly.Module);
  });

  it('leaves the formulas, the balance and the trees to the core alone', async () => {
    const functions = async (name: ModuleName) =>
      WebAssembly.Module.exports(await compiledModule(name)).flatMap((one) =>
        one.kind === 'function' ? one.name : [],
      );
    const own = await functions('core');
    expect(own).toEqual(expect.arrayContaining(['open_mining_co2', 'methane_balance', 'bitsliced']));
    for (const name of NAMES.filter((other) => other !== 'core')) {
      const inBoth = (await functions(name)).filter((one) => own.includes(one));
      expect(inBoth.toSorted(), name).toEqual(['memory_clear', 'memory_take']);
    }
  });
});

describe('run', () => {
  it.each(['no_such_type', 'toString', '__proto__', 'constructor', '', 'memory', 'GWP_CH4'])(
    'throws for %o, which is not a function of the core',
    (name) => {
      expect(() => core.run(name, [], 1)).toThrow(`The core has no function ${name}`);
    },
  );

  it('returns a copy that a later call does not change', () => {
    const first = core.run('open_mining_co2', [1000, 3.149], 1);
    core.run('open_mining_co2', [1, 1], 1);
    expect([...first]).toEqual([3149]);
  });

  it('returns the same bits for the same arguments after any other call', () => {
    const once = core.run('underground', [1000, 1.8393, 0.668, 10.6, 76], 4);
    for (let i = 0; i < 1000; i++) core.run('recycle_technology', [i % 100, i], 6);
    expect(core.run('underground', [1000, 1.8393, 0.668, 10.6, 76], 4)).toStrictEqual(once);
  });
});

describe('constant', () => {
  it.each(Object.keys(CONSTANTS) as ConstantName[])('%s is exported by the core as a number', (name) => {
    expect(Number.isFinite(core.constant(name))).toBe(true);
  });

  it('the burnt and unburnt shares of a flare add up to 1', () => {
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
