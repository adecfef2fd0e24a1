/** Editions of the global warming potential of methane: the constant of the core that holds the value, and what people read. */
export const GWP_SETS = {
  ar4: { constant: 'GWP_CH4', label: 'ПГП 25: распоряжение № 2979-р (AR4), 100 лет' },
  ar5: { constant: 'GWP_CH4_AR5', label: 'ПГП 28: МГЭИК AR5, 100 лет' },
  ar6: { constant: 'GWP_CH4_AR6', label: 'ПГП 29,8: МГЭИК AR6, ископаемый метан, 100 лет' },
  ar5_20: { constant: 'GWP_CH4_AR5_20', label: 'ПГП 84: МГЭИК AR5, 20 лет' },
  ar6_20: { constant: 'GWP_CH4_AR6_20', label: 'ПГП 82,5: МГЭИК AR6, ископаемый метан, 20 лет' },
} as const;

export type GwpSet = keyof typeof GWP_SETS;

export const GWP_SET_NAMES = Object.keys(GWP_SETS) as GwpSet[];

/** The set of the official figure where a project names none: the legal one. */
export const LEGAL_GWP_SET: GwpSet = 'ar4';
