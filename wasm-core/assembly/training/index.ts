// The exports of training.wasm.
export { memory_clear, memory_take } from '../memory';
export { training_column, training_validation_column } from './columns';
export {
  training_begin,
  training_best_trees,
  training_diverged,
  training_errors,
  training_grow,
  training_reach,
  training_shape,
  training_stopped,
} from './grow';
export { training_band, training_band_covered, training_band_judged, training_band_reset } from './intervals';
export { training_bins, training_cuts, training_input, training_open, training_signs } from './layout';
export { training_linear_fit, training_linear_predict } from './linear';
export { training_add, training_mean, training_metrics, training_rolling_mean, training_subtract } from './metrics';
export { training_node_count, training_nodes, training_take_nodes } from './node';
export { training_choice } from './sampling';
export {
  training_base,
  training_coarse_target,
  training_target,
  training_unit,
  training_validation_target,
} from './target';
export { training_predictions } from './validation';
