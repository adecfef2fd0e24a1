// The whole surface of the WebAssembly module.
export { column_sum } from './column';
export * from './constants';
export * from './converter';
export * from './emissions';
export { filling_blanks } from './filling_blanks';
export * from './recycle_technology';
export { regres_methane } from './regres_methane';
export { written_ptr } from './result_buffer';
export { sensitivity } from './sensitivity';
export * from './training';
export * from './trees';
export * from './uncertainty';
