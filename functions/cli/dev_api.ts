// The API of `npm run dev` in its own process: the product of `npm start` without the built web
// application.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLocalSettings } from '../local/settings.ts';
import { fail, stopOnSignal } from '../server/stop_on_signal.ts';

try {
  // Vite serves the application: the server requires a folder, but not its content.
  const web = mkdtempSync(join(tmpdir(), 'dev-web-'));
  const { startProduct } = await import('../local/product.ts');
  const product = await startProduct(readLocalSettings(process.env), web);
  const stop = async () => {
    await product.stop();
    rmSync(web, { recursive: true, force: true });
  };
  stopOnSignal(stop);
  // A parent that was killed sends no signal.
  process.once('disconnect', () => stop().finally(() => process.exit()));
  process.send?.(product.access);
} catch (error) {
  fail(error);
}
