import { StartError } from '../server/start_error.ts';
import { buildWeb } from './build.ts';
import type { Product } from './product.ts';
import { readSettings } from './settings.ts';

/** Who started this process; another one later means that he is gone. */
const parent = process.ppid;
const PARENT_CHECK_MS = 300;

/** `npm start`: builds what is stale, starts the product on this machine, says how to sign in, and runs until it is told to stop. */
async function start(): Promise<void> {
  const settings = readSettings(process.env);
  await buildWeb();
  // Imported only now: it reads what the build has just written.
  const { startProduct } = await import('./product.ts');
  const product = await startProduct(settings);
  stopOnSignal(product);
  console.log(greeting(product, settings.dataDir));
}

function greeting({ access }: Product, dataDir: string): string {
  return [
    '',
    'Продукт запущен. Откройте в браузере и войдите в демонстрационную компанию:',
    '',
    `  Адрес:               ${access.url}`,
    `  Логин:               ${access.email}`,
    `  Пароль:              ${access.password}`,
    `  Код ключа Guardant:  ${access.guardant_code}`,
    '',
    'Администратор той же компании (загружает модели, ведёт пользователей):',
    '',
    `  Логин:               ${access.admin.email}`,
    `  Пароль:              ${access.admin.password}`,
    `  Код ключа Guardant:  ${access.admin.guardant_code}`,
    '',
    `Данные лежат в папке ${dataDir} и переживают перезапуск.`,
    'Остановить: Ctrl+C.',
    '',
  ].join('\n');
}

function stopOnSignal(product: Product): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) process.exit(130);
    stopping = true;
    console.log('\nОстанавливаю…');
    try {
      await product.stop();
      process.exit(0);
    } catch (error) {
      fail(error);
    }
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  if (process.env.npm_lifecycle_event) whenOrphaned(stop);
}

/** npm hands a signal to its shell only, and the shell leaves its child behind: the product that npm started goes with them. */
function whenOrphaned(stop: () => void): void {
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, PARENT_CHECK_MS);
  timer.unref();
}

function fail(error: unknown): never {
  if (error instanceof StartError) console.error(`\n${error.message}\n`);
  else console.error('\nПродукт не запустился или не остановился. Причина:\n', error);
  process.exit(1);
}

try {
  await start();
} catch (error) {
  fail(error);
}
