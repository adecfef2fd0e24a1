import type { DefaultUncertaintyName } from './contract/default_uncertainties.ts';
import type { Citation } from './norms.ts';

/**
 * Names of the physical and normative constants that the core exports; `assembly/constants.ts` has
 * their values.
 */
export type ConstantName =
  | 'GWP_CH4'
  | 'GWP_CH4_AR5'
  | 'GWP_CH4_AR6'
  | 'GWP_CH4_AR5_20'
  | 'GWP_CH4_AR6_20'
  | 'CH4_DENSITY'
  | 'FLARE_EFFICIENCY'
  | 'FLARE_UNBURNT'
  | 'CO2_PER_CH4'
  | 'ENGINE_EFFICIENCY';

/** Display texts of a constant; the core has its value (`assembly/constants.ts`). */
export interface Constant {
  readonly label: string;
  readonly symbol: string;
  readonly unit: string;
  readonly source: Citation;
  /** Without it the constant is exact. */
  readonly uncertainty?: DefaultUncertaintyName;
}

export const CONSTANTS: Readonly<Record<ConstantName, Constant>> = {
  GWP_CH4: constant(
    'Потенциал глобального потепления метана',
    'ПГП',
    'т CO₂-экв./т CH₄',
    'order_2979',
    'перечень парниковых газов, метан',
  ),
  GWP_CH4_AR5: otherPotential('ipcc_ar5', '100 лет'),
  GWP_CH4_AR6: otherPotential('ipcc_ar6', 'ископаемый метан, 100 лет'),
  GWP_CH4_AR5_20: otherPotential('ipcc_ar5', '20 лет'),
  GWP_CH4_AR6_20: otherPotential('ipcc_ar6', 'ископаемый метан, 20 лет'),
  CH4_DENSITY: constant(
    'Коэффициент перевода объёма метана в массу (20 °C, 1 атм)',
    'ρ',
    'кг/м³',
    'ipcc_2006',
    'уравнения 4.1.3–4.1.7, коэффициент перевода',
  ),
  FLARE_EFFICIENCY: {
    ...constant('Доля метана, сгорающая в факеле', 'η', 'доля', 'ipcc_2006', 'уравнение 4.1.5'),
    uncertainty: 'flare_efficiency',
  },
  FLARE_UNBURNT: constant('Доля метана, не сгорающая в факеле', '(1 − η)', 'доля', 'ipcc_2006', 'уравнение 4.1.5'),
  CO2_PER_CH4: constant('Масса CO₂ от сгоревшего метана', 'k', 'т CO₂/т CH₄', 'ipcc_2006', 'уравнение 4.1.5'),
  ENGINE_EFFICIENCY: constant(
    'Доля метана, сгорающая в газовом двигателе',
    'η(дв.)',
    'доля',
    'product',
    'проскок метана 0,5 %',
  ),
};

function constant(label: string, symbol: string, unit: string, norm: Citation['norm'], clause: string): Constant {
  return { label, symbol, unit, source: { norm, clause } };
}

function otherPotential(norm: Citation['norm'], clause: string): Constant {
  const label = `Потенциал глобального потепления метана (справочно, ${clause})`;
  return constant(label, 'ПГП', 'т CO₂-экв./т CH₄', norm, clause);
}
