import type { Predictor } from '#core/models/predictor.ts';
import { type Peer, SINGLE_ROWS, timed } from './peer.ts';

/** The product's own core, through the interface that the product uses: rows are copied in, scores out. */
export function corePeer(predictor: Predictor, rows: Float64Array): Peer {
  const { family, features } = predictor.info;
  const all = () => predictor.predict(rows, { raw: true });
  return {
    name: 'this core',
    model: family,
    batch: () => timed(rows.length / features, all),
    one: () =>
      timed(SINGLE_ROWS, () => {
        for (let row = 0; row < SINGLE_ROWS; row++) {
          predictor.predict(rows.subarray(features * row, features * (row + 1)), { raw: true });
        }
      }),
    scores: async () => all(),
  };
}
