import { type Forest, SplitFlag } from '#core/models/forest.ts';
import { type Peer, SINGLE_ROWS, timed, timedSingles } from './peer.ts';

/** The walk that one would write in JavaScript, over typed arrays, tree by tree for each row. */
export function plainWalkPeer(forest: Forest, rows: Float64Array): Peer {
  const { features } = forest;
  const count = rows.length / features;
  const walk = forest.family === 'xgboost' ? xgboostScore : lightgbmScore;
  const all = () => {
    const scores = new Float64Array(count);
    for (let row = 0; row < count; row++) scores[row] = walk(forest, rows, row * features);
    return scores;
  };
  return {
    name: 'plain JavaScript walk',
    model: forest.family,
    batch: () => timed(count, all),
    one: () =>
      timedSingles(() => {
        for (let row = 0; row < SINGLE_ROWS; row++) walk(forest, rows, row * features);
      }),
    scores: async () => all(),
  };
}

function xgboostScore(forest: Forest, rows: Float64Array, at: number): number {
  const { splitFeature, splitThreshold, splitLeft, splitRight, splitFlags, treeSplit, trees, leafValue } = forest;
  let sum = forest.base[0] ?? 0;
  for (let tree = 0; tree < trees; tree++) {
    let node = treeSplit[tree] as number;
    while (node >= 0) {
      const x = rows[at + (splitFeature[node] as number)] as number;
      const missing = ((splitFlags[node] as number) & SplitFlag.DEFAULT_LEFT) !== 0;
      const left = Number.isNaN(x) ? missing : x < (splitThreshold[node] as number);
      node = (left ? splitLeft[node] : splitRight[node]) as number;
    }
    sum = Math.fround(sum + (leafValue[~node] as number));
  }
  return sum;
}

function lightgbmScore(forest: Forest, rows: Float64Array, at: number): number {
  const { splitFeature, splitThreshold, splitLeft, splitRight, splitFlags, treeSplit, trees, leafValue } = forest;
  let sum = 0;
  for (let tree = 0; tree < trees; tree++) {
    let node = treeSplit[tree] as number;
    while (node >= 0) {
      const x = rows[at + (splitFeature[node] as number)] as number;
      const missing = ((splitFlags[node] as number) & SplitFlag.DEFAULT_LEFT) !== 0;
      const left = Number.isNaN(x) ? missing : x <= (splitThreshold[node] as number);
      node = (left ? splitLeft[node] : splitRight[node]) as number;
    }
    sum += leafValue[~node] as number;
  }
  return sum;
}
