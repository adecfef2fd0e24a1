import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { sessionAtom } from '#web/api/session.ts';
import { store } from '#web/api/store.ts';
import { countDrafts } from '#web/browser/drafts.ts';
import { forecastRow } from '../../support/forecast_row.ts';
import { withWorkers } from '../../support/web/inline_worker.ts';
import { freshBrowser, meetEndedSession, open, server } from '../../support/web/screen.tsx';
import { json, P1, problem, USER } from '../../support/web/web_server.ts';

freshBrowser();
withWorkers();
beforeEach(async () => {
  await server.addProject({ id: P1 });
  // A file lasts as long as its page: every test begins as after a sign-out.
  store.set(sessionAtom, { status: 'out', ended: false });
});

const PAGE = `/projects/${P1}/calculations`;
const REGRESSION = `${PAGE}?type=regres_methane`;
const SENSITIVITY = `${PAGE}?type=sensitivity`;
const BLANKS = `${PAGE}?type=filling_blanks`;

const dialog = () => within(screen.getByRole('dialog'));
const preview = () => dialog().getByRole('region', { name: 'Предварительный результат' });
const cell = (row: number, name: string) => dialog().getByLabelText<HTMLInputElement>(`Строка ${row}, ${name}`);
const fileInput = () => dialog().getByLabelText<HTMLInputElement>('Файл с таблицей');
const SAME = 'Сервер получил те же числа, бит в бит.';

const csv = (name: string, ...lines: readonly string[]) => new File([lines.join('\r\n')], name, { type: 'text/csv' });
const HEAD = 'Объект;Год;Добыча угля, т;Относительная метанообильность, м³/т';
const GOOD = csv('шахты.csv', HEAD, 'Шахта 1;2021;1000000;12', 'Шахта 1;2022;1 100 000;13,5');
const BAD = csv('шахты.csv', HEAD, 'Шахта 1;2021;много;12', 'Шахта 1;2022;1100000;-13,5');

async function openNew(address: string) {
  const user = await open(`${address}&create=1`);
  await screen.findByLabelText(/Название расчёта/);
  return user;
}

type User = Awaited<ReturnType<typeof open>>;
/** Pastes a name: every key would draw the form with its chart anew. */
const named = async (user: User, name: string) => {
  await user.click(dialog().getByLabelText(/Название расчёта/));
  await user.paste(name);
};
const save = (user: User) => user.click(dialog().getByRole('button', { name: 'Сохранить' }));

/** The form of a new calculation with the good file and a name. */
async function openWithFile() {
  const user = await openNew(SENSITIVITY);
  await user.upload(fileInput(), GOOD);
  await named(user, 'Чувствительность');
  return user;
}

describe('a calculation from a file', () => {
  it('is read, checked and computed before it is sent by one form', async () => {
    const user = await openNew(SENSITIVITY);
    await user.upload(fileInput(), GOOD);
    await waitFor(() => expect(preview().textContent).toContain('Выбросы всего'));
    expect(server.seen('POST', paths.calculations('sensitivity'))).toEqual([]);
    await named(user, 'Чувствительность');
    await save(user);
    await screen.findByText(SAME);
    const [call] = server.seen('POST', paths.calculations('sensitivity'));
    expect(call?.body).toEqual({ name: 'Чувствительность', project: P1, ef: '2.500000', actual: [] });
    expect(call?.file?.name).toBe('шахты.csv');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(countDrafts(USER.id)).toBe(0);
  });

  it('preselects the dictionary row with the default', async () => {
    await openNew(SENSITIVITY);
    expect(dialog().getByLabelText<HTMLSelectElement>('Глубина разработки').selectedOptions[0]?.textContent).toContain(
      '200–400 м',
    );
  });

  it('with faults is not sent; faults are listed by row, column and value until a corrected file is chosen', async () => {
    const user = await openNew(SENSITIVITY);
    await user.upload(fileInput(), BAD);
    const faults = within(await dialog().findByRole('region', { name: 'Ошибки в таблице' }));
    expect(
      faults.getAllByRole('row').map((row) =>
        within(row)
          .queryAllByRole('cell')
          .map(({ textContent }) => textContent)
          .slice(0, 3),
      ),
    ).toEqual([[], ['2', 'C: Добыча угля, т', 'много'], ['3', 'D: Относительная метанообильность, м³/т', '-13,5']]);
    await named(user, 'Чувствительность');
    await save(user);
    expect(server.seen('POST', paths.calculations('sensitivity'))).toEqual([]);
    await user.upload(fileInput(), GOOD);
    await waitFor(() => expect(preview().textContent).toContain('Выбросы всего'));
    expect(dialog().queryByRole('region', { name: 'Ошибки в таблице' })).toBeNull();
  });

  it('reports a missing file and a missing name at their fields', async () => {
    const user = await openNew(SENSITIVITY);
    await save(user);
    await dialog().findByText('Выберите файл с таблицей.');
    expect(dialog().getByText('Укажите название расчёта.')).toBeTruthy();
  });

  it('offers the columns of the file and preselects recognised ones', async () => {
    const user = await openNew(BLANKS);
    await user.upload(
      fileInput(),
      csv('ряд.csv', 'Шахта;Год;Добыча угля, тыс. т;Запасы', 'С;2020;10;1', 'С;2022;12;1'),
    );
    await waitFor(() => expect(dialog().getByLabelText<HTMLSelectElement>(/Столбец с объектом/).value).toBe('Шахта'));
    const value = dialog().getByLabelText<HTMLSelectElement>(/Столбец со значением/);
    expect(value.value).toBe('Добыча угля, тыс. т');
    expect([...value.options].map((option) => option.value)).toEqual(['Шахта', 'Год', 'Добыча угля, тыс. т', 'Запасы']);
    await waitFor(() => expect(preview().textContent).toContain('Заполнено пропусков'));
  });

  it('accepts a file dropped on the form, which can be removed', async () => {
    const user = await openNew(SENSITIVITY);
    fireEvent.drop(dialog().getByText(/перетащите/), { dataTransfer: { files: [GOOD] } });
    await waitFor(() => expect(preview().textContent).toContain('Выбросы всего'));
    await user.click(dialog().getByRole('button', { name: 'Убрать файл шахты.csv' }));
    await dialog().findByRole('button', { name: 'Выбрать файл' });
    expect(preview().textContent).not.toContain('Выбросы всего');
  });

  it('keeps the file after the session has ended; after a reload the form asks for it again', async () => {
    const user = await openWithFile();
    await waitFor(() => expect(preview().textContent).toContain('Выбросы всего'));
    await meetEndedSession(user, async () => {
      await save(user);
    });
    await screen.findByRole('dialog');
    await dialog().findByText('шахты.csv');
    await waitFor(() => expect(preview().textContent).toContain('Выбросы всего'));
    await save(user);
    await screen.findByText(SAME);
  });

  it('keeps everything after a server failure and shows the cause', async () => {
    const user = await openWithFile();
    server.intercept = ({ method }) => (method === 'POST' ? problem(500, 'Сбой хранилища.') : undefined);
    await save(user);
    await dialog().findByText('Сбой хранилища.');
    expect(dialog().getByText('шахты.csv')).toBeTruthy();
    server.intercept = () => undefined;
    await save(user);
    await screen.findByText(SAME);
  });

  it('warns if the server computes different rows', async () => {
    const user = await openWithFile();
    await waitFor(() => expect(preview().textContent).toContain('Выбросы всего'));
    server.intercept = ({ method, body }) =>
      method === 'POST'
        ? json({ ...body, id: 'x', rows_sha256: 'другие строки', core_sha256: 'ядро' }, 201)
        : undefined;
    await save(user);
    await screen.findByText('Результаты сервера и браузера различаются');
    expect(screen.getByRole('row', { name: /^Строки с результатами \(SHA-256\) другие строки/ })).toBeTruthy();
    expect(screen.getByRole('row', { name: /^Расчётное ядро \(SHA-256\) ядро/ })).toBeTruthy();
  });

  it('downloads the template with the session’s token', async () => {
    URL.createObjectURL = () => 'blob:template';
    const user = await openNew(SENSITIVITY);
    await user.click(dialog().getByRole('button', { name: '.xlsx' }));
    await waitFor(() => expect(server.seen('GET', paths.template('sensitivity', 'xlsx'))).toHaveLength(1));
    expect(server.seen('GET', paths.template('sensitivity', 'xlsx'))[0]?.bearer).toMatch(/^Bearer /);
  });
});

describe('a calculation from typed rows', () => {
  it('is computed while the user types, by the model of the form, and saved as numbers', async () => {
    const user = await openNew(REGRESSION);
    expect(dialog().getByText(/^Демонстрационная модель XGBoost/)).toBeTruthy();
    expect(dialog().getByText('демонстрационная')).toBeTruthy();
    await user.type(dialog().getByLabelText(/Название расчёта/), 'Лава');
    await user.type(cell(1, 'x1'), '1268');
    await user.type(cell(1, 'x7'), '39,2');
    await waitFor(() => expect(preview().textContent).toContain('Наибольшая концентрация'));
    await save(user);
    await screen.findByText(SAME);
    const [call] = server.seen('POST', paths.calculations('regres_methane'));
    const blank = { date: null, x2: null, x8: null, x12: null, x13: null, x15: null };
    expect(call?.body).toEqual({
      ...{ name: 'Лава', project: P1, method: 'xgboost', model: 'demonstration-xgboost', actual: [] },
      data: [{ ...blank, x1: 1268, x7: 39.2 }],
    });
  });

  it('reports a model that failed to load and retries on request', async () => {
    const user = await openNew(REGRESSION);
    server.intercept = ({ path }) => (path.endsWith('/file/') ? problem(503, 'Модель недоступна.') : undefined);
    await user.type(cell(1, 'x1'), '1268');
    await within(preview()).findByText('Модель недоступна.', {}, { timeout: 5000 });
    server.intercept = () => undefined;
    await user.click(within(preview()).getByRole('button', { name: 'Повторить' }));
    await waitFor(() => expect(preview().textContent).toContain('Наибольшая концентрация'));
  });

  it('shows another result for another method', async () => {
    const user = await openNew(REGRESSION);
    await user.type(cell(1, 'x1'), '1268');
    await waitFor(() => expect(preview().textContent).toContain('Наибольшая концентрация'));
    const before = preview().textContent;
    await user.selectOptions(dialog().getByLabelText('Метод'), 'LightGBM');
    expect(dialog().getByText(/^Демонстрационная модель LightGBM/)).toBeTruthy();
    await waitFor(() => expect(preview().getAttribute('aria-busy')).toBe('false'));
    expect(preview().textContent).not.toBe(before);
  });

  it('accepts a pasted block: rows are added, headers matched, faulty cells kept and flagged', async () => {
    const user = await openNew(REGRESSION);
    await user.click(cell(1, 'x1'));
    await user.paste('х7\tx1\r\n39,2\t1 268\r\n39,1\t1305\r\nмного\t1287\r\n38\t1200\r\n');
    expect(dialog().getByText(/Вставлено строк: 4. Столбцы найдены по заголовкам./)).toBeTruthy();
    expect(dialog().getByText('Всего: 4')).toBeTruthy();
    await user.click(dialog().getByRole('button', { name: 'Страница 1' }));
    expect(cell(1, 'x1').value).toBe('1 268');
    expect(cell(3, 'x7').value).toBe('много');
    expect(cell(3, 'x7').getAttribute('aria-invalid')).toBe('true');
    const faults = within(await dialog().findByRole('region', { name: 'Ошибки в таблице' }));
    expect(faults.getByRole('row', { name: /^3 x7 много Это не число/ })).toBeTruthy();
    await user.type(dialog().getByLabelText(/Название расчёта/), 'Лава');
    await save(user);
    expect(server.seen('POST', paths.calculations('regres_methane'))).toEqual([]);
    await user.clear(cell(3, 'x7'));
    await user.type(cell(3, 'x7'), '38,4');
    await waitFor(() => expect(dialog().queryByRole('region', { name: 'Ошибки в таблице' })).toBeNull());
    await save(user);
    await screen.findByText(SAME);
  });

  it('refuses a fifth decimal and keeps the typed text', async () => {
    const user = await openNew(REGRESSION);
    await user.type(cell(1, 'x1'), '1,23456');
    expect(dialog().getByText(/Строка 1, x1: Разрешено знаков после запятой: 4/)).toBeTruthy();
    expect(cell(1, 'x1').value).toBe('1,23456');
  });

  it('is navigated with the keyboard; Enter in the last row adds a row', async () => {
    const user = await openNew(REGRESSION);
    await user.click(cell(1, 'x1'));
    await user.keyboard('1{ArrowRight}2{Enter}3{Enter}4{Enter}5');
    expect([cell(4, 'x2').value, document.activeElement]).toEqual(['5', cell(4, 'x2')]);
    await user.keyboard('{Control>}{Home}{/Control}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Строка 1, Дата');
    expect([cell(1, 'x1').value, cell(1, 'x2').value]).toEqual(['1', '2']);
    await user.click(dialog().getByRole('button', { name: 'Удалить строку 1' }));
    expect(cell(1, 'x2').value).toBe('3');
  });

  it('is restored after a reload of the page', async () => {
    const user = await openNew(REGRESSION);
    await user.type(cell(1, 'x1'), '1268');
    window.dispatchEvent(new Event('pagehide'));
    expect(JSON.stringify({ ...localStorage })).toContain('1268');
  });

  it('opens in full screen, and Escape returns to the form', async () => {
    const user = await openNew(REGRESSION);
    await user.click(cell(1, 'x1'));
    await user.paste(Array.from({ length: 6 }, (_, row) => `${row}\t${row}`).join('\n'));
    await user.click(dialog().getByRole('button', { name: 'На весь экран' }));
    expect(cell(6, 'x1').value).toBe('5');
    await user.keyboard('{Escape}');
    expect(screen.getByRole('dialog')).toBeTruthy();
    expect(dialog().getByRole('button', { name: 'На весь экран' })).toBeTruthy();
  });

  it('can be opened from a file to correct faulty cells', async () => {
    const user = await openNew(REGRESSION);
    await user.click(dialog().getByText('Загрузить файл'));
    const names = ['x1', 'x2', 'x7', 'x8', 'x12', 'x13', 'x15'];
    await user.upload(fileInput(), csv('дни.csv', names.join(';'), '1;2;3;4;5;6;7', '1;2;плохо;4;5;6;7'));
    await dialog().findByRole('region', { name: 'Ошибки в таблице' });
    await user.click(dialog().getByRole('button', { name: 'Править в таблице' }));
    await waitFor(() => expect(cell(2, 'x7').value).toBe('плохо'));
    await user.clear(cell(2, 'x7'));
    await user.type(cell(2, 'x7'), '3,5');
    await user.type(dialog().getByLabelText(/Название расчёта/), 'Лава');
    await save(user);
    await screen.findByText(SAME);
    expect(server.seen('POST', paths.calculations('regres_methane'))[0]?.body.data).toHaveLength(2);
  });
});

describe('a stored calculation of a table in the form', () => {
  const rows = [1268, 1305, 1287].map((x1) => forecastRow({ x1, x7: 39.123456 }));
  const addRows = () =>
    server.addCalculation('regres_methane', { name: 'Лава', project: P1, method: 'xgboost', actual: [], data: rows });

  async function openStored(id: string, address = REGRESSION) {
    const user = await open(`${address}&edit=${id}`);
    await screen.findByLabelText(/Название расчёта/);
    return user;
  }

  it('shows its rows and sends changed, added and deleted ones', async () => {
    const { id } = await addRows();
    const user = await openStored(id);
    await waitFor(() => expect(cell(2, 'x1').value).toBe('1305'));
    // As the server has it: more decimals than may be typed are not a fault.
    expect(cell(2, 'x7').getAttribute('aria-invalid')).toBe('false');
    await user.clear(cell(2, 'x1'));
    await user.type(cell(2, 'x1'), '1400');
    await user.click(cell(1, 'x1'));
    await user.click(dialog().getByRole('button', { name: 'Удалить строку 1' }));
    await user.click(dialog().getByRole('button', { name: 'Добавить строку' }));
    await user.type(cell(3, 'x1'), '1500');
    await save(user);
    await screen.findByText(SAME);
    const [call] = server.seen('PATCH', paths.changeCalculation('regres_methane', id));
    const blank = { date: null, x2: null, x8: null, x12: null, x13: null, x15: null };
    expect(call?.body).toMatchObject({
      version: 1,
      data: [
        { ...blank, id: 2, x1: 1400, x7: 39.123456 },
        { ...blank, x1: 1500, x7: null },
      ],
      deleted: [1],
    });
  });

  it('sends no rows when it is only renamed', async () => {
    const { id } = await addRows();
    const user = await openStored(id);
    await user.type(dialog().getByLabelText(/Название расчёта/), ' № 2');
    await save(user);
    await screen.findByText(SAME);
    const [call] = server.seen('PATCH', paths.changeCalculation('regres_methane', id));
    expect(call?.body).toMatchObject({ name: 'Лава № 2', version: 1 });
    expect(call?.body).not.toHaveProperty('data');
  });

  it('is recomputed with another coefficient without its file', async () => {
    const { id } = await server.addCalculation('sensitivity', { name: 'Ч', project: P1, ef: '2.500000' }, GOOD);
    const user = await openStored(id, SENSITIVITY);
    await waitFor(() => expect(preview().textContent).toContain('Выбросы всего'));
    await user.selectOptions(
      dialog().getByLabelText('Глубина разработки'),
      dialog().getAllByRole('option')[0] as HTMLElement,
    );
    await save(user);
    await screen.findByText(SAME);
    expect(server.seen('PATCH', paths.changeCalculation('sensitivity', id))[0]?.file).toBeUndefined();
  });

  it('accepts another file instead of its own', async () => {
    const { id } = await server.addCalculation('sensitivity', { name: 'Ч', project: P1, ef: '2.500000' }, GOOD);
    const user = await openStored(id, SENSITIVITY);
    await user.upload(fileInput(), csv('новые.csv', HEAD, 'Шахта 9;2024;500000;8'));
    await waitFor(() => expect(preview().textContent).toContain('Шахта 9'));
    await save(user);
    await screen.findByText(SAME);
    expect(server.seen('PATCH', paths.changeCalculation('sensitivity', id))[0]?.file?.name).toBe('новые.csv');
    expect(await server.calculation('sensitivity', id)).toMatchObject({
      file_name: 'новые.csv',
      rows_count: 1,
      version: 2,
    });
  });

  it('with more rows than the grid’s limit can be renamed or replaced by a file', async () => {
    const { id } = await addRows();
    server.alter = ({ path }, body) =>
      path.includes('single_calc') ? { ...(body as object), rows_count: 100_000 } : body;
    const user = await openStored(id);
    await screen.findByText(/Сохранённых строк слишком много/);
    expect(dialog().queryByText('Строки расчёта')).toBeNull();
    await user.type(dialog().getByLabelText(/Название расчёта/), ' № 2');
    await save(user);
    await screen.findByText('Результат посчитал сервер: сверьте его в списке.');
    const [call] = server.seen('PATCH', paths.changeCalculation('regres_methane', id));
    expect(call?.body).not.toHaveProperty('data');
  });

  it('shows a conflict and overwrites the other change on request', async () => {
    const { id } = await addRows();
    const user = await openStored(id);
    await waitFor(() => expect(cell(1, 'x1').value).toBe('1268'));
    await user.clear(cell(1, 'x1'));
    await user.type(cell(1, 'x1'), '1111');
    await server.changeCalculation('regres_methane', id, { name: 'Лава 7' });
    await save(user);
    await dialog().findByRole('row', { name: 'Название Лава 7 Лава' });
    await user.click(dialog().getByRole('button', { name: 'Сохранить поверх' }));
    await waitFor(async () =>
      expect(await server.calculation('regres_methane', id)).toMatchObject({ name: 'Лава', version: 3 }),
    );
  });
});
