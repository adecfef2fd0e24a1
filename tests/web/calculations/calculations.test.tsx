import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { CALCULATION_TYPES, definitionOf } from '#core/calculations/index.ts';
import { paths } from '#core/contract/paths.ts';
import { countDrafts } from '#web/browser/drafts.ts';
import { formatDay } from '#web/format.ts';
import { freshBrowser, meetEndedSession, open, server } from '../../support/web/screen.tsx';
import { json, P1, problem, USER } from '../../support/web/web_server.ts';

freshBrowser();
beforeEach(() => server.addProject({ id: P1 }));

const PAGE = `/projects/${P1}/calculations`;
const TORCH = `${PAGE}?type=torch_ch4`;
const dialog = () => within(screen.getByRole('dialog'));
const nameField = () => dialog().getByLabelText<HTMLInputElement>(/Название расчёта/);
const volumeField = () => dialog().getByLabelText<HTMLInputElement>(/Объём метана, поданного в факел/);
const preview = () => dialog().getByRole('region', { name: 'Предварительный результат' });

function addTorch(name = 'Факел 1') {
  return server.addCalculation('torch_ch4', { name, project: P1, volume: 1000, koef_transform: '0.670000' });
}

async function openNew(address = TORCH) {
  const user = await open(address);
  await user.click(await screen.findByRole('button', { name: 'Добавить расчёт' }));
  await screen.findByLabelText(/Название расчёта/);
  return user;
}

async function fillAndSave(user: Awaited<ReturnType<typeof open>>) {
  await user.type(nameField(), 'Факел');
  await user.type(volumeField(), '1 234,5');
  await user.click(dialog().getByRole('button', { name: 'Сохранить' }));
}

describe('the page of calculations', () => {
  it('starts without a type, with an empty list and no button to add', async () => {
    await open(PAGE);
    await screen.findByRole('heading', { name: 'Расчёты — Шахта, 2025 год' });
    expect(screen.getByLabelText<HTMLSelectElement>('Вид расчёта').value).toBe('undefined');
    expect(screen.getByText('Список расчётов пуст')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Добавить расчёт' })).toBeNull();
    expect(document.title).toBe('Расчёты — Шахта, 2025 год — Фугитивные выбросы');
  });

  it('offers every calculation type', async () => {
    await open(PAGE);
    const options = within(await screen.findByLabelText('Вид расчёта')).getAllByRole('option');
    const titles = CALCULATION_TYPES.map((type) => definitionOf(type).title);
    expect(options.slice(1).map(({ textContent }) => textContent)).toEqual(titles);
  });

  it('shows the results of a type in tonnes, and goes back to page 1 when the type changes', async () => {
    for (let number = 1; number <= 11; number++) await addTorch(`Факел ${number}`);
    await server.addCalculation('open_mining_ch4', {
      name: 'Разрез',
      project: P1,
      volume: 1000,
      ef: '1.200000',
      koef_transform: '0.670000',
    });
    const user = await open(`${TORCH}&page=2`);
    await screen.findByRole('button', { name: 'Факел 1' });
    await user.selectOptions(screen.getByLabelText('Вид расчёта'), 'open_mining_ch4');
    const row = await screen.findByRole('row', { name: /Разрез/ });
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent)
        .slice(1, 3),
    ).toEqual(['0,80', '20,10']);
    expect(window.location.search).toBe('?type=open_mining_ch4');
  });

  it('ignores a late response for a type that is no longer selected', async () => {
    await addTorch('Факел');
    let answerLate: () => void = () => undefined;
    server.intercept = ({ path }) => {
      if (!path.startsWith(paths.calculations('open_mining_co2'))) return undefined;
      return new Promise((resolve) => {
        answerLate = () =>
          resolve(json({ count: 1, next: null, previous: null, results: [{ id: 'x', name: 'Чужой' }] }));
      });
    };
    const user = await open(`${PAGE}?type=open_mining_co2`);
    await user.selectOptions(await screen.findByLabelText('Вид расчёта'), 'torch_ch4');
    await screen.findByRole('button', { name: 'Факел' });
    answerLate();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(screen.queryByText('Чужой')).toBeNull();
  });

  it('reports a project that does not exist', async () => {
    await open('/projects/none/calculations');
    await screen.findByText(/^Проект не найден\./);
  });

  it('archives a calculation and restores it', async () => {
    const { id } = await addTorch();
    const user = await open(TORCH);
    await user.click(await screen.findByRole('button', { name: 'Удалить: Факел 1' }));
    await screen.findByText('Расчёт в архиве');
    expect(await server.calculation('torch_ch4', id)).toMatchObject({ is_deleted: true, is_active: false });
    await user.click(screen.getByRole('button', { name: 'Отменить' }));
    await screen.findByRole('button', { name: 'Факел 1' });
  });

  it('hides «Изменить» for a type that cannot be edited', async () => {
    await server.addCalculation('recycle_technology', { name: 'Выбор', project: P1, metan: 38, a_metan: 11 });
    await open(`${PAGE}?type=recycle_technology`);
    await screen.findByRole('button', { name: 'Выбор' });
    expect(screen.queryByRole('button', { name: /Изменить/ })).toBeNull();
  });
});

describe('the results dialog', () => {
  it.each(['click', 'Enter'])('opens by %s with inputs, results, formulas and provenance', async (how) => {
    const { core_sha256, created_at } = await addTorch();
    const user = await open(TORCH);
    const row = await screen.findByRole('button', { name: 'Факел 1' });
    if (how === 'click') await user.click(screen.getByRole('cell', { name: formatDay(created_at) }));
    else {
      row.focus();
      await user.keyboard('{Enter}');
    }
    await dialog().findByText('Ход расчёта');
    expect(dialog().getByText(/Объём метана, поданного в факел/).nextElementSibling?.textContent).toContain('тыс. м³');
    expect(dialog().getAllByText(/ПГП = 25/).length).toBeGreaterThan(0);
    expect(dialog().getByText('13,40')).toBeTruthy();
    expect(dialog().getAllByText(/, Примерова Анна$/)).toHaveLength(2);
    expect(dialog().getByText(core_sha256)).toBeTruthy();
    expect(dialog().getByText('Пересчитано в браузере: те же числа, бит в бит.')).toBeTruthy();
    expect(dialog().queryByRole('textbox')).toBeNull();
  });

  it('warns if stored results do not follow from the inputs', async () => {
    const { id } = await addTorch();
    server.alter = ({ path }, body) => (path.includes(id) ? { ...(body as object), res_ch4: 13.41 } : body);
    await open(`${TORCH}&view=${id}`);
    await screen.findByText('Пересчёт в браузере дал другие числа');
    expect(dialog().getByText(/сохранено 13.41, получено 13.4/)).toBeTruthy();
  });
});

describe('a new calculation', () => {
  it('shows its result while the user types', async () => {
    const user = await openNew();
    expect(preview().textContent).toContain('Появится, когда будут заполнены поля: Объём метана, поданного в факел');
    await user.type(volumeField(), '1 000,5');
    expect(volumeField().value).toBe('1 000,5');
    for (const text of [
      '13,41',
      'M(CH₄) = (1 − η) · V · ρ',
      '= 0,02 · 1\u00a0000,5 тыс. м³ · 0,67 кг/м³',
      '= 13,4067 т',
      'ПГП = 25',
    ]) {
      expect(preview().textContent).toContain(text);
    }
  });

  it('is saved by one request without results, and the server’s results are compared', async () => {
    const user = await openNew();
    await fillAndSave(user);
    await screen.findByText('Сервер получил те же числа, бит в бит.');
    await screen.findByRole('button', { name: 'Факел' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.seen('POST', paths.calculations('torch_ch4')).map(({ body }) => body)).toEqual([
      { name: 'Факел', project: P1, volume: 1234.5, koef_transform: '0.670000', actual: [] },
    ]);
    expect(countDrafts(USER.id)).toBe(0);
  });

  it('warns if the server computes a different result', async () => {
    server.intercept = ({ method, body }) =>
      method === 'POST'
        ? json({ ...body, id: 'x', res_ch4: 1, res_ch4_to_co2: 25, core_sha256: 'another core' }, 201)
        : undefined;
    const user = await openNew();
    await fillAndSave(user);
    await screen.findByText('Результаты сервера и браузера различаются');
    expect(screen.getByRole('row', { name: /SHA-256.*another core/ })).toBeTruthy();
    expect(screen.getByRole('row', { name: /^Выбросы CH₄ 1 / })).toBeTruthy();
    expect(screen.queryByText('Сервер получил те же числа, бит в бит.')).toBeNull();
  });

  it('reports missing fields and sends nothing', async () => {
    const user = await openNew();
    await user.click(dialog().getByRole('button', { name: 'Сохранить' }));
    expect(
      dialog()
        .getAllByRole('alert')
        .map(({ textContent }) => textContent),
    ).toEqual(['Укажите название расчёта.', 'Укажите число.']);
    expect(server.seen('POST', paths.calculations('torch_ch4'))).toEqual([]);
  });

  it('refuses more decimals than the setting allows and keeps the typed text', async () => {
    localStorage.setItem('comma', '2');
    const user = await openNew();
    await user.type(volumeField(), '1,234');
    expect(dialog().getByRole('alert').textContent).toContain('«Настройки»');
    expect(volumeField().value).toBe('1,234');
  });

  it('accepts an actual value instead of the dictionary’s', async () => {
    const user = await openNew(`${PAGE}?type=open_mining_ch4`);
    await user.selectOptions(dialog().getByLabelText('Мощность вскрыши'), 'Фактическое значение');
    await user.type(nameField(), 'Разрез');
    await user.type(dialog().getByLabelText(/Коэффициент выбросов CH₄/), '1,7');
    await user.type(dialog().getByLabelText(/Добыча угля/), '1000');
    await user.click(dialog().getByRole('button', { name: 'Сохранить' }));
    await screen.findByText('Сервер получил те же числа, бит в бит.');
    expect(server.seen('POST', paths.calculations('open_mining_ch4'))[0]?.body).toMatchObject({
      ef: '1.700000',
      koef_transform: '0.670000',
      actual: ['get_open_mining_ch4'],
    });
  });

  it('keeps the typed text after a failure and a reload', async () => {
    server.intercept = ({ method }) => (method === 'POST' ? problem(500, 'Сбой хранилища.') : undefined);
    const user = await openNew();
    await fillAndSave(user);
    await dialog().findByText('Сбой хранилища.');
    expect(volumeField().value).toBe('1 234,5');
    expect(JSON.stringify({ ...localStorage })).toContain('1 234,5');
  });

  it('restores the typed text after the session has ended', async () => {
    const user = await openNew();
    await meetEndedSession(user, async () => {
      await fillAndSave(user);
    });
    await screen.findByText('Восстановлен несохранённый черновик.');
    expect([nameField().value, volumeField().value]).toEqual(['Факел', '1 234,5']);
    await user.click(dialog().getByRole('button', { name: 'Очистить черновик' }));
    expect([nameField().value, volumeField().value]).toEqual(['', '']);
  });

  it('reports a dictionary that failed to load and retries on request', async () => {
    server.intercept = ({ path }) =>
      path.includes('/dictionary/') ? problem(503, 'Справочник недоступен.') : undefined;
    const user = await open(`${TORCH}&create=1`);
    await screen.findByText('Справочник недоступен.');
    server.intercept = () => undefined;
    await user.click(dialog().getByRole('button', { name: 'Повторить' }));
    await screen.findByLabelText(/Название расчёта/);
  });
});

describe('a stored calculation in the form', () => {
  it('is sent whole with its version', async () => {
    const { id } = await addTorch();
    const user = await open(TORCH);
    await user.click(await screen.findByRole('button', { name: 'Изменить: Факел 1' }));
    await waitFor(() => expect(volumeField().value).toBe('1000'));
    await user.clear(volumeField());
    await user.type(volumeField(), '2000');
    await user.click(dialog().getByRole('button', { name: 'Сохранить' }));
    await screen.findByText('Сервер получил те же числа, бит в бит.');
    expect(await server.calculation('torch_ch4', id)).toMatchObject({
      volume: 2000,
      res_ch4: 26.8,
      version: 2,
      project: P1,
    });
  });

  it('shows a conflict and overwrites the other change on request', async () => {
    const { id } = await addTorch();
    const user = await open(`${TORCH}&edit=${id}`);
    await screen.findByLabelText(/Название расчёта/);
    await user.clear(volumeField());
    await user.type(volumeField(), '2000');
    await server.changeCalculation('torch_ch4', id, { volume: 3000 });
    await user.click(dialog().getByRole('button', { name: 'Сохранить' }));
    const row = await dialog().findByRole('row', { name: /Объём метана/ });
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['3000', '2000']);
    await user.click(dialog().getByRole('button', { name: 'Сохранить поверх' }));
    await waitFor(async () =>
      expect(await server.calculation('torch_ch4', id)).toMatchObject({ volume: 2000, version: 3 }),
    );
  });

  it('shows a conflict and takes the server’s state on request', async () => {
    const { id } = await addTorch();
    const user = await open(`${TORCH}&edit=${id}`);
    await screen.findByLabelText(/Название расчёта/);
    await user.type(volumeField(), '1');
    await server.changeCalculation('torch_ch4', id, { volume: 3000 });
    await user.click(dialog().getByRole('button', { name: 'Сохранить' }));
    await user.click(await dialog().findByRole('button', { name: 'Взять с сервера' }));
    await waitFor(() => expect(volumeField().value).toBe('3000'));
    expect(countDrafts(USER.id)).toBe(0);
  });
});
