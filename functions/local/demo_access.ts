import { dirname, join } from 'node:path';
import { StartError } from '../server/start_error.ts';
import { readable } from '../store/one_time_password.ts';
import { readIfThere, writePrivate } from './private_file.ts';

/** What one person signs in with. */
export interface Secrets {
  readonly email: string;
  readonly password: string;
  readonly guardant_code: string;
}

/** What opens the demonstration company, as staff and as its administrator; kept in `demo.json` of the data folder. */
export interface DemoAccess extends Secrets {
  readonly url: string;
  readonly admin: Secrets;
  /** Whether the company and its project are all there: a start that was cut short is made good by the next one. */
  readonly complete: boolean;
}

/** The access of this data folder, or undefined before the first start. One of an older release gets an administrator. */
export function readDemoAccess(dataDir: string): DemoAccess | undefined {
  const file = fileOf(dataDir);
  const text = readIfThere(file);
  if (text === undefined) return undefined;
  const kept = parsed(file, text);
  if (kept.admin) return { ...kept, admin: kept.admin };
  const access = { ...kept, admin: newSecrets(ADMIN), complete: false };
  writeDemoAccess(dataDir, access);
  return access;
}

function parsed(file: string, text: string): Omit<DemoAccess, 'admin'> & { readonly admin?: Secrets } {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new StartError(`Файл ${file} испорчен. Восстановите его или удалите всю папку данных: ${dirname(file)}`, {
      cause,
    });
  }
}

/** Makes the access of a new data folder: random passwords and keys, kept before anything is made with them. */
export function newDemoAccess(dataDir: string): DemoAccess {
  const access = { url: '', ...newSecrets(STAFF), admin: newSecrets(ADMIN), complete: false };
  writeDemoAccess(dataDir, access);
  return access;
}

const STAFF = 'ekolog@demo.example';
const ADMIN = 'admin@demo.example';

function newSecrets(email: string): Secrets {
  return {
    email,
    password: `${readable(5)}-${readable(5)}-${readable(5)}`,
    guardant_code: `${readable(4)}-${readable(4)}`.toUpperCase(),
  };
}

export function writeDemoAccess(dataDir: string, access: DemoAccess): void {
  writePrivate(fileOf(dataDir), `${JSON.stringify(access, null, 2)}\n`);
}

function fileOf(dataDir: string): string {
  return join(dataDir, 'demo.json');
}
