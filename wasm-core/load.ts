import type { ConstantName } from './constants.ts';
import type { CompiledModule, FetchModule, ModuleName } from './modules.ts';

/**
 * The loaded WebAssembly core. Browser, server and tests compute with the same bytes; every stored
 * result has their SHA-256. Each model has its own instance of the module (`models/predictor.ts`).
 */
export interface Core extends CompiledModule {
  /** Loads another module; fetches it once. */
  load(name: ModuleName): Promise<CompiledModule>;
  /** Value of a named constant. */
  constant(name: ConstantName): number;
  /**
   * Calls the export `name` and returns the first `count` numbers that it wrote. Throws if there is
   * no such export.
   */
  run(name: string, args: readonly number[], count: number): Float64Array;
  /** Mass of a gas, t: volume in m³, density in kg/m³. */
  gasMass(volumeM3: number, densityKgPerM3: number): number;
  /** Mass of a liquid fuel, t: volume in litres, density in kg/l. */
  fuelMass(volumeLitres: number, densityKgPerLitre: number): number;
}

type CoreFunction = (...args: number[]) => number;

/** Loads the core with the function by which the host fetches modules. */
export async function loadCore(fetchModule: FetchModule): Promise<Core> {
  const load = fetchOnce(fetchModule);
  const { sha256, module } = await load('core');
  const { exports } = await WebAssembly.instantiate(module, {});
  const memory = exports.memory as WebAssembly.Memory;
  const call = (name: string, args: readonly number[]) => {
    const exported = Object.hasOwn(exports, name) ? exports[name] : undefined;
    if (typeof exported !== 'function') throw new Error(`The core has no function ${name}`);
    return (exported as CoreFunction)(...args);
  };
  return {
    sha256,
    module,
    load,
    constant: (name) => (exports[name] as WebAssembly.Global).value as number,
    run: (name, args, count) => {
      call(name, args);
      // The view is created after the call: growth of the memory detaches earlier views.
      return new Float64Array(memory.buffer, call('written_ptr', []), count).slice();
    },
    gasMass: (volumeM3, densityKgPerM3) => call('gas_mass', [volumeM3, densityKgPerM3]),
    fuelMass: (volumeLitres, densityKgPerLitre) => call('fuel_mass', [volumeLitres, densityKgPerLitre]),
  };
}

/** Fetches each module once; after a failure the next call fetches it again. */
function fetchOnce(fetchModule: FetchModule): FetchModule {
  const fetched = new Map<ModuleName, Promise<CompiledModule>>();
  return (name) => {
    const module = fetched.get(name) ?? fetchModule(name);
    fetched.set(name, module);
    module.catch(() => fetched.delete(name));
    return module;
  };
}
