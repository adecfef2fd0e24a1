// The exports of core.wasm that belong to the tree engine.
export { bitsliced } from './bitsliced';
export { plant_lightgbm, plant_node, plant_xgboost } from './build_tree';
export { trees_contributions, trees_path_bytes } from './contributions';
export { log_f32, logit_f32, softplus_inverse_f32, trees_link } from './link';
export { masks } from './masks';
export { powers_ptr } from './read/decimal';
export { scan_after, scan_count, scan_list, scan_next, scan_skip, scan_state, scan_unpack } from './read/scan';
export { trees_raw } from './walk';
