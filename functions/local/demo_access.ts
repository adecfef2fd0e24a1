import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { readIfThere, writePrivate } from './private_file.ts';
import { StartError } from './start_error.ts';

/** What opens the demonstration company; kept in `demo.json` of the data folder. */
export interface DemoAccess {
  readonly url: string;
  readonly email: string;
  readonly password: string;
  readonly guardant_code: string;
  /** Whether the company and its project are all there: a start that was cut short is made good by the next one. */
  readonly complete: boolean;
}

/** Letters and digits that nobody mistakes for one another when reading them from a screen. */
const READABLE = 'abcdefghjkmnpqrstuvwxyz23456789';

/** The access of this data folder, or undefined before the first start. */
export function readDemoAccess(dataDir: string): DemoAccess | undefined {
  const file = fileOf(dataDir);
  const text = readIfThere(file);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as DemoAccess;
  } catch (cause) {
    throw new StartError(`Файл ${file} испорчен. Восстановите его или удалите всю папку данных: ${dataDir}`, { cause });
  }
}

/** Makes the access of a new data folder: a random password and key, kept before anything is made with them. */
export function newDemoAccess(dataDir: string): DemoAccess {
  const access = {
    url: '',
    email: 'ekolog@demo.example',
    password: `${readable(5)}-${readable(5)}-${readable(5)}`,
    guardant_code: `${readable(4)}-${readable(4)}`.toUpperCase(),
    complete: false,
  };
  writeDemoAccess(dataDir, access);
  return access;
}

export function writeDemoAccess(dataDir: string, access: DemoAccess): void {
  writePrivate(fileOf(dataDir), `${JSON.stringify(access, null, 2)}\n`);
}

function readable(length: number): string {
  return Array.from({ length }, () => READABLE[randomInt(READABLE.length)]).join('');
}

function fileOf(dataDir: string): string {
  return join(dataDir, 'demo.json');
}
