import { CALCULATION_TYPES, type CalculationType, definitionOf } from '#core/calculations/index.ts';
import type { Calculation } from '#core/contract/calculation.ts';
import { paths } from '#core/contract/paths.ts';
import { CASES } from '../../wasm-core/calculations/all_cases.ts';
import { newProject, type Person, type Service } from '../service.ts';
import { newTable } from '../tables.ts';

/** A calculation of each type in one project, as the API answers them. */
export interface Whole {
  readonly project: string;
  readonly answers: ReadonlyMap<CalculationType, Calculation>;
}

/** Makes a project with a calculation of every type; `name` of each. */
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

/** A downloaded file, with the answer that brought it. */
export interface Downloaded {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export async function download(service: Service, person: Person, path: string): Promise<Downloaded> {
  const response = await service.fetch('GET', path, { token: person.tokens.access });
  return { status: response.status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) };
}
