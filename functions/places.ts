/** Folder of the repository, or of the unpacked release. Bundles stand one folder below it, as this file does. */
export const ROOT_FOLDER = new URL('../', import.meta.url);

/** Folder of the core's files. */
export const CORE_FOLDER = new URL('wasm-core/', ROOT_FOLDER);
