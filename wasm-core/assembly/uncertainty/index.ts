// The exports of uncertainty.wasm.
export { memory_clear, memory_take } from '../memory';
export { uncertainty_closed_form } from './closed_form';
export { uncertainty_draw } from './draw';
export { uncertainty_histogram, uncertainty_histogram_ends } from './histogram';
export { key_assessments, key_order } from './key_categories';
export { uncertainty_percentiles } from './percentiles';
export { uncertainty_prepare } from './plan';
export { propagation } from './propagation';
export { uncertainty_sample_moments } from './sample_moments';
export { uncertainty_swings } from './swings';
export { uncertainty_trend } from './trend';
