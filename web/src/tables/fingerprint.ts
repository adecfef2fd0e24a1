import type { Calculation } from '#core/contract/calculation.ts';
import type { ModelReference } from '#core/contract/model.ts';
import type { Core } from '#core/load.ts';
import { shortHash } from '../format.ts';
import type { Disagreement } from '../results/disagreements.ts';
import type { ReadyPreview } from './preview.ts';

/** What a result must share with the browser's own to be the same bit for bit. */
export interface Fingerprint {
  readonly rows_sha256: string;
  readonly core_sha256: string;
  readonly model: ModelReference | null;
}

/** The fingerprint of a preview; undefined: the browser could not make one. */
export function fingerprintOf({ sha256, model }: ReadyPreview, core: Core): Fingerprint | undefined {
  if (sha256 === '') return undefined;
  return { rows_sha256: sha256, core_sha256: core.sha256, model: model ?? null };
}

/**
 * In what the server's calculation and the preview differ. Empty: the same rows by the same core
 * and model.
 */
function tableDisagreements(saved: Calculation, expected: Fingerprint): Disagreement[] {
  const model = saved.model as ModelReference | null | undefined;
  const pairs = [
    ['Строки с результатами (SHA-256)', saved.rows_sha256, expected.rows_sha256],
    ['Расчётное ядро (SHA-256)', saved.core_sha256, expected.core_sha256],
    ['Модель (SHA-256)', model?.sha256 ?? '—', expected.model?.sha256 ?? '—'],
  ] as const;
  return pairs
    .filter(([, server, browser]) => server !== browser)
    .map(([label, server, browser]) => ({ label, server: String(server), browser }));
}

/** What is reported of a saved table. `expected`: what the browser has computed, if it could. */
export function savedTableReport(saved: Calculation | undefined, expected: Fingerprint | undefined) {
  const isCompared = saved !== undefined && expected !== undefined;
  return {
    disagreements: isCompared ? tableDisagreements(saved, expected) : [],
    proof: isCompared ? proofOf(expected) : undefined,
    advice: 'Результат посчитал сервер: сверьте его в списке.',
  };
}

function proofOf({ rows_sha256, core_sha256 }: Fingerprint) {
  return { text: `Строки ${shortHash(rows_sha256)}…, ядро ${shortHash(core_sha256)}…`, sha256: rows_sha256 };
}
