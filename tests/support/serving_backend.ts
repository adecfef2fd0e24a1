import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openBackend } from '#functions/local/backend.ts';
import { ensureDemoCompany } from '#functions/local/demo_company.ts';
import { listen } from '#functions/server/listen.ts';
import { stopOnSignal } from '#functions/server/stop_on_signal.ts';

/** The product without its screens, in a process that a test kills: prints how to sign in. */
const [, , dataDir = ''] = process.argv;
const web = join(dataDir, 'web');
mkdirSync(web, { recursive: true });
const backend = await openBackend(dataDir, web);
const demo = await ensureDemoCompany(backend.app, backend.db, dataDir);
const server = await listen(backend.site, '127.0.0.1', 0);
console.log(JSON.stringify({ ...demo, url: server.url }));
stopOnSignal(async () => {
  await server.close();
  await backend.close();
});
