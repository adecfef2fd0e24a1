import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Model } from '#core/contract/model.ts';
import { writeCompact } from '#core/models/compact.ts';
import { Predictor } from '#core/models/predictor.ts';
import { readModel } from '#core/models/read_model.ts';
import type { StoredVersion } from './versioned_items.ts';

/** What its file says of a model, which column each of its features takes, and the hashes of its two forms. */
type Described = Pick<Model, 'method' | 'objective' | 'trees' | 'depth' | 'features' | 'sha256' | 'size'> & {
  /** SHA-256 of the compact form with covers, packed by gzip: what the browser gets. */
  readonly compact_sha256: string;
};

/** A model as it is stored: it never changes, so its version stays 1. Both forms of its file lie in the bucket under their SHA-256. */
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

/** What is kept of a model that has been read. `columns`: column of the table per feature. */
export function describeModel({ predictor, original, compact }: OpenedModel, columns: readonly string[]): Described {
  const { family, objective, trees, depth, featureNames } = predictor.info;
  const features = columns.map((column, place) => ({ name: featureNames[place] ?? `признак ${place + 1}`, column }));
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
