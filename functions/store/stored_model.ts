import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Model } from '#core/contract/model.ts';
import { writeCompact } from '#core/models/compact.ts';
import { Predictor } from '#core/models/predictor.ts';
import { readModel } from '#core/models/read_model.ts';
import type { StoredVersion } from './versioned_items.ts';

/** Facts of a model's file, the columns of its features, and the hashes of its two forms. */
type Described = Pick<Model, 'method' | 'objective' | 'trees' | 'depth' | 'features' | 'sha256' | 'size'> & {
  /** SHA-256 of the compact form with covers, packed by gzip, which the browser downloads. */
  readonly compact_sha256: string;
};

/**
 * A stored model. It is immutable, so its version is 1. The bucket has both forms of its file under
 * their SHA-256.
 */
export interface StoredModel extends StoredVersion, Described, Pick<Model, 'name' | 'file_name'> {}

/** A model file that has been read. */
export interface OpenedModel {
  readonly predictor: Predictor;
  readonly original: Uint8Array;
  readonly compact: Uint8Array;
}

/** Reads a model file. `module` is the core's. Throws ModelRefused with a message for the user. */
export async function openModel(module: WebAssembly.Module, original: Uint8Array): Promise<OpenedModel> {
  const forest = await readModel(module, original);
  const predictor = await Predictor.of(module, forest);
  return { predictor, original, compact: gzipSync(writeCompact(forest, { covers: true })) };
}

/** The stored facts of a model. `columns`: column of the table for each feature. */
export function describeModel({ predictor, original, compact }: OpenedModel, columns: readonly string[]): Described {
  const { family, objective, trees, depth, featureNames } = predictor.info;
  const features = columns.map((column, index) => ({ name: featureNames[index] ?? `признак ${index + 1}`, column }));
  const compact_sha256 = sha256Hex(compact);
  return {
    ...{ method: family, objective, trees, depth, features },
    ...{ sha256: sha256Hex(original), size: original.length, compact_sha256 },
  };
}

/** SHA-256 of bytes, hex. */
export function sha256Hex(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
