// The exports of core.wasm; the build adds each formula that has a file named after its calculation
// type.
export { column_sum, median_spread } from './column';
export * from './constants';
export * from './converter';
export * from './emissions';
export { memory_clear, memory_take } from './memory';
export { methane_balance } from './methane_balance';
export { written_ptr } from './result_buffer';
export * from './trees';
