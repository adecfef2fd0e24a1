import { numberInputs } from '#core/calculations/definition.ts';
import { type CalculationType, definitionOf } from '#core/calculations/index.ts';
import type { AuditEntry } from '#core/contract/audit.ts';
import type { Calculation } from '#core/contract/calculation.ts';
import type { CompanyUser } from '#core/contract/company_user.ts';
import type { Edition } from '#core/contract/edition_schema.ts';
import type { HistoryPage } from '#core/contract/history.ts';
import type { Job } from '#core/contract/job.ts';
import type { LoadedModel, Model } from '#core/contract/model.ts';
import { paths } from '#core/contract/paths.ts';
import { core } from './core.ts';
import { server } from './screen.tsx';
import { json, P1, type SeenCall, USER } from './web_server.ts';

const NOW = '2026-03-05T09:30:00.000Z';

export const NAME = 'Показательный';

/** Numbers within the bounds of a type, and the first of every choice. */
function givenOf(type: CalculationType): Record<string, unknown> {
  const { inputs } = definitionOf(type);
  const numbers = numberInputs(definitionOf(type)).map(([name, { fixed, coefficient, min, max }]) => {
    const value = fixed ? core.constant(fixed) : Math.min(max, Math.max(min, 1));
    return [name, coefficient ? value.toFixed(6) : value];
  });
  const choices = Object.entries(inputs).map(([name, input]) => [
    name,
    input.kind === 'choice' ? Object.keys(input.options)[0] : input.kind === 'text' ? COLUMNS[name] : undefined,
  ]);
  return { ...Object.fromEntries(choices), ...Object.fromEntries(numbers) };
}

const COLUMNS: Readonly<Record<string, string>> = { name_element: 'Шахта', name_value: 'Добыча' };

/** A small table for every type that takes one. */
export const FILES: Readonly<Record<string, () => File>> = {
  regres_methane: () => csv('x1;x2;x7;x8;x12;x13;x15', '1268;1290;39,2;41;0,4;0,5;0,6'),
  filling_blanks: () => csv('Шахта;Год;Добыча', 'Северная;2020;10', 'Северная;2022;12'),
  sensitivity: () => csv('Объект;Год;Добыча угля, т;Относительная метанообильность, м³/т', 'Шахта 1;2021;1000000;12'),
};

function csv(...lines: readonly string[]): File {
  return new File([lines.join('\r\n')], 'таблица.csv', { type: 'text/csv' });
}

/** Adds a calculation of any type to the project p1. */
export function addCalculation(type: CalculationType): Promise<Calculation> {
  const body = { name: NAME, project: P1, ...givenOf(type) };
  const file = FILES[type]?.();
  return server.addCalculation(type, body, file);
}

export const ME: CompanyUser = {
  ...{ id: USER.id, first_name: 'Анна', last_name: 'Примерова', email: USER.email, role: 'admin' },
  ...{ disabled: false, has_key: false, password: 'own', version: 4 },
};
export const MARIA: CompanyUser = { ...ME, id: 'user-2', first_name: 'Мария', last_name: 'Седых', role: 'staff' };

const MODEL: Model = {
  ...{ id: 'model-1', name: 'Лава 1507', method: 'xgboost', file_name: 'лава.ubj', sha256: 'f'.repeat(64), size: 4096 },
  ...{ objective: 'reg:squarederror', trees: 100, depth: 4, features: [{ name: 'x1', column: 'x1' }] },
  ...{ is_active: false, demonstration: true, created_at: NOW, author: '' },
};
const LOADED: LoadedModel = { ...MODEL, is_by_order: false, trial: [] };

const ENTRY: AuditEntry = {
  ...{ id: 'entry-1', at: NOW, actor: USER.id, actor_name: 'Примерова Анна', action: 'Роль изменена' },
  ...{ target: MARIA.id, whom: 'Седых Мария', outcome: 'done', detail: '', request_id: 'req-1' },
};

export const JOB: Job = {
  ...{ id: 'job-1', type: 'sensitivity', project: P1, name: 'Сто шахт', file_name: 'шахты.csv' },
  ...{ state: 'running', progress: 0.42, calculation: 'c1', detail: null, errors: [], errors_total: 0 },
  ...{ created_at: NOW, updated_at: NOW, retry_until: null },
};

const page = (results: readonly unknown[]) => json({ count: results.length, next: null, previous: null, results });

/** What the server answers to an administrator. */
export function adminAnswers({ method, path }: SeenCall): Response | undefined {
  if (path === paths.me) return json({ ...USER, role: 'admin' });
  if (path === paths.models && method === 'POST') return json(LOADED, 201);
  if (method !== 'GET') return undefined;
  if (path.startsWith(paths.companyUsers)) return page([ME, MARIA]);
  if (path.startsWith(paths.models)) return page([MODEL]);
  return path.startsWith(paths.audit) ? json({ next: null, results: [ENTRY] }) : undefined;
}

/** What the server answers of a project with a calculation that the present edition computes otherwise. */
export function editionAnswers({ method, path }: SeenCall): Response | undefined {
  if (method !== 'GET' || path !== paths.edition(P1)) return undefined;
  const change = { calculation: 'c1', type: 'torch_ch4', name: NAME, version: 1, before_t: 2, after_t: 3, factors: [] };
  const changes = [{ ...change, method_t: 1, constant_t: 0, factor_t: 0 }];
  return json({ core_sha256: 'f'.repeat(64), changes, before_t: 2, after_t: 3 } satisfies Edition);
}

/** A history of two versions, whosever it is. */
export function historyAnswers({ method, path }: SeenCall): Response | undefined {
  if (method !== 'GET' || !path.includes('/history/')) return undefined;
  const entry = { editor: 'Седов Борис', changed_by: USER.id, updated_at: NOW, is_deleted: false, changes: [] };
  const results = [
    { ...entry, version: 2, is_current: true },
    { ...entry, version: 1, is_current: false },
  ];
  return json({ next: null, results } satisfies HistoryPage);
}
