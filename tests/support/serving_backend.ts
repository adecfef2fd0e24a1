import { fileURLToPath } from 'node:url';
import { startProduct } from '#functions/local/product.ts';
import { fail, stopOnSignal } from '#functions/server/stop_on_signal.ts';

/** No screens are requested: any small folder works. */
const WEB = fileURLToPath(new URL('./stores', import.meta.url));

/** The product without its screens, in a process that a test kills: prints how to sign in. */
const [, , dataDir = ''] = process.argv;
const { access, stop } = await startProduct({ host: '127.0.0.1', port: 0, dataDir }, WEB).catch(fail);
console.log(JSON.stringify(access));
stopOnSignal(stop);
