import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { CALCULATION_TYPES, type CalculationType, definitionOf, TABLE_TYPES } from '#core/calculations/index.ts';
import { EXPORT_FORMAT_NAMES } from '#core/contract/export.ts';
import type { InventoryObject } from '#core/contract/inventory_object.ts';
import type { Job } from '#core/contract/job.ts';
import { paths } from '#core/contract/paths.ts';
import { REQUEST_FILE_LIMIT } from '#core/contract/rows.ts';
import { DICTIONARY_NAMES } from '#core/dictionaries/index.ts';
import { REFRESH_KEY, startSession, TOKEN_KEY } from '#web/api/session.ts';
import type { Kind } from './failure_kinds.ts';
import { addCalculation, adminAnswers, editionAnswers, FILES, historyAnswers, JOB, NAME } from './failure_records.ts';
import { open, server } from './screen.tsx';
import { buttons, press, retry, typeIn } from './screen_tools.ts';
import { json, P1, PASSWORD, projectId, type SeenCall, token, USER } from './web_server.ts';

/** Steps by which a user makes a call. */
export interface Drive {
  /** Address of the screen. */
  readonly screen: string;
  /** What the server answers where nothing fails and the API does not do by itself. */
  readonly answers?: (call: SeenCall) => Response | undefined;
  /** Opens the screen and fills it in. */
  readonly fill?: () => Promise<unknown>;
  /** Makes the call for the first time. */
  readonly call: () => Promise<unknown>;
  /** Makes it once more, after it has failed. */
  readonly again: () => unknown;
  /** Readers of the same screen that make the call each on its own. */
  readonly readers?: number;
  /** The object as the server has it now, where the form compares it with what is typed. */
  readonly current?: () => unknown;
  /** The user goes from one page to another on the way. */
  readonly leaves?: true;
  /** What is shown instead, where a kind of failure means more than that the call failed. */
  readonly told?: (kind: Kind) => readonly string[] | undefined;
}

/** A screen that reads when it is opened, and again by «Повторить». */
function reads(where: string, address: string | (() => string), more: Partial<Drive> = {}): Drive {
  const call = () => open(typeof address === 'string' ? address : address());
  return { screen: where, call, again: retry, ...more };
}

/** A screen that is filled in, and the button of it that makes the call. */
function presses(
  where: string,
  button: string | RegExp,
  fill: () => Promise<unknown>,
  more: Partial<Drive> = {},
): Drive {
  return { screen: where, fill, call: () => press(button), again: () => press(button), ...more };
}

const PAGE = `/projects/${P1}`;
const listOf = (type: string, more = '') => `${PAGE}/calculations?type=${type}${more}`;

const PROJECT = { Название: 'Моя шахта', 'Дата начала': '2026-01-01', 'Дата окончания': '2026-12-31' };
const project = () => server.lastProject;
const saving = (form: string, fill: () => Promise<unknown>, current: () => unknown): Drive => ({
  ...presses(form, 'Сохранить', fill, { current }),
  again: () => press(/^Сохранить( поверх)?$/),
});

const SESSION: Readonly<Record<string, readonly Drive[]>> = {
  'POST /token': [
    presses('sign-in', 'Вход', async () => {
      await open('/login', { isSignedIn: false });
      await typeIn({ Логин: USER.email, Пароль: PASSWORD, 'Код ключа': 'WXYZ-1' });
    }),
  ],
  'POST /token/refresh': [
    {
      screen: 'start with an expired token',
      // Refused for good: the session has ended.
      told: ({ name }) => (/^40[034]/.test(name) ? ['Сеанс завершён. Войдите снова'] : undefined),
      call: async () => {
        localStorage.setItem(TOKEN_KEY, token(-5));
        localStorage.setItem(REFRESH_KEY, token(43_200));
        await open('/widgets', { isSignedIn: false });
      },
      again: () => {
        localStorage.setItem(TOKEN_KEY, token(-5));
        localStorage.setItem(REFRESH_KEY, token(43_200));
        return startSession();
      },
    },
  ],
  'POST /token/revoke': [
    {
      ...presses('sign-out', 'Выход', () => open('/'), { leaves: true }),
      again: async () => {
        localStorage.setItem(TOKEN_KEY, token(600));
        localStorage.setItem(REFRESH_KEY, token(43_200));
        await startSession();
        await press('Выход');
      },
    },
  ],
  'GET /v1/users/get_me': ['/', '/projects', '/profile', '/settings', '/export', `${PAGE}/graphs`, '/admin'].map(
    (address) => reads(`page ${address}`, address),
  ),
  'GET /v1/users/statistics': [reads('profile', '/profile')],
  'GET /v1/users/sessions': [reads('profile', '/profile')],
  'POST /v1/users/sessions/{session}/end': [
    presses('profile', /^Завершить сеанс/, () => open('/profile'), { answers: twoSessions }),
  ],
  'POST /v1/users/sessions/end_all': [presses('profile', 'Выйти везде', () => open('/profile'))],
  'POST /v1/users/personal_data': [
    presses('profile', 'Сохранить файл', async () => {
      await open('/profile');
      await press('Мои данные');
      await typeIn({ 'Ваш пароль$': PASSWORD });
    }),
  ],
  'POST /v1/users/change_key_code': [
    presses('profile', 'Задать код', async () => {
      await open('/profile');
      await press('Код ключа');
      await typeIn({ 'Новый код ключа$': CODE, 'Новый код ключа ещё раз': CODE, 'Ваш пароль$': PASSWORD });
    }),
  ],
  'POST /v1/users/change_password': [
    presses('one-time password', 'Сменить пароль', () => openPassword('/projects'), {
      answers: ({ path }) => (path === paths.me ? json({ ...USER, must_change_password: true }) : undefined),
    }),
    presses('profile', 'Сменить пароль', async () => {
      await open('/profile');
      await press('Сменить пароль');
      await typeIn({ 'Нынешний пароль': PASSWORD, 'Новый пароль$': PHRASE, 'Новый пароль ещё раз': PHRASE });
    }),
  ],
};

const PHRASE = 'тихая шахта у реки';
const CODE = 'СВОЙ-КОД-7';

const SESSION_ITEM = {
  ...{ opened_at: '2026-03-05T09:30:00.000Z', last_used_at: '2026-03-05T09:30:00.000Z' },
  ...{ ends_at: '2026-03-05T21:30:00.000Z', network: '198.51.100.0/24', browser: 'Firefox, Windows' },
};

/** The session of this page and another one. */
function twoSessions({ path, method }: { readonly path: string; readonly method: string }) {
  if (path !== paths.ownSessions || method !== 'GET') return undefined;
  const results = [true, false].map((is_current) => ({ id: `session-${is_current}`, ...SESSION_ITEM, is_current }));
  return json({ count: 2, next: null, previous: null, results });
}

async function openPassword(address: string): Promise<void> {
  await open(address);
  await typeIn({ 'Новый пароль$': PHRASE, 'Новый пароль ещё раз': PHRASE });
}

/** A dialog over the list of users. */
function userDialog(opener: string, button: string, texts: Readonly<Record<string, string>> = {}): Drive {
  const fill = async () => {
    await open('/admin');
    await press(opener);
    await typeIn(texts);
  };
  return presses('users of the company', button, fill, { answers: adminAnswers });
}

const modelFile = () => new File(['{}'], 'lava.json');

const ADMIN: Readonly<Record<string, readonly Drive[]>> = {
  'GET /v1/company/users': [reads('users of the company', '/admin', { answers: adminAnswers })],
  'POST /v1/company/users': [
    userDialog('Пригласить', 'Пригласить', { Фамилия: 'Новый', Имя: 'Иван', Логин: 'ivan@example.ru' }),
  ],
  'PATCH /v1/company/users/{user}': [userDialog('Изменить: Седых Мария', 'Сохранить', { Имя: 'Марина' })],
  'POST /v1/company/users/{user}/role': [
    userDialog('Изменить: Седых Мария', 'Сохранить', { Роль: 'admin', 'Ваш пароль$': PASSWORD }),
  ],
  'POST /v1/company/users/{user}/access': [userDialog('Отключить: Седых Мария', 'Отключить')],
  'POST /v1/company/users/{user}/reset_password': [userDialog('Сбросить пароль: Седых Мария', 'Сбросить пароль')],
  'POST /v1/company/users/{user}/key': [
    userDialog('Ключ Guardant: Седых Мария', 'Записать ключ', {
      ...{ 'Код ключа$': 'КОД-1-АБВ', 'Код ключа ещё раз': 'КОД-1-АБВ' },
      'Ваш пароль$': PASSWORD,
    }),
  ],
  'GET /v1/company/audit': [reads('audit list', '/admin?tab=audit', { answers: adminAnswers })],
  'GET /v1/models': [
    reads('models', '/admin?tab=models', {
      answers: (call) => (call.path === paths.me ? adminAnswers(call) : undefined),
    }),
    reads('form of a regression', listOf('regres_methane', '&create=1')),
    {
      ...reads('results of a regression', () => listOf('regres_methane', `&view=${added()}`)),
      fill: async () => addCalculation('regres_methane'),
    },
  ],
  'POST /v1/models': [
    presses(
      'models',
      'Загрузить и проверить',
      async () => {
        await chooseModel();
        await typeIn({ Название: 'Лава 7' });
      },
      { answers: adminAnswers },
    ),
  ],
  'PATCH /v1/models/{model}': [
    presses('models', 'Сделать действующей: Лава 1507', () => open('/admin?tab=models'), { answers: adminAnswers }),
    presses(
      'a loaded model',
      'Сделать действующей',
      async () => {
        await chooseModel();
        await press('Загрузить и проверить');
        await waitFor(() => expect(buttons('Сделать действующей')).toHaveLength(1));
      },
      { answers: adminAnswers },
    ),
  ],
  'GET /v1/models/{model}/file': [
    reads('form of a regression', listOf('regres_methane', '&create=1'), {
      call: async () => {
        await open(listOf('regres_methane', '&create=1'));
        await typeIn({ 'Строка 1, x1$': '1268' });
      },
    }),
    {
      ...reads('results of a regression', () => listOf('regres_methane', `&view=${added()}`)),
      fill: async () => addCalculation('regres_methane'),
    },
  ],
};

const PROJECTS: Readonly<Record<string, readonly Drive[]>> = {
  'GET /v1/projects': [reads('projects', '/projects'), reads('export', '/export?format=xlsx')],
  'POST /v1/projects/create_project': [
    presses('new project', 'Сохранить', async () => {
      await open('/projects?create=1');
      await typeIn(PROJECT);
    }),
  ],
  'GET /v1/projects/{project}': [
    reads('change of a project', `/projects?edit=${P1}`),
    reads('calculations', `${PAGE}/calculations`),
    reads('infographics', `${PAGE}/graphs`),
    reads('report', `${PAGE}/report`),
  ],
  'PATCH /v1/projects/{project}': [
    saving(
      'change of a project',
      async () => {
        await open(`/projects?edit=${P1}`);
        await typeIn(PROJECT);
      },
      () => ({ ...project(), name: 'Чужое название', version: 7 }),
    ),
    presses('projects', /^Удалить: /, () => open('/projects')),
    presses('archive of projects', /^Вернуть из архива: /, async () => {
      await server.addProject({ id: projectId('p2'), name: 'Старый', is_deleted: true, is_active: false });
      return open('/projects?archive=1');
    }),
  ],
  'GET /v1/projects/{project}/inventory': [
    reads('infographics', `${PAGE}/graphs`),
    reads('report', `${PAGE}/report`),
    reads('inventory', `${PAGE}/inventory`),
  ],
  'GET /v1/projects/{project}/history': [
    reads('history of a project', `/projects?history=${P1}`, { answers: historyAnswers }),
  ],
  'POST /v1/projects/{project}/history/{version}/restore': [
    presses('history of a project', 'Восстановить эту версию: 1', () => open(`/projects?history=${P1}`), {
      answers: historyAnswers,
    }),
  ],
  ...Object.fromEntries(
    EXPORT_FORMAT_NAMES.map((format) => [
      `GET /v1/projects/{project}/export_to_${format}`,
      [
        {
          ...presses('export', 'Экспорт данных', async () => {
            await open(`/export?format=${format}`);
            fireEvent.click(await screen.findByLabelText(/^Шахта, 2025 год/));
          }),
          again: retry,
        },
      ],
    ]),
  ),
};

/** A form of a calculation with a name and every empty number filled in. */
async function fillCalculation(type: CalculationType, address: string): Promise<void> {
  await open(address);
  await typeIn({ 'Название расчёта': NAME });
  for (const field of document.querySelectorAll<HTMLInputElement>('[inputmode="decimal"]:not([aria-label])')) {
    if (field.value === '') fireEvent.change(field, { target: { value: '1' } });
  }
  if (address.includes('&edit=')) return;
  const file = FILES[type]?.();
  if (file) await chooseFile(file);
}

/** Chooses a file; a regression offers rows to type first. */
async function chooseFile(file: File): Promise<void> {
  await showFiles();
  fireEvent.change(await screen.findByLabelText('Файл с таблицей'), { target: { files: [file] } });
  await screen.findByText(file.name);
  // What is found in it fills fields of the form.
  await waitFor(() => expect(screen.getByRole('region', { name: 'Результаты таблицы' })).toBeTruthy());
}

async function showFiles(): Promise<void> {
  await screen.findByLabelText(/^Название расчёта/);
  const choice = screen.queryByText('Загрузить файл');
  if (choice) fireEvent.click(choice);
}

/** A file that is too large for a request: its bytes stand still, its size grows. */
function largeFile(type: CalculationType): File {
  const file = FILES[type]?.() as File;
  return Object.defineProperty(file, 'size', { value: REQUEST_FILE_LIMIT + 1 });
}

/** The calculation that a scenario has added. */
const added = () => server.lastCalculation?.id ?? '';

function calculationDrives(type: CalculationType): Readonly<Record<string, readonly Drive[]>> {
  const { editable } = definitionOf(type);
  const withOne = { fill: async () => addCalculation(type) };
  const edited = saving(
    `form of ${type}`,
    async () => {
      await addCalculation(type);
      await fillCalculation(type, listOf(type, `&edit=${added()}`));
      await typeIn({ 'Название расчёта': 'Моё название' });
    },
    () => ({ ...server.lastCalculation, name: 'Чужое название', version: 7 }),
  );
  const archived = presses(`list of ${type}`, /^Удалить: /, async () => {
    await addCalculation(type);
    await open(listOf(type));
  });
  return {
    [`GET /v1/${type}`]: [
      reads(`list of ${type}`, listOf(type)),
      reads('infographics', `${PAGE}/graphs`, { readers: 3 }),
      reads('report', `${PAGE}/report`),
    ],
    [`POST /v1/${type}`]: [
      presses(`form of ${type}`, 'Сохранить', () => fillCalculation(type, listOf(type, '&create=1'))),
    ],
    [`GET /v1/${type}/{calculation}/single_calc/{slot}`]: [
      { ...reads(`results of ${type}`, () => listOf(type, `&view=${added()}`)), ...withOne },
      ...(editable ? [{ ...reads(`form of ${type}`, () => listOf(type, `&edit=${added()}`)), ...withOne }] : []),
    ],
    [`POST /v1/${type}/{calculation}/copy`]: [
      presses('desk', /^Копировать: /, async () => {
        await addCalculation(type);
        await open(`${PAGE}/calculations`);
      }),
    ],
    [`PATCH /v1/${type}/{calculation}`]: editable ? [edited, archived] : [archived],
    [`GET /v1/${type}/{calculation}/history`]: [
      {
        ...reads(`history of ${type}`, () => listOf(type, `&history=${added()}`), { answers: historyAnswers }),
        ...withOne,
      },
    ],
    [`POST /v1/${type}/{calculation}/history/{version}/restore`]: [
      presses(
        `history of ${type}`,
        'Восстановить эту версию: 1',
        async () => {
          await addCalculation(type);
          await open(listOf(type, `&history=${added()}`));
        },
        { answers: historyAnswers },
      ),
    ],
  };
}

function tableDrives(type: CalculationType): Readonly<Record<string, readonly Drive[]>> {
  const withOne = { fill: async () => addCalculation(type) };
  return {
    [`GET /v1/${type}/{calculation}/rows`]: [
      { ...reads(`results of ${type}`, () => listOf(type, `&view=${added()}`)), ...withOne },
      { ...reads(`form of ${type}`, () => listOf(type, `&edit=${added()}`)), ...withOne },
    ],
    [`GET /v1/${type}/template`]: [
      presses(`form of ${type}`, '.xlsx', async () => {
        await open(listOf(type, '&create=1'));
        await showFiles();
      }),
    ],
    [`POST /v1/${type}/upload_ticket`]: [
      presses(`form of ${type}`, 'Сохранить', async () => {
        await open(listOf(type, '&create=1'));
        await chooseFile(largeFile(type));
        await typeIn({ 'Название расчёта': NAME });
      }),
    ],
  };
}

/** The calculations of a project with one large file on its way. */
async function openWithJob(fields: Partial<Job> = {}): Promise<void> {
  server.jobs.push({ ...JOB, ...fields });
  await open(`${PAGE}/calculations`);
}

const JOBS: Readonly<Record<string, readonly Drive[]>> = {
  'GET /v1/jobs': [reads('calculations', `${PAGE}/calculations`)],
  'POST /v1/jobs/{job}/cancel': [presses('files under way', 'Отменить', () => openWithJob())],
  'POST /v1/jobs/{job}/retry': [
    presses('files that failed', 'Повторить', () =>
      openWithJob({ state: 'failed', detail: 'Сбой на сервере.', retry_until: '2099-01-01T00:00:00.000Z' }),
    ),
  ],
};

/** The forms of the types that use a dictionary, then the list of all. */
function dictionaryDrives(name: string): readonly Drive[] {
  const users = CALCULATION_TYPES.filter((type) => definitionOf(type).dictionaries?.some((use) => use.name === name));
  const list = reads('versions of dictionaries', '/admin?tab=dictionaries', { answers: adminAnswers });
  return [...users.slice(0, 1).map((type) => reads(`form of ${type}`, listOf(type, '&create=1'))), list];
}

/** Opens a form of an object and fills it in. */
async function fillObject(address: string): Promise<void> {
  await open(address);
  await typeIn({ Название: 'Шахта имени Ленина' });
  fireEvent.change(await screen.findByLabelText(/^Вид объекта/), { target: { value: 'underground_mine' } });
}

let object: InventoryObject | undefined;
const addObject = async (): Promise<void> => {
  object = await server.addObject();
};

const OBJECTS: Readonly<Record<string, readonly Drive[]>> = {
  'GET /v1/objects': [reads('objects', '/objects')],
  'POST /v1/objects': [presses('new object', 'Сохранить', () => fillObject('/objects?create=1'))],
  'GET /v1/objects/{object}': [
    { ...reads('change of an object', () => `/objects?edit=${object?.id}`), fill: addObject },
  ],
  'GET /v1/objects/{object}/history': [
    {
      ...reads('history of an object', () => `/objects?history=${object?.id}`, { answers: historyAnswers }),
      fill: addObject,
    },
  ],
  'PATCH /v1/objects/{object}': [
    saving(
      'change of an object',
      async () => {
        await addObject();
        await fillObject(`/objects?edit=${object?.id}`);
      },
      () => ({ ...object, name: 'Чужое название', version: 7 }),
    ),
    presses('objects', /^Удалить: /, async () => {
      await addObject();
      await open('/objects');
    }),
  ],
  'POST /v1/objects/{object}/history/{version}/restore': [
    presses(
      'history of an object',
      'Восстановить эту версию: 1',
      async () => {
        await addObject();
        await open(`/objects?history=${object?.id}`);
      },
      { answers: historyAnswers },
    ),
  ],
  'PATCH /v1/projects/{project}/inventory': [
    presses('desk', 'Отнести', async () => {
      await addObject();
      await addCalculation('handling_underground_ch4');
      await open(`${PAGE}/calculations`);
      fireEvent.click(await screen.findByLabelText(/^Выбрать: /));
      fireEvent.change(await screen.findByLabelText('Объект'), { target: { value: 'none' } });
    }),
  ],
  'GET /v1/projects/{project}/inventory/edition': [reads('edition', `${PAGE}/edition`)],
  'POST /v1/projects/{project}/inventory/edition': [
    presses(
      'edition',
      'Пересчитать',
      async () => {
        await open(`${PAGE}/edition`);
        await press(/^Пересчитать на действующую редакцию/);
      },
      { answers: editionAnswers },
    ),
  ],
  'GET /v1/projects/{project}/inventory/history': [
    {
      ...presses('history of an inventory', 'История', () => open(`${PAGE}/inventory`), { answers: historyAnswers }),
      again: retry,
    },
  ],
  'POST /v1/projects/{project}/inventory/history/{version}/restore': [
    presses(
      'history of an inventory',
      'Восстановить эту версию: 1',
      async () => {
        await open(`${PAGE}/inventory`);
        await press('История');
      },
      { answers: historyAnswers },
    ),
  ],
  'GET /v1/inventory': [reads('company', '/inventory')],
  'GET /v1/projects/{project}/calculations': [reads('desk', `${PAGE}/calculations`, { readers: 2 })],
};

/** What a user does on which screens to make the call of a route. */
export const DRIVES: Readonly<Record<string, readonly Drive[]>> = {
  ...SESSION,
  ...ADMIN,
  ...PROJECTS,
  ...JOBS,
  ...OBJECTS,
  ...Object.fromEntries(DICTIONARY_NAMES.map((name) => [`GET /v1/dictionary/${name}`, dictionaryDrives(name)])),
  ...Object.assign({}, ...CALCULATION_TYPES.map(calculationDrives)),
  ...Object.assign({}, ...TABLE_TYPES.map(tableDrives)),
};

/** Routes of screens that no scenario fails yet. */
export const NOT_DRIVEN: readonly RegExp[] = [
  /^GET \S+\/uncertainty(?:\/|$)/,
  /^POST \S+\/roll_forward$/,
  /^\S+ \S+\/workbook$/,
];

/** Routes that no screen of ours calls: which builder of addresses nobody uses, and why. */
export const UNCALLED: Readonly<Record<string, { readonly builder: string; readonly because: string }>> = {
  'PATCH /v1/regres_methane/{calculation}/data_update': {
    builder: 'updateRows',
    because: 'the described client saves rows apart; ours saves rows and fields by one PATCH',
  },
  'GET /version': { builder: 'version', because: 'it is for operators and verifiers' },
  'GET /v1/jobs/{job}': {
    builder: 'job(',
    because: 'the list of jobs, read again while one is under way, says the same',
  },
};

/** Opens the form of a new model with its file chosen. */
async function chooseModel(): Promise<void> {
  await open('/admin?tab=models');
  await press('Загрузить модель');
  fireEvent.change(await screen.findByLabelText('Файл модели'), { target: { files: [modelFile()] } });
}
