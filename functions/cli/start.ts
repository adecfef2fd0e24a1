import { join } from 'node:path';
import type { DemoSecrets } from '../local/demo_access.ts';
import type { Product } from '../local/product.ts';
import { readLocalSettings } from '../local/settings.ts';
import { plainHttpWarning } from '../server/plain_http.ts';
import { fail, stopOnSignal } from '../server/stop_on_signal.ts';
import { WEB_BUILD } from './build.ts';
import { buildWebApart } from './build_apart.ts';

/**
 * `npm start`: builds stale parts, starts the product on this machine, prints how to sign in and
 * runs until it is stopped.
 */
async function start(): Promise<void> {
  const settings = readLocalSettings(process.env);
  await buildWebApart();
  // Imported on demand: it reads the output of the build above.
  const { startProduct } = await import('../local/product.ts');
  const product = await startProduct(settings, WEB_BUILD);
  stopOnSignal(product.stop);
  console.log(greeting(product, settings.dataDir));
  const warning = plainHttpWarning(settings.host);
  if (warning) console.warn(`${warning}\n`);
}

function greeting({ access }: Product, dataDir: string): string {
  const secrets = ({ email, password, guardant_code }: DemoSecrets) => [
    `  Логин:               ${email}`,
    ...(access.changed.includes(email)
      ? [
          '  Пароль и код ключа:  изменены после первого запуска, входите со своими. Если забыты, остановите продукт,',
          `                       удалите файл ${join(dataDir, 'demo.json')} и запустите снова: пароли станут новыми.`,
        ]
      : [`  Пароль:              ${password}`, `  Код ключа Guardant:  ${guardant_code}`]),
  ];
  return [
    '',
    'Продукт запущен. Откройте в браузере и войдите в демонстрационную компанию:',
    '',
    `  Адрес:               ${access.url}`,
    ...secrets(access),
    '',
    'Администратор той же компании (загружает модели, ведёт пользователей):',
    '',
    ...secrets(access.admin),
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
