import type { Row } from './row.ts';

const EQ_4_1_5 = { norm: 'ipcc_2006', table: 'уравнение 4.1.5' } as const;

/** CO2 of methane burnt in a flare: 2.75 = 44/16 as the method prints it. */
export const disposal_co2_torch: readonly Row[] = [
  {
    id: 1,
    name: 'Факел: стехиометрический массовый коэффициент CH₄ → CO₂',
    numbers: { ef: 2.75, koef_transform: 0.67 },
    units: { ef: 'т CO₂/т CH₄', koef_transform: 'кг/м³' },
    source: { ...EQ_4_1_5, row: 'стехиометрическое отношение; коэффициент перевода объёма CH₄ в массу' },
    mark: 'norm',
  },
];

/** Density that turns the volume of unburnt methane into its mass. */
export const torch_ch4: readonly Row[] = [
  {
    id: 1,
    name: 'Факел: коэффициент перевода объёма CH₄ в массу',
    numbers: { koef_transform: 0.67 },
    units: { koef_transform: 'кг/м³' },
    source: { ...EQ_4_1_5, row: 'коэффициент перевода объёма CH₄ в массу' },
    mark: 'norm',
  },
];
