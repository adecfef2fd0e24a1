import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '#core/contract/audit.ts';
import type { CompanyUser } from '#core/contract/company_user.ts';
import type { LoadedModel, Model } from '#core/contract/model.ts';
import { paths } from '#core/contract/paths.ts';
import type { User } from '#core/contract/user.ts';
import { freshBrowser, open, server } from '../../support/web/screen.tsx';
import { json, PASSWORD, problem, type SeenCall, USER } from '../../support/web/web_server.ts';

freshBrowser();

const MARIA: CompanyUser = {
  id: 'user-2',
  first_name: 'Мария',
  last_name: 'Седых',
  email: 'sedyh@example.ru',
  role: 'staff',
  disabled: false,
  has_key: false,
  password: 'own',
  version: 4,
};
const ME: CompanyUser = { ...MARIA, id: USER.id, first_name: 'Анна', last_name: 'Примерова', role: 'admin' };

const MODEL: Model = {
  id: 'model-1',
  method: 'xgboost',
  name: 'Лава 1507',
  file_name: 'lava.json',
  sha256: 'ab'.repeat(32),
  size: 120_000,
  demonstration: false,
  is_active: false,
  objective: 'reg:squarederror',
  trees: 240,
  depth: 4,
  features: [{ name: 'x1', column: 'x1' }],
  created_at: '2026-03-05T09:30:00.000Z',
  author: 'Примерова Анна',
};

const ENTRY: AuditEntry = {
  id: 'entry-1',
  at: '2026-03-05T09:30:00.000Z',
  actor: USER.id,
  actor_name: 'Примерова Анна',
  action: 'Роль изменена',
  target: MARIA.id,
  whom: 'Седых Мария, sedyh@example.ru',
  outcome: 'refused',
  detail: 'Это последний администратор компании.',
  request_id: 'req-1',
};

const page = (results: readonly unknown[]) => json({ count: results.length, next: null, previous: null, results });
const writes = () => server.calls.filter(({ method }) => method !== 'GET');

/** Whoever is signed in is `user`; `more` answers first. */
function be(user: Partial<User>, more: (call: SeenCall) => Response | undefined = () => undefined): void {
  server.intercept = (call) => more(call) ?? (call.path === paths.me ? json({ ...USER, ...user }) : undefined);
}

/** An administrator of a company of two, and what the server answers to his actions. */
function beAdmin(answer: (call: SeenCall) => Response | undefined = () => undefined): void {
  be({ role: 'admin' }, (call) => {
    const answered = answer(call);
    if (answered) return answered;
    if (call.method !== 'GET') return undefined;
    if (call.path.startsWith(paths.companyUsers)) return page([ME, MARIA]);
    if (call.path.startsWith(paths.models)) return page([MODEL]);
    if (call.path.startsWith(paths.audit)) return json({ next: null, results: [ENTRY] });
    return undefined;
  });
}

const dialog = () => within(screen.getByRole('dialog'));
const press = async (user: Awaited<ReturnType<typeof open>>, name: string) =>
  user.click(dialog().getByRole('button', { name }));

describe('the administration page', () => {
  it('is hidden from staff: no menu item, and its address tells whom to ask', async () => {
    await open('/admin');
    await screen.findByText(/Этот раздел открыт администраторам компании/);
    expect(screen.queryByRole('link', { name: 'Администрирование' })).toBeNull();
    expect(server.seen('GET', paths.companyUsers)).toEqual([]);
  });

  it('opens from the menu and from /backend', async () => {
    beAdmin();
    await open('/backend');
    await screen.findByRole('table', { name: 'Пользователи компании' });
    expect(window.location.pathname).toBe('/admin');
    expect(screen.getByRole('link', { name: 'Администрирование' }).getAttribute('href')).toBe('/admin');
  });

  it.each([
    ['users', paths.companyUsers],
    ['models', paths.models],
    ['dictionaries', '/api/v1/dictionary/get_torch_ch4'],
    ['audit', paths.audit],
  ])('shows why the section %s could not be loaded and retries on request', async (tab, path) => {
    beAdmin((call) => (call.path.startsWith(path) ? problem(500, 'Сбой хранилища.') : undefined));
    const user = await open(`/admin?tab=${tab}`);
    await screen.findByText('Сбой хранилища.');
    beAdmin();
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    await screen.findByRole('table');
    expect(screen.queryByText('Сбой хранилища.')).toBeNull();
  });
});

describe('inviting a user', () => {
  async function fill() {
    const user = await open('/admin');
    await user.click(await screen.findByRole('button', { name: 'Пригласить' }));
    await user.type(dialog().getByLabelText(/Фамилия/), 'Новый');
    await user.type(dialog().getByLabelText(/Имя/), 'Иван');
    await user.type(dialog().getByLabelText(/Логин/), 'ivan@example.ru');
    return user;
  }

  it('shows the one-time password once', async () => {
    const given = { user: MARIA, one_time_password: 'abcde-fghjk-mnpqr', one_time_until: ENTRY.at };
    beAdmin(({ method }) => (method === 'POST' ? json(given, 201) : undefined));
    const user = await fill();
    await press(user, 'Пригласить');
    await dialog().findByText('abcde-fghjk-mnpqr');
    expect(writes()[0]?.body).toEqual({
      email: 'ivan@example.ru',
      first_name: 'Иван',
      last_name: 'Новый',
      role: 'staff',
    });
    // A stray key does not lose it.
    await user.keyboard('{Escape}');
    expect(dialog().getByText('abcde-fghjk-mnpqr')).toBeTruthy();
    await press(user, 'Закрыть');
    expect(screen.queryByText('abcde-fghjk-mnpqr')).toBeNull();
  });

  it('shows the refused field and keeps the typed text', async () => {
    const message = 'Этот логин уже занят.';
    beAdmin(({ method }) =>
      method === 'POST' ? problem(409, message, { errors: [{ field: 'email', message }] }) : undefined,
    );
    const user = await fill();
    await press(user, 'Пригласить');
    const field = dialog().getByLabelText<HTMLInputElement>(/Логин/);
    await dialog().findAllByText(message);
    expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['ivan@example.ru', 'true']);
  });

  it('sends nothing while required fields are empty', async () => {
    beAdmin();
    const user = await open('/admin');
    await user.click(await screen.findByRole('button', { name: 'Пригласить' }));
    await press(user, 'Пригласить');
    await dialog().findByText('Укажите имя.');
    expect(writes()).toEqual([]);
  });
});

describe('editing a user', () => {
  it('keeps the new name when the role is refused, and the dialog explains it', async () => {
    beAdmin(({ method, path }) => {
      if (method === 'PATCH') return json({ ...ME, last_name: 'Иная', version: 5 });
      return path.endsWith('/role/') ? problem(409, 'Это последний администратор компании.') : undefined;
    });
    const user = await open('/admin');
    await user.click(await screen.findByRole('button', { name: /^Примерова Анна.*вы/ }));
    await user.clear(dialog().getByLabelText(/Фамилия/));
    await user.type(dialog().getByLabelText(/Фамилия/), 'Иная');
    await user.selectOptions(dialog().getByLabelText('Роль'), 'staff');
    await user.type(dialog().getByLabelText('Ваш пароль'), 'мой пароль');
    await press(user, 'Сохранить');
    await dialog().findByText('Это последний администратор компании.');
    expect(writes().map(({ method, body }) => [method, body])).toEqual([
      ['PATCH', { first_name: 'Анна', last_name: 'Иная', version: 4 }],
      ['POST', { role: 'staff', confirm_password: 'мой пароль', confirm_code: '' }],
    ]);
  });

  it('disables a user after confirmation, but never offers to disable oneself', async () => {
    beAdmin(({ method }) => (method === 'POST' ? json({ ...MARIA, disabled: true }) : undefined));
    const user = await open('/admin');
    await user.click(await screen.findByRole('button', { name: 'Отключить: Седых Мария' }));
    expect(writes()).toEqual([]);
    await press(user, 'Отключить');
    await screen.findByText('Пользователь отключён');
    expect(writes()[0]).toMatchObject({
      path: paths.companyUserAction(MARIA.id, 'access'),
      body: { disabled: true },
    });
    expect(screen.queryByRole('button', { name: 'Отключить: Примерова Анна' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Сбросить пароль: Примерова Анна' })).toBeNull();
  });

  it.each([
    ['Отключить: Седых Мария', 'Отключить'],
    ['Сбросить пароль: Седых Мария', 'Сбросить пароль'],
  ])('shows in the dialog why «%s» failed', async (button, confirm) => {
    beAdmin(({ method }) => (method === 'POST' ? problem(503, 'Сервер перегружен.') : undefined));
    const user = await open('/admin');
    await user.click(await screen.findByRole('button', { name: button }));
    await press(user, confirm);
    await dialog().findByText('Сервер перегружен.');
    expect(dialog().getByText('Номер обращения: req-77')).toBeTruthy();
  });

  it('enrols a key when both typed codes are equal', async () => {
    beAdmin(({ method }) => (method === 'POST' ? json({ ...MARIA, has_key: true }) : undefined));
    const user = await open('/admin');
    await user.click(await screen.findByRole('button', { name: 'Ключ Guardant: Седых Мария' }));
    await user.type(dialog().getByLabelText('Код ключа'), 'КОД-1-АБВ');
    await user.type(dialog().getByLabelText('Код ключа ещё раз'), 'КОД-2-АБВ');
    await press(user, 'Записать ключ');
    await dialog().findByText(/Коды не совпадают/);
    expect(writes()).toEqual([]);
    await user.clear(dialog().getByLabelText('Код ключа ещё раз'));
    await user.type(dialog().getByLabelText('Код ключа ещё раз'), 'КОД-1-АБВ');
    await press(user, 'Записать ключ');
    await dialog().findByText('Укажите свой пароль.');
    expect(writes()).toEqual([]);
    await user.type(dialog().getByLabelText('Ваш пароль'), 'мой пароль');
    await user.type(dialog().getByLabelText('Код вашего ключа'), 'МОЙ-КОД-1');
    await press(user, 'Записать ключ');
    await screen.findByText('Ключ записан');
    expect(writes()[0]?.body).toEqual({
      guardant_code: 'КОД-1-АБВ',
      confirm_password: 'мой пароль',
      confirm_code: 'МОЙ-КОД-1',
    });
  });
});

describe('models on the administration page', () => {
  const file = new File(['{}'], 'lava.json');

  it('are uploaded, tried and activated', async () => {
    const loaded: LoadedModel = { ...MODEL, is_by_order: true, trial: [{ row: { x1: 1.5 }, result: 0.7321 }] };
    beAdmin(({ method }) => (method === 'POST' ? json(loaded, 201) : method === 'PATCH' ? json(MODEL) : undefined));
    const user = await open('/admin?tab=models');
    await user.click(await screen.findByRole('button', { name: 'Загрузить модель' }));
    await press(user, 'Загрузить и проверить');
    await dialog().findByText('Выберите файл модели XGBoost или LightGBM.');
    await user.upload(dialog().getByLabelText('Файл модели'), file);
    await press(user, 'Загрузить и проверить');
    const trial = await dialog().findByRole('region', { name: 'Пробный прогноз' });
    expect(
      within(trial)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['1,5', expect.stringMatching(/^0,73/)]);
    expect(dialog().getByText('В файле нет имён признаков')).toBeTruthy();
    await press(user, 'Сделать действующей');
    await screen.findByText('Модель сделана действующей');
    expect(writes().at(-1)).toMatchObject({ method: 'PATCH', path: paths.model(MODEL.id), body: { is_active: true } });
  });

  it('show the cause of a refusal at the file field', async () => {
    const message = 'Это не файл модели.';
    beAdmin(({ method }) =>
      method === 'POST' ? problem(400, message, { errors: [{ field: 'file', message }] }) : undefined,
    );
    const user = await open('/admin?tab=models');
    await user.click(await screen.findByRole('button', { name: 'Загрузить модель' }));
    await user.upload(dialog().getByLabelText('Файл модели'), file);
    await press(user, 'Загрузить и проверить');
    expect((await dialog().findAllByText(message)).length).toBeGreaterThan(0);
    expect(dialog().getByLabelText('Файл модели').getAttribute('aria-invalid')).toBe('true');
  });

  it('show why a model could not be activated', async () => {
    beAdmin(({ method }) => (method === 'PATCH' ? problem(500, 'Сбой хранилища.') : undefined));
    const user = await open('/admin?tab=models');
    await user.click(await screen.findByRole('button', { name: 'Сделать действующей: Лава 1507' }));
    await screen.findByText('Сбой хранилища.');
  });
});

describe('the audit list on the screen', () => {
  it('shows actor, action, target and outcome, and loads older entries', async () => {
    const older = { ...ENTRY, id: 'entry-0', action: 'Пароль сброшен', outcome: 'unknown', detail: '' };
    const next = `${paths.audit}?limit=25&before=entry-1`;
    beAdmin(({ path }) => {
      if (path === next) return json({ next: null, results: [older] });
      return path.startsWith(paths.audit) ? json({ next, results: [ENTRY] }) : undefined;
    });
    const user = await open('/admin?tab=audit');
    const table = await screen.findByRole('table', { name: 'Журнал действий' });
    const row = within(table).getAllByRole('row')[1];
    expect(row?.textContent).toMatch(/Примерова Анна.*Роль изменена.*Седых Мария.*Отказано.*последний администратор/);
    await user.click(screen.getByRole('button', { name: 'Показать более ранние' }));
    await screen.findByText('Исход неизвестен');
    expect(screen.queryByRole('button', { name: 'Показать более ранние' })).toBeNull();
  });
});

describe('signing in with a one-time password', () => {
  it('requires a new password at any address and then opens that page', async () => {
    let isChosen = false;
    server.intercept = ({ path }) => {
      if (path === paths.me) return json({ ...USER, must_change_password: !isChosen });
      if (path !== paths.changePassword) return undefined;
      isChosen = true;
      return json({ access: localStorage.getItem('token'), refresh: 'r' });
    };
    const user = await open('/projects');
    await screen.findByRole('heading', { name: 'Задайте свой пароль' });
    await user.type(screen.getByLabelText('Новый пароль'), 'короткий');
    await user.click(screen.getByRole('button', { name: 'Сменить пароль' }));
    await screen.findByText(/Пароль не короче 12 символов/);
    await user.clear(screen.getByLabelText('Новый пароль'));
    await user.type(screen.getByLabelText('Новый пароль'), 'тихая шахта у реки');
    await user.type(screen.getByLabelText('Новый пароль ещё раз'), 'тихая шахта у реки');
    await user.click(screen.getByRole('button', { name: 'Сменить пароль' }));
    await screen.findByRole('heading', { name: 'Проекты' });
    expect(server.seen('POST', paths.changePassword)[0]?.body).toEqual({
      password: '',
      new_password: 'тихая шахта у реки',
    });
  });
});

describe("changing one's own password in the profile", () => {
  it('requires the current password and shows a refusal at the field', async () => {
    const message = 'Нынешний пароль указан неверно.';
    be({}, ({ path }) =>
      path === paths.changePassword ? problem(400, message, { errors: [{ field: 'password', message }] }) : undefined,
    );
    const user = await open('/profile');
    await user.click(await screen.findByRole('button', { name: 'Сменить пароль' }));
    await user.type(dialog().getByLabelText('Нынешний пароль'), 'не тот');
    await user.type(dialog().getByLabelText('Новый пароль'), 'тихая шахта у реки');
    await user.type(dialog().getByLabelText('Новый пароль ещё раз'), 'тихая шахта у реки');
    await press(user, 'Сменить пароль');
    expect((await dialog().findAllByText(message)).length).toBeGreaterThan(0);
    expect(dialog().getByLabelText('Нынешний пароль').getAttribute('aria-invalid')).toBe('true');
  });
});

describe('signing in as another user in the same tab', () => {
  it('shows only the data of the new user', async () => {
    be({ role: 'admin' });
    const user = await open('/profile');
    await screen.findByRole('link', { name: 'Администрирование' });
    await user.click(screen.getByRole('button', { name: 'Выход' }));
    be({ role: 'staff', email: 'drugoj@example.ru' });
    await user.type(await screen.findByLabelText('Логин'), USER.email);
    await user.type(screen.getByLabelText('Пароль'), PASSWORD);
    await user.click(screen.getByRole('button', { name: 'Вход' }));
    await user.click(await screen.findByRole('link', { name: 'Профиль' }));
    await screen.findByText('drugoj@example.ru');
    expect(screen.queryByRole('link', { name: 'Администрирование' })).toBeNull();
  });
});
