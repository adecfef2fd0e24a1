import { Link, type LinkCode } from './forest.ts';
import { quotedName, unsupportedModel } from './refused.ts';

/**
 * Objectives by name, aliases included. microsoft/LightGBM v4.6.0, src/objective: `ConvertOutput`.
 */
const LINKS: Readonly<Record<string, LinkCode>> = {
  regression: Link.IDENTITY,
  regression_l2: Link.IDENTITY,
  l2: Link.IDENTITY,
  mse: Link.IDENTITY,
  regression_l1: Link.IDENTITY,
  l1: Link.IDENTITY,
  mae: Link.IDENTITY,
  huber: Link.IDENTITY,
  fair: Link.IDENTITY,
  quantile: Link.IDENTITY,
  mape: Link.IDENTITY,
  poisson: Link.EXP_F64,
  gamma: Link.EXP_F64,
  tweedie: Link.EXP_F64,
  binary: Link.SIGMOID_F64,
  multiclass: Link.SOFTMAX_F64,
  softmax: Link.SOFTMAX_F64,
  multiclassova: Link.SIGMOID_F64,
  cross_entropy: Link.SIGMOID_F64,
  xentropy: Link.SIGMOID_F64,
  cross_entropy_lambda: Link.LOG1P_EXP_F64,
  xentlambda: Link.LOG1P_EXP_F64,
  lambdarank: Link.IDENTITY,
  rank_xendcg: Link.IDENTITY,
  none: Link.IDENTITY,
  custom: Link.IDENTITY,
};

/**
 * The link of a header's `objective=` line, which has a name and words such as `sqrt` and
 * `sigmoid:1`. Without the line outputs are raw scores.
 */
export function lightgbmObjective(line: string | undefined): { objective: string; link: LinkCode; parameter: number } {
  const [name = '', ...words] = (line ?? 'none').trim().split(/\s+/);
  const link = Object.hasOwn(LINKS, name) ? LINKS[name] : undefined;
  if (link === undefined) {
    const next = 'Обучите модель с одной из известных функций, например regression.';
    throw unsupportedModel(`целевая функция ${quotedName(name)} LightGBM неизвестна`, next);
  }
  const sigmoid = words.find((word) => word.startsWith('sigmoid:'));
  return {
    objective: name,
    link: words.includes('sqrt') && link === Link.IDENTITY ? Link.SQUARE_F64 : link,
    parameter: sigmoid === undefined ? 1 : Number(sigmoid.slice('sigmoid:'.length)),
  };
}
