import type { ConstantName } from './constants.ts';

/** The WebAssembly core, loaded: the only thing that computes, the same bytes in browser, server and tests. */
export interface Core {
  /** SHA-256 of the module's bytes, hex: it stands with every stored result. */
  readonly sha256: string;
  /** The compiled module: each model gets an instance with a memory of its own (`models/predictor.ts`). */
  readonly module: WebAssembly.Module;
  /** Value of a named constant. */
  constant(name: ConstantName): number;
  /** Calls the export `name` and returns the first `count` numbers that it wrote. Throws on an export that does not exist. */
  run(name: string, args: readonly number[], count: number): Float64Array;
  /** Mass of a gas, t: volume in m³, density in kg/m³. */
  gasMass(volumeM3: number, densityKgPerM3: number): number;
  /** Mass of a liquid fuel, t: volume in litres, density in kg/l. */
  fuelMass(volumeLitres: number, densityKgPerLitre: number): number;
}

type CoreFunction = (...args: number[]) => number;

/** Instantiates the core from the bytes of `core.wasm`; `sha256` is the hash that the caller has checked them against. */
export async function loadCore(bytes: BufferSource, sha256: string): Promise<Core> {
  const { instance, module } = await WebAssembly.instantiate(bytes, {});
  const { exports } = instance;
  const memory = exports.memory as WebAssembly.Memory;
  const call = (name: string, args: readonly number[]) => {
    const found = Object.hasOwn(exports, name) ? exports[name] : undefined;
    if (typeof found !== 'function') throw new Error(`The core has no function ${name}`);
    return (found as CoreFunction)(...args);
  };
  return {
    sha256,
    module,
    constant: (name) => (exports[name] as WebAssembly.Global).value as number,
    run: (name, args, count) => {
      call(name, args);
      // The view is made anew after the call: memory that grew detaches the old ones.
      return new Float64Array(memory.buffer, call('written_ptr', []), count).slice();
    },
    gasMass: (volumeM3, densityKgPerM3) => call('gas_mass', [volumeM3, densityKgPerM3]),
    fuelMass: (volumeLitres, densityKgPerLitre) => call('fuel_mass', [volumeLitres, densityKgPerLitre]),
  };
}
