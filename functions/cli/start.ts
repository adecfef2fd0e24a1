import type { Product } from '../local/product.ts';
import { readLocalSettings } from '../local/settings.ts';
import { plainHttpWarning } from '../server/plain_http.ts';
import { fail, stopOnSignal } from '../server/stop_on_signal.ts';
import { buildWeb, WEB_BUILD } from './build.ts';

/**
 * `npm start`: builds stale parts, starts the product on this machine, prints how to sign in and
 * runs until it is stopped.
 */
async function start(): Promise<void> {
  const settings = readLocalSettings(process.env);
  await buildWeb();
  // Imported only now: it reads what the build has just written.
  const { startProduct } = await import('../local/product.ts');
  const product = await startProduct(settings, WEB_BUILD);
  stopOnSignal(product.stop);
  console.log(greeting(product, settings.dataDir));
  const warning = plainHttpWarning(settings.host);
  if (warning) console.warn(`${warning}\n`);
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

try {
  await start();
} catch (error) {
  fail(error);
}
