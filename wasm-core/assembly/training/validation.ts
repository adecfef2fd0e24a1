// Validation rows are predicted during the training: the error after each tree determines when to
// stop.

import { BLANK, Data } from './layout';
import { Node, TreeNode } from './node';
import { Grid } from './target';

/** Sets the predictions of the validation rows to those without a tree. */
export function resetPredictions(): void {
  for (let row = 0; row < Data.validationRows; row++) {
    store<f64>(Data.validationPrediction + ((<usize>row) << 3), <f64>Grid.base);
  }
}

/** Leaf of the current tree for validation row `row`. */
function leafOf(row: i32): Node {
  let node = TreeNode.nodeAt(0);
  while (node.left !== 0) {
    const bin = <i32>load<u8>(Data.validationBins + <usize>node.feature * Data.validationRows + row);
    const left = bin === BLANK ? node.blankLeft !== 0 : bin <= node.bin;
    node = TreeNode.nodeAt(left ? node.left : node.right);
  }
  return node;
}

/** Adds the current tree to the predictions. Returns the sum of squared errors, in row order. */
export function addToPredictions(): f64 {
  let sum: f64 = 0;
  for (let row = 0; row < Data.validationRows; row++) {
    const at = (<usize>row) << 3;
    const prediction = load<f64>(Data.validationPrediction + at) + <f64>leafOf(row).value;
    store<f64>(Data.validationPrediction + at, prediction);
    const error = load<f64>(Data.validationTarget + at) - prediction * Grid.unit;
    sum += error * error;
  }
  return sum;
}

/**
 * Address to which the predictions of the validation rows are written, f64[validationRows] in the
 * target's unit.
 */
export function training_predictions(): usize {
  for (let row = 0; row < Data.validationRows; row++) {
    const at = (<usize>row) << 3;
    store<f64>(Data.second + at, load<f64>(Data.validationPrediction + at) * Grid.unit);
  }
  return Data.second;
}
