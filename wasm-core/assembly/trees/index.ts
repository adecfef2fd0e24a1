// The tree engine's part of the module's surface.
export { memory_take } from './memory';
