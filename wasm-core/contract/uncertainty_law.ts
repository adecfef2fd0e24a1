/**
 * The uncertainty of a number: the distribution of its true value around the stated one. Ranges are
 * 95 % ranges. `symmetric`: normal, ± percent of the value; `factor`: lognormal, the value is the
 * median, from value/factor to value·factor; `absolute`: ± half in the unit of the value, normal or
 * uniform; `none`: the uncertainty is not known.
 */
export type UncertaintyLaw =
  | { readonly law: 'symmetric'; readonly percent: number }
  | { readonly law: 'factor'; readonly factor: number }
  | { readonly law: 'absolute'; readonly half: number; readonly shape?: AbsoluteShape }
  | { readonly law: 'uniform'; readonly min: number; readonly max: number }
  | { readonly law: 'triangular'; readonly min: number; readonly mode: number; readonly max: number }
  | { readonly law: 'none' };

export const ABSOLUTE_SHAPES = ['normal', 'uniform'] as const;
export type AbsoluteShape = (typeof ABSOLUTE_SHAPES)[number];

/**
 * `seen`: read in a primary text; `remembered`: by an expert from memory; `proposed`: our proposal.
 * The screen shows it.
 */
export const EVIDENCE = ['seen', 'remembered', 'proposed'] as const;
export type Evidence = (typeof EVIDENCE)[number];

/** Russian labels of the evidence. */
export const EVIDENCE_LABELS: Readonly<Record<Evidence, string>> = {
  seen: 'по документу',
  remembered: 'по оценке эксперта',
  proposed: 'предложение',
};

/** The uncertainty of a dictionary row's coefficient, an input or a constant, with its grounds. */
export interface Uncertainty {
  readonly law: UncertaintyLaw;
  /** Document and clause, or the expert, in Russian. */
  readonly source: string;
  readonly mark: Evidence;
}
