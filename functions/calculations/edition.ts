import { compute } from '#core/calculations/compute.ts';
import { type NumberInputs, numberInputs } from '#core/calculations/definition.ts';
import { definitionOf } from '#core/calculations/index.ts';
import { emissionOf } from '#core/calculations/totals.ts';
import type { EditionChange } from '#core/contract/edition_schema.ts';
import { CoreMemory } from '#core/core_memory.ts';
import { CoreSums } from '#core/inventory/core_sums.ts';
import type { Core } from '#core/load.ts';
import type { StoredCalculation } from '../store/calculations.ts';
import type { DictionaryReader } from '../store/dictionaries.ts';

/** A calculation that the present edition computes otherwise, and the inputs that it would have. */
export interface OutdatedCalculation {
  readonly calculation: StoredCalculation;
  readonly inputs: NumberInputs;
  readonly change: EditionChange;
}

/**
 * What the present edition changes of stored calculations, by cause and in this order: the method (the same inputs, another core), then
 * constants that the method fixes, then factors of dictionary rows. Typed values stay. Calculations that stay the same are left out.
 */
export async function outdatedCalculations(
  core: Core,
  dictionary: DictionaryReader,
  calculations: readonly StoredCalculation[],
): Promise<OutdatedCalculation[]> {
  const sums = new CoreSums(await CoreMemory.open(core.module));
  const outdated: OutdatedCalculation[] = [];
  for (const calculation of calculations) {
    const { id, type, name, version, inputs: stored, results } = calculation;
    const definition = definitionOf(type);
    const emission = (inputs: NumberInputs) => emissionOf(type, compute(core, type, definition, inputs)) ?? 0;
    const constants = fixedInputs(core, calculation);
    const inputs = { ...constants, ...(await rowInputs(dictionary, calculation)) };
    const steps = [emissionOf(type, results) ?? 0, emission(stored), emission(constants), emission(inputs)];
    const [before_t = 0, byMethod = 0, byConstant = 0, after_t = 0] = steps;
    const factors = numberInputs(definition).flatMap(([input, { label, unit }]) => {
      const [before = Number.NaN, after = Number.NaN] = [stored[input], inputs[input]];
      return before === after ? [] : [{ input, label, unit, before, after }];
    });
    if (factors.length === 0 && before_t === byMethod) continue;
    const gap = (first: number, second: number) => sums.difference(first, second).difference;
    const causes = {
      method_t: gap(before_t, byMethod),
      constant_t: gap(byMethod, byConstant),
      factor_t: gap(byConstant, after_t),
    };
    outdated.push({
      calculation,
      inputs,
      change: { calculation: id, type, name, version, before_t, after_t, ...causes, factors },
    });
  }
  return outdated;
}

/** Inputs with the constants that the method fixes, as they are now. */
function fixedInputs(core: Core, { type, inputs }: StoredCalculation): NumberInputs {
  const fixed = numberInputs(definitionOf(type)).flatMap(([name, input]) =>
    input.fixed === undefined ? [] : [[name, core.constant(input.fixed)] as const],
  );
  return { ...inputs, ...Object.fromEntries(fixed) };
}

/** Numbers of the dictionary rows that preset a calculation, as they are now; a row that is gone changes nothing. */
async function rowInputs(dictionary: DictionaryReader, { provenance }: StoredCalculation): Promise<NumberInputs> {
  const values: Record<string, number> = {};
  for (const { dictionary: name, id, presets } of provenance) {
    const row = (await dictionary(name as Parameters<DictionaryReader>[0])).results.find((one) => one.id === id);
    const numbers = row as Readonly<Record<string, unknown>> | undefined;
    for (const preset of presets) if (numbers?.[preset] !== undefined) values[preset] = Number(numbers[preset]);
  }
  return values;
}
