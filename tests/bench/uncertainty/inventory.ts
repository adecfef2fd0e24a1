import type { PlannedCalculation, Quantity, UncertaintyPlan } from '#core/uncertainty/plan.ts';

/** Formula shapes of the product's definitions, with the law of each name. */
const SHAPES = [
  ['volume * ef * rho * GWP_CH4', 1000, { volume: 'narrow', ef: 'wide', rho: 'narrow' }],
  ['volume * ef', 1, { volume: 'narrow', ef: 'narrow' }],
  [
    '(volume * ef_co2 * p_co2 / 100) + (volume * ef_ch4 * p_ch4 / 100) * GWP_CH4',
    1,
    { volume: 'narrow', ef_co2: 'narrow', ef_ch4: 'narrow', p_co2: 'narrow', p_ch4: 'narrow' },
  ],
  ['eta * volume * rho * ef', 1, { eta: 'lopsided', volume: 'narrow', ef: 'narrow', rho: 'narrow' }],
  ['volume * k * ef * share', 1, { volume: 'narrow', ef: 'narrow', share: 'narrow' }],
  ['(0.02 + (0.98 - eta)) * volume * rho * GWP_CH4', 1, { eta: 'lopsided', volume: 'narrow' }],
] as const;

type Kind = 'narrow' | 'wide' | 'lopsided';

/** A quantity of `kind`: normal ± 2 … 20 %, lognormal factor 1.5 … 3, or triangular. */
function quantityOf(kind: Kind, index: number): Quantity {
  const value = 2 + ((index * 37) % 50);
  if (kind === 'narrow') return { value, law: 'symmetric', percent: 2 + ((index * 7) % 19) };
  if (kind === 'wide') return { value, law: 'factor', factor: 1.5 + ((index * 3) % 4) * 0.5 };
  return { value: 0.98, law: 'triangular', min: 0.9, mode: 0.98, max: 0.995 };
}

/** An inventory of `count` calculations in the product's formula shapes, about three uncertain quantities each. */
export function inventoryPlan(count: number, n: number): UncertaintyPlan {
  const inputs: Record<string, Quantity> = {
    density: { value: 0.67, law: 'fixed' },
    energy: { value: 22.4, law: 'fixed' },
  };
  const calculations: PlannedCalculation[] = [];
  for (let index = 0; index < count; index++) {
    const [formula, divisor, kinds] = SHAPES[index % SHAPES.length] ?? SHAPES[0];
    const names: Record<string, string> = { rho: 'density', k: 'energy' };
    for (const [name, kind] of Object.entries(kinds)) {
      const id = `calculation/${index}/${name}`;
      names[name] = id;
      inputs[id] = quantityOf(kind, Object.keys(inputs).length);
    }
    calculations.push({ id: String(index).padStart(4, '0'), formula, inputs: names, divisor });
  }
  return { seed: '2026', n, inputs, calculations };
}
