import type { ConstantName } from './constants.ts';

/** The loaded WebAssembly core. Browser, server and tests compute with the same bytes. */
export interface Core {
  /** SHA-256 of the module's bytes, hex; every stored result has it. */
  readonly sha256: string;
  /** The compiled module: each model has its own instance and memory (`models/predictor.ts`). */
  readonly module: WebAssembly.Module;
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

/**
 * Instantiates the core from the bytes of `core.wasm`; the caller has checked them against
 * `sha256`.
 */
export async function loadCore(bytes: BufferSource, sha256: string): Promise<Core> {
  const { instance, module } = await WebAssembly.instantiate(bytes, {});
  const { exports } = instance;
  const memory = exports.memory as WebAssembly.Memory;
  const call = (name: string, args: readonly number[]) => {
    const exported = Object.hasOwn(exports, name) ? exports[name] : undefined;
    if (typeof exported !== 'function') throw new Error(`The core has no function ${name}`);
    return (exported as CoreFunction)(...args);
  };
  return {
    sha256,
    module,
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
