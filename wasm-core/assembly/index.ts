// The surface of the WebAssembly module; the build adds each formula that has a file named after its type.
export { column_sum } from './column';
export * from './constants';
export * from './converter';
export * from './emissions';
export { methane_balance } from './methane_balance';
export { written_ptr } from './result_buffer';
export * from './training';
export * from './trees';
export * from './uncertainty';
