import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { countDrafts } from '#web/browser/drafts.ts';
import { freshBrowser, open, server } from '../../support/web/screen.tsx';
import { problem, USER } from '../../support/web/web_server.ts';

freshBrowser();

const dialog = () => within(screen.getByRole('dialog'));
const nameField = () => dialog().getByLabelText<HTMLInputElement>(/Название/);

async function openNew(address = '/projects') {
  const user = await open(address);
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Добавить проект' });
  await waitFor(() => expect(button.disabled).toBe(false));
  await user.click(button);
  await screen.findByRole('dialog');
  return user;
}

async function fill(user: Awaited<ReturnType<typeof open>>, name: string) {
  await user.type(nameField(), name);
  fireEvent.change(dialog().getByLabelText(/Дата начала/), { target: { value: '2026-01-01' } });
  fireEvent.change(dialog().getByLabelText(/Дата окончания/), { target: { value: '2026-12-31' } });
}

describe('the list of projects', () => {
  it('requests the active projects of the company, ten a page', async () => {
    await server.addProject();
    await open('/projects');
    await screen.findByRole('table', { name: 'Проекты' });
    expect(server.seen('GET', paths.projects)[0]?.path).toBe(
      `${paths.projects}?company=company-1&is_active=true&is_deleted=false&limit=10&offset=0`,
    );
  });

  it('truncates a long name to 25 characters and keeps the full name as a tooltip', async () => {
    const name = 'Инвентаризация выбросов шахты за 2025 год';
    await server.addProject({ name });
    await open('/projects');
    const link = await screen.findByRole('link', { name: 'Инвентаризация выбросов ш…' });
    expect(link.title).toBe(name);
    const cells = within(screen.getAllByRole('row')[1] as HTMLElement).getAllByRole('cell');
    expect(cells.slice(1, 4).map(({ textContent }) => textContent)).toEqual(['2025-01-01', '2025-12-31', '2026-03-05']);
  });

  it.each(['click', 'Enter'])('opens the calculations of a project by %s', async (how) => {
    const { id } = await server.addProject();
    const user = await open('/projects');
    const link = await screen.findByRole('link', { name: 'Шахта, 2025 год' });
    if (how === 'click') await user.click(screen.getByRole('cell', { name: '2025-12-31' }));
    else {
      link.focus();
      await user.keyboard('{Enter}');
    }
    await screen.findByRole('heading', { name: 'Расчёты — Шахта, 2025 год' });
    expect(window.location.pathname).toBe(`/projects/${id}/calculations`);
  });

  it('is navigated with the arrow keys', async () => {
    await server.addProject({ name: 'Второй' });
    await server.addProject({ name: 'Первый' });
    const user = await open('/projects');
    (await screen.findByRole('link', { name: 'Первый' })).focus();
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('Второй');
  });

  it('opens another page by its number', async () => {
    for (let number = 1; number <= 12; number++) await server.addProject({ name: `Проект ${number}` });
    const user = await open('/projects');
    await screen.findByRole('link', { name: 'Проект 12' });
    await user.click(screen.getByRole('button', { name: 'Страница 2' }));
    await screen.findByRole('link', { name: 'Проект 1' });
    expect(screen.queryByRole('link', { name: 'Проект 12' })).toBeNull();
  });

  it('shows the next step when it is empty', async () => {
    await open('/projects');
    await screen.findByText('Проектов пока нет');
    expect(screen.getByRole('button', { name: 'Создать первый проект' })).toBeTruthy();
  });

  it('shows why it could not be loaded and retries on request', async () => {
    await server.addProject();
    server.intercept = ({ path }) => (path.startsWith(paths.projects) ? problem(500, 'Сбой хранилища.') : undefined);
    const user = await open('/projects');
    await screen.findByText('Сбой хранилища.');
    expect(screen.getByText('Номер обращения: req-77')).toBeTruthy();
    expect(server.seen('GET', paths.projects)).toHaveLength(3);
    server.intercept = () => undefined;
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    await screen.findByRole('link', { name: 'Шахта, 2025 год' });
  });
});

describe('archiving a project', () => {
  it('removes a project from the list, and «Отменить» restores it', async () => {
    const { id } = await server.addProject();
    const user = await open('/projects');
    await user.click(await screen.findByRole('button', { name: 'Удалить: Шахта, 2025 год' }));
    await screen.findByText('Проектов пока нет');
    expect(await server.project(id)).toMatchObject({ is_deleted: true, is_active: false, name: 'Шахта, 2025 год' });
    await user.click(await screen.findByRole('button', { name: 'Отменить' }));
    await screen.findByRole('link', { name: 'Шахта, 2025 год' });
    expect(await server.project(id)).toMatchObject({ is_deleted: false, is_active: true });
  });

  it('can be reversed from the archive', async () => {
    await server.addProject({ name: 'Старый', is_deleted: true, is_active: false });
    const user = await open('/projects');
    await user.click(await screen.findByText('Архив'));
    await user.click(await screen.findByRole('button', { name: 'Вернуть из архива: Старый' }));
    await screen.findByText('В архиве нет проектов');
    await user.click(screen.getByText('Действующие'));
    await screen.findByRole('link', { name: 'Старый' });
  });

  it('reports a failure and leaves the project in the list', async () => {
    await server.addProject();
    server.intercept = ({ method }) => (method === 'PATCH' ? problem(503, 'Хранилище занято.') : undefined);
    const user = await open('/projects');
    await user.click(await screen.findByRole('button', { name: 'Удалить: Шахта, 2025 год' }));
    await screen.findByText('Не удалось убрать в архив: Шахта, 2025 год');
    expect(screen.getByText(/Хранилище занято/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Шахта, 2025 год' })).toBeTruthy();
  });
});

describe('the project dialog', () => {
  it('creates a project of the user’s company and closes', async () => {
    const user = await openNew();
    await fill(user, '  Новый проект ');
    await user.click(dialog().getByRole('button', { name: 'Сохранить' }));
    await screen.findByRole('link', { name: 'Новый проект' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.seen('POST', paths.createProject)[0]?.body).toEqual({
      name: 'Новый проект',
      start_date: '2026-01-01',
      end_date: '2026-12-31',
      status: 1,
      company: 'company-1',
      user: 'user-1',
    });
    expect(countDrafts(USER.id)).toBe(0);
  });

  it('reports missing fields and sends nothing', async () => {
    const user = await openNew();
    await user.click(dialog().getByRole('button', { name: 'Сохранить' }));
    const faults = dialog()
      .getAllByRole('alert')
      .map(({ textContent }) => textContent);
    expect(faults).toEqual(['Укажите название проекта.', 'Укажите дату начала.', 'Укажите дату окончания.']);
    const describedBy = nameField().getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(describedBy)?.textContent).toBe('Укажите название проекта.');
    expect(server.seen('POST', paths.createProject)).toEqual([]);
  });

  it('keeps the typed text after a failure and shows the server’s message at the field', async () => {
    const errors = [{ field: 'name', message: 'Такое название уже есть.' }];
    server.intercept = ({ method }) => (method === 'POST' ? problem(400, 'Проверьте поля.', { errors }) : undefined);
    const user = await openNew();
    await fill(user, 'Дубль');
    await user.click(dialog().getByRole('button', { name: 'Сохранить' }));
    await dialog().findByText('Такое название уже есть.');
    expect(dialog().getByText('Проверьте поля.')).toBeTruthy();
    expect(nameField().value).toBe('Дубль');
  });

  it('restores the typed text with a notice and clears it on request', async () => {
    const user = await openNew();
    await user.type(nameField(), 'Не сохранён');
    await user.click(dialog().getByRole('button', { name: 'Закрыть' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Добавить проект' }));
    await waitFor(() => expect(nameField().value).toBe('Не сохранён'));
    await user.click(dialog().getByRole('button', { name: 'Очистить черновик' }));
    expect(nameField().value).toBe('');
    expect(countDrafts(USER.id)).toBe(0);
  });

  it('opens by its address, so that a reload shows it again', async () => {
    const { id } = await server.addProject();
    await open(`/projects?edit=${id}`);
    await waitFor(() => expect(nameField().value).toBe('Шахта, 2025 год'));
  });
});

describe('a project changed by another user meanwhile', () => {
  async function conflict() {
    const { id } = await server.addProject();
    const user = await open('/projects');
    await user.click(await screen.findByRole('button', { name: 'Изменить: Шахта, 2025 год' }));
    await waitFor(() => expect(nameField().value).toBe('Шахта, 2025 год'));
    await user.clear(nameField());
    await user.type(nameField(), 'Моё название');
    await server.changeProject(id, { name: 'Чужое название' });
    await user.click(dialog().getByRole('button', { name: 'Сохранить' }));
    await dialog().findByText('Запись изменена, пока вы её правили');
    const row = dialog().getByRole('row', { name: /Название/ });
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['Чужое название', 'Моё название']);
    return { id, user };
  }

  it('is overwritten on request', async () => {
    const { id, user } = await conflict();
    await user.click(dialog().getByRole('button', { name: 'Сохранить поверх' }));
    await screen.findByRole('link', { name: 'Моё название' });
    expect(await server.project(id)).toMatchObject({ name: 'Моё название', version: 3 });
  });

  it('is taken from the server on request', async () => {
    const { id, user } = await conflict();
    await user.click(dialog().getByRole('button', { name: 'Взять с сервера' }));
    expect(nameField().value).toBe('Чужое название');
    await user.type(nameField(), ' и моё');
    await user.click(dialog().getByRole('button', { name: 'Сохранить' }));
    await waitFor(async () =>
      expect(await server.project(id)).toMatchObject({ name: 'Чужое название и моё', version: 3 }),
    );
  });
});
