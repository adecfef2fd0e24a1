import { cpSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CalculationType } from '#core/calculations/index.ts';

const FIXTURE = 'tests/fixtures/data_188b502';

/** Answers of that release's API about its demonstration project, after one edit of a project and of a calculation. */
export const EXPECTED: {
  readonly project: string;
  /** First pages of the lists of calculations. */
  readonly figures: Readonly<Record<CalculationType, readonly Readonly<Record<string, unknown>>[]>>;
  /** The project as a text file. */
  readonly text: string;
} = JSON.parse(readFileSync(join(FIXTURE, 'expected.json'), 'utf8'));

/** A copy of a data folder of commit 188b502: dynalite's LevelDB, the files of s3rver, keys and passwords. */
export function copyFormerData(): string {
  const dataDir = join(mkdtempSync(join(tmpdir(), 'former-')), 'data');
  cpSync(join(FIXTURE, 'folder'), dataDir, { recursive: true });
  mkdirSync(join(dataDir, 'web'));
  return dataDir;
}
