import type { Hono } from 'hono';
import { CALCULATION_TYPES, type CalculationType, definitionOf, TABLE_TYPES } from '#core/calculations/index.ts';
import type { Calculation } from '#core/contract/calculation.ts';
import { paths } from '#core/contract/paths.ts';
import { SIGNED_DOWNLOAD_PATH } from '#functions/server/signed_download_endpoint.ts';
import { CASES } from '../wasm-core/calculations/all_cases.ts';
import { firstCase, newTable } from './datasets.ts';
import { newProject, type Person, type Service } from './service.ts';

/** A calculation of each type in one project, as the API answers them. */
export interface Whole {
  readonly project: string;
  readonly answers: ReadonlyMap<CalculationType, Calculation>;
}

/** Creates a project with a calculation of every type, each named `name`. */
export async function wholeProject(person: Person, project: object = {}, name = 'Участок № 1'): Promise<Whole> {
  const id = await newProject(person, project);
  const answers = new Map<CalculationType, Calculation>();
  for (const type of CALCULATION_TYPES) {
    const body = definitionOf(type).table
      ? newTable(type, id, { name })
      : { name, project: id, ...CASES[type]?.[0]?.inputs };
    const made = await person.post(paths.calculations(type), body);
    if (made.status !== 201) throw new Error(`${type}: ${made.text}`);
    answers.set(type, (await person.get(paths.calculation(type, made.body.id))).body);
  }
  return { project: id, answers };
}

/** A downloaded file and its response. */
export interface Downloaded {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export async function download(service: Service, person: Person, path: string): Promise<Downloaded> {
  const response = await service.fetch('GET', path, { token: person.tokens.access });
  return { status: response.status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) };
}

/** Row count above which an export is built in the background. */
const MANY = 6000;

/** Creates a project with one table of many rows; returns its id. */
export async function largeProject(person: Person, rows = MANY): Promise<string> {
  const id = await newProject(person, { name: 'Большой проект' });
  const [type] = TABLE_TYPES;
  if (!type) throw new Error('No type takes a table');
  const example = firstCase(type);
  const many = Array.from({ length: rows }, (_, row) => example.rows[row % example.rows.length] ?? []);
  const made = await person.post(paths.calculations(type), newTable(type, id, {}, { ...example, rows: many }));
  if (made.status !== 201) throw new Error(made.text);
  return id;
}

/** A browser's way to a file: the redirects and the last response. */
export interface Way extends Downloaded {
  readonly hops: readonly string[];
}

/** Follows the redirects from `path`, to the API and to the download endpoint, as a browser does. */
export async function follow(service: Pick<Service, 'fetch'>, gate: Hono, person: Person, path: string): Promise<Way> {
  const hops: string[] = [];
  for (let at = path; ; ) {
    const isFile = at.startsWith(SIGNED_DOWNLOAD_PATH);
    const response = isFile ? await gate.request(at) : await service.fetch('GET', at, { token: person.tokens.access });
    if (response.status !== 303 || hops.length === 20) {
      const bytes = new Uint8Array(await response.arrayBuffer());
      return { status: response.status, headers: response.headers, bytes, hops };
    }
    at = response.headers.get('location') ?? '';
    hops.push(at);
  }
}
