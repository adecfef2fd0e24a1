import type { Predictor } from '#core/models/predictor.ts';
import { type Peer, SINGLE_ROWS, timed, timedSingles } from './peer.ts';

/** The product's own core, through the interface that the product uses: rows are copied in, scores out. */
export function corePeer(predictor: Predictor, rows: Float64Array): Peer {
  const { family, features } = predictor.info;
  const singles = Array.from({ length: SINGLE_ROWS }, (_, row) => rows.slice(features * row, features * (row + 1)));
  const all = () => predictor.predict(rows, { raw: true });
  return {
    name: 'this core',
    model: family,
    batch: () => timed(rows.length / features, all),
    one: () =>
      timedSingles(() => {
        for (const row of singles) predictor.predict(row, { raw: true });
      }),
    scores: async () => all(),
  };
}
