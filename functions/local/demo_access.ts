import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { isIntact, sealJson } from '../sealed_json.ts';
import { newKeyCode, readable } from '../store/one_time_password.ts';
import { readIfThere, writePrivate } from './private_file.ts';

/** Credentials of one user. */
export interface DemoSecrets {
  readonly email: string;
  readonly password: string;
  readonly guardant_code: string;
}

/**
 * Credentials of the demonstration company's staff user and administrator, stored in `demo.json` of
 * the data folder.
 */
export interface DemoAccess extends DemoSecrets {
  readonly url: string;
  readonly admin: DemoSecrets;
  /**
   * Whether the company and its project are complete; an interrupted start is completed by the next
   * one.
   */
  readonly complete: boolean;
}

/**
 * The credentials of this data folder; undefined before the first start. A folder of an older
 * release gets an administrator.
 */
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

/**
 * Parses the file; undefined for a damaged one, which is renamed so that new passwords replace it.
 */
function parsed(file: string, text: string): KeptAccess | undefined {
  try {
    const { sum, ...kept } = JSON.parse(text) as KeptAccess & { readonly sum?: string };
    const isWhole = isIntact({ ...kept, ...(sum !== undefined && { sum }) });
    if (isWhole && areSecrets(kept, STAFF) && (!kept.admin || areSecrets(kept.admin, ADMIN))) return kept;
  } catch {
    // Not JSON any more.
  }
  renameSync(file, `${file}.damaged`);
  return undefined;
}

function areSecrets({ email, password, guardant_code }: Partial<DemoSecrets>, of: string): boolean {
  return email === of && [password, guardant_code].every((text) => typeof text === 'string' && text !== '');
}

/**
 * Creates the credentials of a new data folder, random passwords and keys, and stores them before
 * they are used.
 */
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
  writePrivate(fileOf(dataDir), `${sealJson(access)}\n`);
}

function fileOf(dataDir: string): string {
  return join(dataDir, 'demo.json');
}
