import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { newKeyCode, readable } from '../store/one_time_password.ts';
import { readIfThere, writePrivate } from './private_file.ts';

/** What one person signs in with. */
export interface DemoSecrets {
  readonly email: string;
  readonly password: string;
  readonly guardant_code: string;
}

/** What opens the demonstration company, as staff and as its administrator; kept in `demo.json` of the data folder. */
export interface DemoAccess extends DemoSecrets {
  readonly url: string;
  readonly admin: DemoSecrets;
  /** Whether the company and its project are all there: a start that was cut short is made good by the next one. */
  readonly complete: boolean;
}

/** The access of this data folder, or undefined before the first start. One of an older release gets an administrator. */
export function readDemoAccess(dataDir: string): DemoAccess | undefined {
  const file = fileOf(dataDir);
  const text = readIfThere(file);
  if (text === undefined) return undefined;
  const kept = parsed(file, text);
  if (!kept) return undefined;
  if (kept.admin) return { ...kept, admin: kept.admin };
  const access = { ...kept, admin: newSecrets(ADMIN), complete: false };
  writeDemoAccess(dataDir, access);
  return access;
}

type KeptAccess = Omit<DemoAccess, 'admin'> & { readonly admin?: DemoSecrets };

/** Undefined for a damaged file, which is put aside: new passwords are made in its place. */
function parsed(file: string, text: string): KeptAccess | undefined {
  try {
    const kept = JSON.parse(text) as KeptAccess;
    if ([kept, kept.admin ?? kept].every(areSecrets)) return kept;
  } catch {
    // Not JSON any more.
  }
  renameSync(file, `${file}.damaged`);
  return undefined;
}

function areSecrets({ email, password, guardant_code }: Partial<DemoSecrets>): boolean {
  return [email, password, guardant_code].every((text) => typeof text === 'string' && text !== '');
}

/** Makes the access of a new data folder: random passwords and keys, kept before anything is made with them. */
export function newDemoAccess(dataDir: string): DemoAccess {
  const access = { url: '', ...newSecrets(STAFF), admin: newSecrets(ADMIN), complete: false };
  writeDemoAccess(dataDir, access);
  return access;
}

const STAFF = 'ekolog@demo.example';
const ADMIN = 'admin@demo.example';

function newSecrets(email: string): DemoSecrets {
  return {
    email,
    password: `${readable(5)}-${readable(5)}-${readable(5)}`,
    guardant_code: newKeyCode(),
  };
}

export function writeDemoAccess(dataDir: string, access: DemoAccess): void {
  writePrivate(fileOf(dataDir), `${JSON.stringify(access, null, 2)}\n`);
}

function fileOf(dataDir: string): string {
  return join(dataDir, 'demo.json');
}
