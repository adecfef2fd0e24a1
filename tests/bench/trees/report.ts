import type { Peer } from './peer.ts';

/** Nanoseconds a row of a peer, round by round. */
export interface Measured {
  readonly peer: Peer;
  readonly rounds: readonly number[];
}

/** A table of the measurements: `core` first, and the ratio of each peer of its model to it. */
export function table(title: string, all: readonly Measured[], gates: ReadonlyMap<string, number>): string {
  const lines = all.map((measured) => {
    const core = all.find(({ peer }) => peer.name === 'this core' && peer.model === measured.peer.model) ?? measured;
    const ratios = measured.rounds.map((value, round) => value / (core.rounds[round] ?? value));
    const least = Math.min(...measured.rounds) / Math.min(...core.rounds);
    const gate = gates.get(keyOf(measured.peer));
    const cells = [
      measured.peer.model === 'xgboost' ? 'XGBoost' : 'LightGBM',
      measured.peer.name,
      `${round(Math.min(...measured.rounds))} / ${round(median(measured.rounds))}`,
      measured === core ? '1' : `**${least.toFixed(1)}** [${median(ratios).toFixed(1)}]`,
      gate === undefined ? '' : `≥ ${gate}: ${least >= gate ? 'kept' : 'MISSED'}`,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    `| ${title}: model | Peer | ns a row, min / median | × this core | Gate |`,
    '|---|---|---:|---:|---|',
    ...lines,
  ].join('\n');
}

/** The measure that a gate limits. */
export function keyOf({ name, model }: Peer): string {
  return name.startsWith('onnxruntime') ? 'onnxruntime' : name.startsWith('native') ? model : name;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

function round(nanoseconds: number): string {
  return Math.round(nanoseconds).toLocaleString('en-US');
}
