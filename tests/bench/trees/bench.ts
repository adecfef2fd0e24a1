import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Predictor } from '#core/models/predictor.ts';
import { readModel } from '#core/models/read_model.ts';
import { buildCore, ROOT } from '#functions/cli/build.ts';
import { publish } from '../benchmark_page.ts';
import { corePeer } from './core_peer.ts';
import { startNatives } from './natives.ts';
import { onnxruntimePeer } from './onnxruntime.ts';
import type { Peer } from './peer.ts';
import { HOW, readPeerPlaces } from './peer_places.ts';
import { plainWalkPeer } from './plain_walk.ts';
import { readingTable } from './reading.ts';
import { type Measured, table } from './report.ts';

// `npm run bench:trees`: the core against other evaluators of the same models, on one thread, all in turn in every round, so that a
// slow phase of the machine affects all. Writes its tables into docs/benchmarks.md, between the markers.

const FOLDER = join(ROOT, '.cache/bench-trees');
const HERE = fileURLToPath(new URL('.', import.meta.url));

const BATCH_GATES = new Map([
  ['xgboost', 18],
  ['onnxruntime', 28],
  ['lightgbm', 30],
]);
const SINGLE_GATES = new Map([
  ['xgboost', 20],
  ['onnxruntime', 15],
  ['lightgbm', 12],
]);

const places = readPeerPlaces(process.argv.slice(2), ROOT);
if (!places) {
  console.error(HOW);
  process.exit(1);
}
const { python, onnxruntime, rounds } = places;

await buildCore();
if (!['rows.f32', 'xgboost.json'].every((name) => existsSync(join(FOLDER, name)))) {
  console.log('Training the models …');
  execFileSync(python, [join(HERE, 'train.py'), FOLDER], { stdio: 'inherit' });
}
const text = await measureAll(python, onnxruntime, rounds);
publish('trees', text);

async function measureAll(python: string, onnxruntime: string, rounds: number): Promise<string> {
  // Imported only now: it reads what the build has just written.
  const { loadServerCore } = await import('#functions/core.ts');
  const { module } = await loadServerCore();
  const rows32 = new Float32Array(file('rows.f32').buffer);
  const rows = Float64Array.from(rows32);
  const forests = [await readModel(module, file('xgboost.ubj')), await readModel(module, file('lightgbm.txt'))];
  const natives = await startNatives(python, FOLDER);
  const peers: Peer[] = [];
  for (const forest of forests) peers.push(corePeer(await Predictor.of(module, forest), rows));
  peers.push(...natives.peers, await onnxruntimePeer(onnxruntime, file('xgboost.onnx'), rows32));
  for (const forest of forests) peers.push(plainWalkPeer(forest, rows));
  const exactness = await compare(peers);
  const batch = await inTurn(peers, rounds, (peer) => peer.batch());
  const one = await inTurn(peers, rounds, (peer) => peer.one());
  natives.stop();
  return [
    environment(rounds),
    exactness,
    table('100,000 rows in one call', batch, BATCH_GATES),
    table('A row a call', one, SINGLE_GATES),
    await readingTable(module, FOLDER),
  ].join('\n\n');
}

/** Every peer once a round, one after another. The first, uncounted round warms up. */
async function inTurn(
  peers: readonly Peer[],
  rounds: number,
  measure: (peer: Peer) => Promise<number>,
): Promise<Measured[]> {
  const measured = peers.map((peer) => ({ peer, rounds: [] as number[] }));
  for (let round = -1; round < rounds; round++) {
    for (const { peer, rounds } of measured) {
      const nanoseconds = await measure(peer);
      if (round >= 0) rounds.push(nanoseconds);
    }
    process.stderr.write('.');
  }
  process.stderr.write('\n');
  return measured.sort((a, b) => b.peer.model.localeCompare(a.peer.model));
}

/** Stops the run unless the core and the plain walk give the native libraries' raw scores to the bit. */
async function compare(peers: readonly Peer[]): Promise<string> {
  const lines: string[] = [];
  for (const native of peers.filter(({ name }) => name.startsWith('native'))) {
    const expected = await native.scores();
    for (const peer of peers.filter((other) => other !== native && other.model === native.model)) {
      const scores = await peer.scores();
      const differing = expected.reduce((sum, value, row) => sum + (Object.is(value, scores[row]) ? 0 : 1), 0);
      lines.push(`${peer.name} ${differing}`);
      if (differing && !peer.name.startsWith('onnxruntime')) {
        throw new Error(`${peer.name} differs from ${native.name} in ${differing} of ${expected.length} rows`);
      }
    }
    lines.push(`(against ${native.name})`);
  }
  return `Rows of 100,000 whose raw score differs in any bit: ${lines.join(', ').replaceAll(', (', ' (')}.`;
}

function environment(rounds: number): string {
  const day = new Date().toISOString().slice(0, 10);
  const processor = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'})`;
  return `${day}, ${processor}, Node ${process.versions.node}; 500 trees of depth 6 on 7 features, 3 % of the cells missing; one thread, ${rounds} rounds in turn. The factor is minimum over minimum, in brackets the median of the rounds' own.`;
}

function file(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(join(FOLDER, name)));
}
