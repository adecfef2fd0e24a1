import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Peer, SINGLE_ROWS, timed, timedSingles } from './peer.ts';

interface Tensor {
  readonly data: Float32Array;
}

interface OnnxRuntime {
  readonly env: { readonly wasm: { numThreads: number } };
  readonly Tensor: new (type: 'float32', data: Float32Array, dims: readonly number[]) => Tensor;
  readonly InferenceSession: {
    create(
      model: Uint8Array,
      options: { executionProviders: readonly string[] },
    ): Promise<{
      run(inputs: Record<string, Tensor>): Promise<Record<string, Tensor>>;
    }>;
  };
}

/** onnxruntime-web, installed under `folder`: its WebAssembly build on one thread, the XGBoost model converted. */
export async function onnxruntimePeer(folder: string, model: Uint8Array, rows: Float32Array): Promise<Peer> {
  const require = createRequire(join(folder, 'package.json'));
  const runtime = require('onnxruntime-web') as OnnxRuntime;
  const entry = require.resolve('onnxruntime-web');
  const { version } = JSON.parse(readFileSync(join(entry, '../../package.json'), 'utf8')) as { version: string };
  runtime.env.wasm.numThreads = 1;
  const session = await runtime.InferenceSession.create(model, { executionProviders: ['wasm'] });
  const count = rows.length / 7;
  const singles = Array.from({ length: SINGLE_ROWS }, (_, row) => rows.slice(7 * row, 7 * row + 7));
  const run = async (part: Float32Array) => {
    const { variable } = await session.run({ rows: new runtime.Tensor('float32', part, [part.length / 7, 7]) });
    if (!variable) throw new Error('The converted model has no output "variable"');
    return variable.data;
  };
  return {
    name: `onnxruntime-web ${version} (WebAssembly)`,
    model: 'xgboost',
    batch: () => timed(count, () => run(rows)),
    one: () =>
      timedSingles(async () => {
        for (const row of singles) await run(row);
      }),
    scores: async () => Float64Array.from(await run(rows)),
  };
}
