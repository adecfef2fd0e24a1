import { readFileSync } from 'node:fs';
import { type CALCULATION_TYPES, FIELDS_TYPES, TABLE_TYPES } from '#core/calculations/index.ts';
import { EXPORT_FORMAT_NAMES } from '#core/contract/export.ts';
import { paths } from '#core/contract/paths.ts';
import { DICTIONARY_NAMES } from '#core/dictionaries/index.ts';
import { CASES, TABLE_CASES } from '../wasm-core/calculations/all_cases.ts';

/** A recorded answer: the request, the status, the headers and the text, with ids replaced by numbers. */
export interface RecordedAnswer {
  readonly request: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** A call of the API under test. */
type Call = (method: string, path: string, options?: { body?: unknown; token?: string }) => Promise<ApiAnswer>;

interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape are read
  readonly body: any;
}

/** Requirements of the recording: two users of one company, and the body of a new table calculation. */
export interface RecordingSetup {
  readonly call: Call;
  readonly signIn: (email: string) => Promise<ApiAnswer>;
  readonly staff: { readonly email: string };
  readonly admin: { readonly email: string };
  /** The administrator's confirmation of a change of roles and keys: required since 0.3.0. */
  readonly confirm: object;
  readonly coreSha256: string;
  /** Requests of the recording to compare with: types, dictionaries and formats that are newer are not called. */
  readonly requests: ReadonlySet<string>;
  readonly newTable: (type: (typeof CALCULATION_TYPES)[number], project: string) => unknown;
}

const HEADERS = ['content-type', 'cache-control', 'content-disposition', 'allow', 'retry-after', 'www-authenticate'];

/** Calls every route at least once, in a fixed order, and records the answers. */
export async function recordAnswers(setup: RecordingSetup): Promise<RecordedAnswer[]> {
  const answers: RecordedAnswer[] = [];
  const ids = new Map<string, number>();
  const normal = (text: string) =>
    text
      .replaceAll(setup.coreSha256, '<core>')
      .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<token>')
      .replace(/"one_time_password":"[^"]*"/g, '"one_time_password":"<password>"')
      .replace(/"(Policy|X-Amz-Signature|X-Amz-Credential|X-Amz-Date|policy|url)":"[^"]*"/g, '"$1":"<signed>"')
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => {
        if (!ids.has(id)) ids.set(id, ids.size + 1);
        return `<id ${ids.get(id)}>`;
      });
  const isOld = (method: string, path: string) => setup.requests.has(normal(`${method} ${path}`));
  const keep = (request: string, { status, headers, text }: ApiAnswer) => {
    const kept = HEADERS.flatMap((name) => (headers.has(name) ? [[name, headers.get(name) ?? '']] : []));
    answers.push({ request: normal(request), status, headers: Object.fromEntries(kept), text: normal(text) });
  };
  const record = async (method: string, path: string, options: { body?: unknown; token?: string } = {}) => {
    const answer = await setup.call(method, path, options);
    keep(`${method} ${path}`, answer);
    return answer;
  };

  const signedIn = await setup.signIn(setup.staff.email);
  keep('sign in', signedIn);
  const token: string = signedIn.body.access;
  const admin: string = (await setup.signIn(setup.admin.email)).body.access;
  const get = (path: string, by = token) => record('GET', path, { token: by });
  const send = (method: 'POST' | 'PATCH') => (path: string, body: unknown, by?: string) =>
    record(method, path, { body, token: by ?? token });
  const [post, patch] = [send('POST'), send('PATCH')];

  keep('refresh', await setup.call('POST', paths.refresh, { body: { token: signedIn.body.refresh } }));
  await record('POST', paths.token, { body: { email: 1 } });
  await record('GET', paths.me);
  await record('GET', '/api/v1/nowhere/');
  await record('PUT', paths.projects, { token });
  await get(paths.me);
  await get(paths.statistics);
  for (const name of DICTIONARY_NAMES) {
    if (isOld('GET', paths.dictionary(name))) await get(paths.dictionary(name));
  }

  const fields = { name: 'Отчёт', start_date: '2026-01-01', end_date: '2026-12-31' };
  const { body: project } = await post(paths.createProject, fields);
  await post(paths.createProject, { name: ' ', start_date: '2026-13-01', end_date: 5, id: 'x' });
  await get(paths.projects);
  await get(paths.project(project.id));
  await get(paths.project('0197ffff-ffff-7fff-bfff-ffffffffffff'));
  await patch(paths.changeProject(project.id), { ...project, name: 'Отчёт за год' });
  await patch(paths.changeProject(project.id), { ...project, name: 'Поздно' });
  await get(paths.projectHistory(project.id));
  await post(paths.restoreVersion(paths.projectHistory(project.id), 1), { version: 2 });

  for (const type of FIELDS_TYPES) {
    if (!isOld('POST', paths.calculations(type))) continue;
    const inputs = CASES[type]?.[0]?.inputs ?? {};
    const { body } = await post(paths.calculations(type), { name: 'Расчёт', project: project.id, ...inputs });
    await post(paths.calculations(type), { name: '', project: project.id, volume: 'сто' });
    await get(`${paths.calculations(type)}?project=${project.id}`);
    await get(paths.calculation(type, body.id));
    await patch(paths.changeCalculation(type, body.id), { name: 'Другое название', version: 1 });
    await get(paths.calculationHistory(type, body.id));
  }
  for (const type of TABLE_TYPES) {
    if (!isOld('POST', paths.calculations(type))) continue;
    const { body } = await post(paths.calculations(type), setup.newTable(type, project.id));
    await get(`${paths.calculations(type)}?project=${project.id}`);
    await get(`${paths.calculationRows(type, body.id)}?limit=3&offset=1`);
    await get(paths.calculation(type, body.id));
    await patch(paths.changeCalculation(type, body.id), { name: 'Другое название' });
    await get(paths.calculationHistory(type, body.id));
    await get(`${paths.template(type, 'csv')}`);
    const { inputs, settings } = TABLE_CASES[type]?.[0] ?? {};
    const file = { file_name: 'файл.csv', size: 100 };
    await post(paths.uploadTicket(type), { name: 'Файл', project: project.id, ...inputs, ...settings, ...file });
  }
  const [first = ''] = FIELDS_TYPES;
  const { body: archived } = await get(`${paths.calculations(first)}?project=${project.id}`);
  await patch(`${paths.calculations(first)}${archived.results[0].id}/`, { is_deleted: true, is_active: false });
  await get(`${paths.calculations(first)}?project=${project.id}&is_deleted=true&is_active=true`);
  const jobs = await get(`${paths.jobs}?project=${project.id}`);
  for (const { id } of jobs.body.results.slice(0, 1)) {
    await get(paths.job(id));
    await post(paths.cancelJob(id), {});
    await post(paths.retryJob(id), {});
  }
  for (const format of EXPORT_FORMAT_NAMES) {
    if (!isOld('GET', paths.export(project.id, format))) continue;
    await get(paths.export(project.id, format));
    // Decoding as text changes the bytes of a workbook: other tests compare them.
    const { text, ...answer } = answers.at(-1) as RecordedAnswer;
    if (format !== 'txt') answers.splice(-1, 1, { ...answer, text: text.slice(0, 2) });
  }

  await get(paths.models);
  const form = new FormData();
  form.set('file', new File([readFileSync('tests/fixtures/trees/models/lgb_small100.txt')], 'model.txt'));
  await post(paths.models, form, admin);
  await get(paths.companyUsers, admin);
  await get(paths.companyUsers);
  const person = { email: 'new@mine.example', first_name: 'Пётр', last_name: 'Новый', role: 'staff' };
  const invited = await post(paths.companyUsers, person, admin);
  await post(paths.companyUsers, person, admin);
  const { id, version } = invited.body.user;
  await patch(paths.companyUser(id), { first_name: 'Иван', last_name: 'Новый', version }, admin);
  await post(paths.companyUserAction(id, 'role'), { role: 'admin', ...setup.confirm }, admin);
  await post(paths.companyUserAction(id, 'access'), { disabled: true }, admin);
  await post(paths.companyUserAction(id, 'key'), { guardant_code: 'AB-12-34', ...setup.confirm }, admin);
  await post(paths.companyUserAction(id, 'reset_password'), { version: 1 }, admin);
  await get(paths.audit, admin);
  await post(paths.changePassword, { password: 'неверный пароль', new_password: 'совсем другой пароль' });
  await record('POST', paths.revoke, { body: { token: signedIn.body.refresh } });
  return answers;
}
