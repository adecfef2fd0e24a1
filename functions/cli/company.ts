// npm run company -- create|admin|list …: companies and their administrators, in the table that the
// variables name or in that of the local product.

import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { invitationSchema } from '#core/contract/company_user.ts';
import { nameSchema } from '#core/contract/text.ts';
import { openLocalDatabase } from '../local/local_store.ts';
import { readLocalSettings } from '../local/settings.ts';
import { StartError } from '../server/start_error.ts';
import { pingTable, withStartupDiagnostics } from '../server/store_health.ts';
import type { Database } from '../store/database.ts';
import { type AppliedTerms, applyTerms } from '../store/terms.ts';
import { EmailTaken } from '../store/users.ts';
import { type Forgotten, forgetUser } from './forgetting.ts';
import { listCompanies, type MadeAdmin, provisionAdmin, provisionCompany } from './provisioning.ts';
import { runCommand, WrongCall } from './run_command.ts';

const USAGE = `Запуск: npm run company -- КОМАНДА [параметры]
  create  новая компания и её первый администратор:
          --name НАЗВАНИЕ --email АДРЕС --last-name ФАМИЛИЯ --first-name ИМЯ
          [--office-email АДРЕС] [--address ПОЧТОВЫЙ АДРЕС] [--ogrn N] [--okved N] [--region РЕГИОН]
  admin   администратор компании: новый человек или тот, кто уже есть (будет включён, пароль и код ключа заменены):
          --company НОМЕР --email АДРЕС --last-name ФАМИЛИЯ --first-name ИМЯ
  list    компании с номерами
  forget  забыть пользователя: имя и логин заменяются псевдонимом, сеансы кончаются, расчёты остаются:
          --user НОМЕР (из списка пользователей в API или из журнала действий)
  terms   сроки хранения для данных прежних выпусков: записи журнала получают срок, строки входов с логинами удаляются;
          выполняется один раз после обновления, npm start делает это сам
Где: с переменной TABLE_NAME — таблица AWS или другого облака (его адрес — AWS_ENDPOINT_URL_DYNAMODB);
без неё — данные продукта на этой машине (DATA_DIR).`;

const TEXT = { type: 'string' } as const;
const OPTIONS = {
  ...{ name: TEXT, email: TEXT, company: TEXT, user: TEXT },
  ...{ 'first-name': TEXT, 'last-name': TEXT, 'office-email': TEXT },
  ...{ address: TEXT, ogrn: TEXT, okved: TEXT, region: TEXT },
} as const;

type Options = { readonly [name in keyof typeof OPTIONS]?: string };

function readArguments(args: readonly string[]): { command: string | undefined; options: Options } {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    if (positionals.length > 1)
      throw new WrongCall('Команда одна: create, admin, list, forget или terms. Тексты с пробелами — в кавычках.');
    return { command: positionals[0], options: values };
  } catch (error) {
    if (error instanceof WrongCall) throw error;
    const unknown = /'(-[^' ]*)/.exec((error as Error).message)?.[1];
    throw new WrongCall(unknown ? `Параметр ${unknown} написан неверно.` : 'Параметры написаны неверно.');
  }
}

function adminOf(options: Options) {
  const raw = { email: options.email, first_name: options['first-name'], last_name: options['last-name'] };
  const { email, first_name, last_name } = checked(invitationSchema, { ...raw, role: 'admin' });
  return { email, first_name, last_name };
}

function checked<T extends z.core.$ZodType>(schema: T, raw: unknown): z.output<T> {
  const parsed = z.safeParse(schema, raw);
  if (!parsed.success) throw new WrongCall(parsed.error.issues.map(({ message }) => message).join('\n'));
  return parsed.data;
}

/**
 * Opens the table that the variables name, or the database of the local product, which may be
 * running.
 */
async function openWhere(): Promise<Database> {
  if (process.env.TABLE_NAME) {
    const { openDynamo } = await import('../adapters/aws/dynamo_database.ts');
    const db = openDynamo({ name: process.env.TABLE_NAME });
    await withStartupDiagnostics('table', db.name, () => pingTable(db));
    return db;
  }
  return openLocalDatabase(readLocalSettings(process.env).dataDir);
}

/**
 * Checks a command before the table is opened. Returns its action, which returns the text to print.
 */
function plan({ command, options }: ReturnType<typeof readArguments>): (db: Database) => Promise<string> {
  const now = new Date();
  if (command === 'list') return async (db) => listed(await listCompanies(db));
  if (command === 'create') {
    const admin = adminOf(options);
    const fields = {
      name: checked(nameSchema('Укажите --name: название компании.'), options.name),
      email: options['office-email'] ?? '',
      postal_address: options.address ?? '',
      ...{ ogrn: options.ogrn ?? '', okved: options.okved ?? '', region: options.region ?? '' },
    };
    return async (db) => handover('Компания создана', await provisionCompany(db, fields, admin, now));
  }
  if (command === 'admin') {
    const admin = adminOf(options);
    return async (db) => {
      const known = (await listCompanies(db)).some(({ id }) => id === options.company);
      if (!known) throw new StartError('Такой компании нет. Укажите --company: номер из npm run company -- list.');
      const made = await provisionAdmin(db, options.company ?? '', admin, now);
      if (!made) throw new EmailTaken(admin.email);
      return handover('Администратор назначен', made);
    };
  }
  if (command === 'forget') {
    const { user = '' } = options;
    if (user === '') throw new WrongCall('Укажите --user: номер пользователя.');
    return async (db) => forgotten(user, await forgetUser(db, user, now));
  }
  if (command === 'terms') return async (db) => termsApplied(await applyTerms(db));
  throw new WrongCall('Укажите команду: create, admin, list, forget или terms.');
}

function listed(companies: Awaited<ReturnType<typeof listCompanies>>): string {
  if (companies.length === 0) return 'Компаний пока нет. Создайте первую: npm run company -- create …';
  return companies.map(({ id, name, admins }) => `${id}  ${name}  (администраторов: ${admins})`).join('\n');
}

function termsApplied({ dated, removed }: AppliedTerms): string {
  return `Срок получили записи журнала: ${dated}. Удалено строк входов с логинами и адресами: ${removed}.`;
}

function forgotten(user: string, outcome: Forgotten): string {
  if ('pseudonym' in outcome)
    return `Пользователь ${user} забыт: теперь он «${outcome.pseudonym}», логин свободен. Заменено текстов: ${outcome.texts}.\nВ резервных копиях имя и логин остаются до конца их срока: docs/personal-data.md`;
  if (outcome.refused === 'last_admin')
    throw new StartError('Это последний администратор компании. Сначала назначьте другого: npm run company -- admin …');
  throw new StartError(`Пользователя ${user} нет. Проверьте номер и хранилище (TABLE_NAME или DATA_DIR).`);
}

function handover(done: string, { company, user, password, keyCode }: MadeAdmin): string {
  return [
    `${done}. Передайте человеку лично: пароль и код больше нигде не появятся.`,
    '',
    `  Компания:            ${company}`,
    `  Логин:               ${user.email}`,
    `  Одноразовый пароль:  ${password}`,
    `  Действует до:        ${user.one_time_until}`,
    `  Код ключа Guardant:  ${keyCode}`,
    '',
    'Одноразовый пароль открывает вход один раз: новый пароль задают сразу. Код ключа спрашивается при каждом входе,',
    'его меняют в профиле.',
  ].join('\n');
}

function explainTaken(cause: unknown): never {
  if (!(cause instanceof EmailTaken)) throw cause;
  throw new StartError('Этот логин уже занят. Укажите другой адрес (--email).', { cause });
}

async function run(args: readonly string[]): Promise<void> {
  const carryOut = plan(readArguments(args));
  const db = await openWhere();
  try {
    console.log(await carryOut(db).catch(explainTaken));
  } finally {
    await db.close();
  }
}

await runCommand(() => run(process.argv.slice(2)), USAGE, [StartError]);
