import { Link, type LinkCode } from './forest.ts';

/** Conversion of `base_score`, which is an output, to a raw score; all in f32. */
export type BaseRule = 'as_is' | 'logit' | 'log' | 'expectiles';

export interface XgboostObjective {
  readonly link: LinkCode;
  readonly base: BaseRule;
}

const IDENTITY = { link: Link.IDENTITY, base: 'as_is' } as const;
const POSITIVE = { link: Link.EXP_F32, base: 'log' } as const;
const PROBABILITY = { link: Link.LOGISTIC_F32, base: 'logit' } as const;

/**
 * Objectives by name. dmlc/xgboost v1.7.4 … v3.4.1, src/objective: `PredTransform` is the link,
 * `ProbToMargin` the base.
 */
export const XGBOOST_OBJECTIVES: Readonly<Record<string, XgboostObjective>> = {
  'reg:squarederror': IDENTITY,
  'reg:linear': IDENTITY,
  'reg:squaredlogerror': IDENTITY,
  'reg:pseudohubererror': IDENTITY,
  'reg:absoluteerror': IDENTITY,
  'reg:quantileerror': IDENTITY,
  'reg:expectileerror': { link: Link.EXPECTILES_F32, base: 'expectiles' },
  'reg:logistic': PROBABILITY,
  'reg:gamma': POSITIVE,
  'reg:tweedie': POSITIVE,
  'count:poisson': POSITIVE,
  'survival:cox': POSITIVE,
  'survival:aft': POSITIVE,
  'binary:logistic': PROBABILITY,
  'binary:logitraw': IDENTITY,
  'binary:hinge': { link: Link.HINGE_F32, base: 'as_is' },
  'multi:softprob': { link: Link.SOFTMAX_F32, base: 'as_is' },
  'multi:softmax': { link: Link.ARGMAX_F32, base: 'as_is' },
  'rank:pairwise': IDENTITY,
  'rank:ndcg': IDENTITY,
  'rank:map': IDENTITY,
};
