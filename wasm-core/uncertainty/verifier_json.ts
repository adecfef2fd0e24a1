import { quoted } from '../contract/russian.ts';
import type { Assessment } from './assess.ts';
import { POINTS } from './percentiles.ts';
import { NO_UNCERTAINTY } from './plan.ts';
import { APPROACH_1_LIMIT, beyondApproach1, type Propagation } from './propagation.ts';

/** The output for a verifier: the object, and Russian sentences about it. */
export interface VerifierAnswer {
  readonly json: unknown;
  readonly notes: readonly string[];
}

/**
 * An assessment in the terms of the plan file. The range is null, never ± 0, if no quantity is
 * uncertain.
 */
export function assessmentJson({
  n,
  totalsSha256,
  percentiles,
  moments,
  certain,
  isCertain,
}: Assessment): VerifierAnswer {
  const base = { n, totals_sha256: totalsSha256 };
  if (isCertain) {
    const note = `${NO_UNCERTAINTY[0]?.toUpperCase()}${NO_UNCERTAINTY.slice(1)}: у всех величин плана закон «fixed».`;
    const nothing = { percentiles: null, ranks: null, mean: moments.mean, sd: null, shares: {} };
    return { json: { ...base, ...nothing, note: NO_UNCERTAINTY }, notes: [note] };
  }
  const of = (name: 'value' | 'rank') => Object.fromEntries(POINTS.map((point) => [point, percentiles[point][name]]));
  const { mean, sd, shares } = moments;
  const notes = certain.map((id) => `Расчёт ${quoted(id)}: ${NO_UNCERTAINTY}.`);
  if (moments.from === 'sample') {
    notes.push(
      'Величина умножается на себя или стоит в знаменателе: mean, sd и shares взяты из розыгрышей, а не из точной формулы.',
    );
  }
  return { json: { ...base, percentiles: of('value'), ranks: of('rank'), mean, sd, shares }, notes };
}

/** Table 3.2 in the terms of the file of rows. A value that cannot be computed is null. */
export function propagationJson(propagation: Propagation): VerifierAnswer {
  const { table, total, u_total = null, trend = null, u_trend = null } = propagation;
  const notes = beyondApproach1(propagation).map(
    (name) =>
      `${quoted(name)}: неопределённость от ${APPROACH_1_LIMIT} % — способ 1 здесь не годится, используйте способ 2 (план).`,
  );
  if (u_total === null) notes.push('Сумма отчётного года равна 0: её неопределённость в процентах не определена.');
  if (trend === null) notes.push('Сумма базового года равна 0: изменение к нему не определено.');
  return { json: { table, total, u_total, trend, u_trend }, notes };
}
