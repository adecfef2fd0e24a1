import type { Predictor } from '#core/models/predictor.ts';

/** Most cached models, and most splits and leaves in total, about 100 bytes each. */
const MAX_MODELS = 8;
const MAX_NODES = 2 ** 20;

/** Cached models by the SHA-256 of their file, least recently used first. */
const loaded = new Map<string, Promise<Predictor>>();

/** The cached predictor of the file `sha256`, or the result of `load`. An LRU cache. */
export async function cachedPredictor(sha256: string, load: () => Promise<Predictor>): Promise<Predictor> {
  const found = loaded.get(sha256) ?? load();
  loaded.delete(sha256);
  loaded.set(sha256, found);
  try {
    const predictor = await found;
    await dropUnused();
    return predictor;
  } catch (error) {
    if (loaded.get(sha256) === found) loaded.delete(sha256);
    throw error;
  }
}

/** Count of cached models. */
export function cachedModels(): number {
  return loaded.size;
}

async function dropUnused(): Promise<void> {
  let models = 0;
  let nodes = 0;
  for (const [sha256, loading] of [...loaded].toReversed()) {
    const predictor = await loading.catch(() => undefined);
    models += 1;
    nodes += predictor?.info.nodes ?? 0;
    // The most recent model is kept, whatever its size.
    if (models > 1 && (models > MAX_MODELS || nodes > MAX_NODES)) loaded.delete(sha256);
  }
}
