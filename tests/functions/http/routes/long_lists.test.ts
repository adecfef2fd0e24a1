import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { insertCalculation, readCalculation } from '#functions/store/calculations.ts';
import { newVersioned } from '#functions/store/versioned_items.ts';
import { newTable } from '../../../support/datasets.ts';
import { newProject, openService, type Person, type Service } from '../../../support/service.ts';

const TYPE = 'filling_blanks';

/** Bytes of an answer of a Lambda function, at most. */
const LAMBDA_BYTES = 6_000_000;

let service: Service;
let person: Person;
let project: string;
const ids: string[] = [];

beforeAll(async () => {
  service = await openService();
  person = await service.createUser();
  project = await newProject(person);
  const { body: made } = await person.post(paths.calculations(TYPE), newTable(TYPE, project));
  const stored = await readCalculation(service.db, person.tenant, TYPE, made.id);
  if (!stored?.table) throw new Error('No table');
  // A hundred warnings about columns with long names: 170 KB.
  const warnings = Array.from({ length: 100 }, () => 'ж'.repeat(850));
  ids.push(made.id);
  for (let count = 0; count < 40; count++) {
    const copy = { ...stored, ...newVersioned(person.user, service.clock), table: { ...stored.table, warnings } };
    ids.push((await insertCalculation(service.db, person.tenant, copy)).id);
  }
});
afterAll(() => service.close());

test.each([
  ['a list of one type', () => `${paths.calculations(TYPE)}?project=${project}&limit=100`],
  ['the desk of a project', () => `${paths.projectCalculations(project)}?limit=100`],
])('%s with long warnings comes in pages that a host can answer, and none is left out', async (_, first) => {
  const seen: string[] = [];
  let pages = 0;
  for (let next: string | null = first(); next !== null; pages++) {
    const { status, text, body } = await person.get(next);
    expect(status).toBe(200);
    expect(Buffer.byteLength(text)).toBeLessThan(LAMBDA_BYTES);
    expect(body.count).toBe(41);
    seen.push(...body.results.map(({ id }: { readonly id: string }) => id));
    next = body.next;
  }
  expect(pages).toBe(2);
  expect(seen).toHaveLength(41);
  expect(new Set(seen)).toEqual(new Set(ids));
});
