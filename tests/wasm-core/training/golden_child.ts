// Trains the golden settings on a thread or in a process of its own and reports their hashes.
import { parentPort } from 'node:worker_threads';
import { compiledModule } from '../../support/compiled_module.ts';
import { goldenHashes } from './golden.ts';

const hashes = await goldenHashes(await compiledModule('training'));
if (parentPort) parentPort.postMessage(hashes);
else console.log(JSON.stringify(hashes));
