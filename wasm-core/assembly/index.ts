// The whole surface of the WebAssembly module.
export * from './constants';
export * from './converter';
export * from './emissions';
export * from './recycle_technology';
export * from './trees';
export { written_ptr } from './written';
