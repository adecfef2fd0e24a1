import { type Addition, inOrder, insertBefore } from './addition.ts';

const NAME = 'get_rock_density';

const DICTIONARY = `import { dictionary } from './dictionary.ts';

export const SOLID_FUEL_DENSITIES = dictionary('${NAME}', '2026-11-22', {
  label: 'Плотности твёрдых топлив',
  fields: { p: 'кг/л' },
  rows: [
    {
      id: 1,
      name: 'Угольная пыль',
      numbers: { p: 0.6 },
      source: { norm: 'product', table: 'насыпные плотности', row: 'угольная пыль' },
      mark: 'proposed',
      note: 'Предложение разработчика: насыпная плотность.',
    },
  ],
});
`;

/** A dictionary of coefficients. */
export const DICTIONARY_FILE = {
  name: NAME,
  edits: {
    'wasm-core/dictionaries/solid_fuel_densities.ts': () => DICTIONARY,
    'wasm-core/dictionaries/index.ts': inOrder(
      insertBefore(
        /^import \{ STATIONARY_FUELS \}/m,
        "import { SOLID_FUEL_DENSITIES } from './solid_fuel_densities.ts';\n",
      ),
      insertBefore(/^\] as const satisfies readonly Dict/m, '  SOLID_FUEL_DENSITIES,\n'),
    ),
  },
  suites: ['tests/wasm-core/dictionaries.test.ts'],
} as const satisfies Addition;
