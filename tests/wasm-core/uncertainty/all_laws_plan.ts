import { calculation } from './run_plan.ts';

/** Every law, cuts, shared ids, constants, signs and divisors; the number of draws is not a multiple of a block. */
export const ALL_LAWS_PLAN = {
  seed: '18446744073709551557',
  n: 70_001,
  inputs: {
    'dictionary/mining/row3/ef': { value: 18, law: 'factor', factor: 2 },
    'calculation/1/volume': { value: 1_000_000, law: 'symmetric', percent: 2 },
    'calculation/2/volume': { value: 350_000, law: 'symmetric', percent: 5, min: 0, max: 1e9 },
    'датчик/3': { value: 0.3, law: 'absolute', half: 0.1, shape: 'uniform', min: 0 },
    'constant/FLARE_EFFICIENCY': { value: 0.98, law: 'triangular', min: 0.9, mode: 0.98, max: 0.995 },
    density: { value: 0.67, law: 'fixed' },
    wide: { value: 10, law: 'symmetric', percent: 100, min: 0, max: 25 },
    least: { value: 10, law: 'factor', factor: 3, min: 5 },
    negative: { value: -1, law: 'absolute', half: 3, max: 0.5 },
    even: { value: 1, law: 'uniform', min: 0.5, max: 2 },
  },
  calculations: [
    calculation(
      'b',
      'volume * ef * koef_transform * GWP_CH4',
      { volume: 'calculation/1/volume', ef: 'dictionary/mining/row3/ef', koef_transform: 'density' },
      1000,
    ),
    calculation(
      'a',
      'volume * ef * koef_transform * GWP_CH4',
      { volume: 'calculation/2/volume', ef: 'dictionary/mining/row3/ef', koef_transform: 'density' },
      1000,
    ),
    calculation('Я', '(0.02 + (0.98 − η)) · 2e4 * s - -x / (3 - 1.5) × u', {
      η: 'constant/FLARE_EFFICIENCY',
      s: 'датчик/3',
      x: 'wide',
      u: 'even',
    }),
    calculation('c', '100*a + b / 3 / (1 + CH4_DENSITY)', { a: 'negative', b: 'least' }, 3),
  ],
} as const;
