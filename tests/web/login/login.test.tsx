import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { freshBrowser, open, server } from '../../support/web/screen.tsx';
import { PASSWORD, problem, token } from '../../support/web/web_server.ts';

freshBrowser();

async function type(user: Awaited<ReturnType<typeof open>>, password: string, code = '') {
  await user.type(screen.getByLabelText('Логин'), 'anna@example.ru');
  await user.type(screen.getByLabelText('Пароль'), password);
  if (code !== '') await user.type(screen.getByLabelText('Код ключа Guardant'), code);
  await user.click(screen.getByRole('button', { name: 'Вход' }));
}

describe('the sign-in page', () => {
  it('signs a user in with e-mail, password and key code and shows the first page', async () => {
    const user = await open('/login', { isSignedIn: false });
    expect(screen.getByRole('heading', { name: 'Цифровая платформа для расчёта фугитивных выбросов' })).toBeTruthy();
    await type(user, PASSWORD, 'WXYZ-1');
    expect(await screen.findByRole('link', { name: 'Начать работу' })).toBeTruthy();
    expect(server.seen('POST', paths.token)[0]?.body).toEqual({
      email: 'anna@example.ru',
      password: PASSWORD,
      guardant_code: 'WXYZ-1',
    });
    expect(window.location.pathname).toBe('/');
  });

  it('shows why the sign-in was refused and keeps the typed text', async () => {
    const user = await open('/login', { isSignedIn: false });
    await type(user, 'не тот');
    expect((await screen.findByRole('alert')).textContent).toContain('Неверный логин, пароль или код ключа.');
    expect(screen.getByText(/Номер обращения: \S+/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Логин').value).toBe('anna@example.ru');
    expect(localStorage.length).toBe(0);
  });

  it('reports missing fields and sends nothing', async () => {
    const user = await open('/login', { isSignedIn: false });
    await user.click(screen.getByRole('button', { name: 'Вход' }));
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      'Укажите логин — адрес электронной почты.',
      'Укажите пароль.',
    ]);
    expect(server.calls).toEqual([]);
  });

  it('shows when to try again after too many attempts', async () => {
    server.intercept = () => problem(429, 'Слишком много попыток входа.', {}, { 'Retry-After': '60' });
    const user = await open('/login', { isSignedIn: false });
    await type(user, PASSWORD);
    expect((await screen.findByRole('alert')).textContent).toContain('Повторите через 60 с.');
  });

  it('redirects a signed-in user to the first page', async () => {
    await open('/login');
    await waitFor(() => expect(window.location.pathname).toBe('/'));
  });
});

describe('a protected page', () => {
  it.each([
    '/',
    '/projects',
    '/projects/1/calculations',
    '/profile',
    '/settings',
    '/admin',
    '/backend',
    '/no/such/page',
  ])('at %s redirects to the sign-in page without a session, without a notice', async (address) => {
    await open(address, { isSignedIn: false });
    await screen.findByRole('button', { name: 'Вход' });
    expect(window.location.pathname).toBe('/login');
    expect(screen.queryByText(/Сеанс завершён/)).toBeNull();
  });

  it('is opened again after signing in when the server has ended the session, with a notice', async () => {
    const dead = token(600);
    server.intercept = ({ path, bearer }) =>
      path === paths.refresh || bearer === `Bearer ${dead}` ? problem(401, 'Сеанс завершён.') : undefined;
    localStorage.setItem('token', dead);
    const user = await open('/profile', { isSignedIn: false });
    await screen.findByText('Сеанс завершён. Войдите снова — введённое сохранено.');
    expect(localStorage.length).toBe(0);
    server.intercept = () => undefined;
    await type(user, PASSWORD);
    await screen.findByRole('heading', { name: 'Профиль' });
    expect(window.location.pathname).toBe('/profile');
  });

  it('at /backend redirects to /admin', async () => {
    await open('/backend');
    await screen.findByRole('heading', { name: 'Администрирование' });
    expect(window.location.pathname).toBe('/admin');
  });

  it('offers to try again when the session cannot be checked', async () => {
    server.intercept = () => Promise.reject(new TypeError('fetch failed'));
    localStorage.setItem('token', token(-5));
    localStorage.setItem('refreshToken', token(600));
    const user = await open('/profile', { isSignedIn: false });
    await screen.findByText(/Сервер недоступен/);
    server.intercept = () => undefined;
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    await screen.findByRole('heading', { name: 'Профиль' });
  });
});

it('«Выход» signs the user out and clears the storage', async () => {
  const user = await open('/profile');
  await user.click(await screen.findByRole('button', { name: 'Выход' }));
  await screen.findByRole('button', { name: 'Вход' });
  expect(localStorage.length).toBe(0);
  expect(server.seen('POST', paths.revoke)).toHaveLength(1);
});

it('the profile shows an empty field as absent', async () => {
  await open('/profile');
  expect((await screen.findByText('Почтовый адрес')).nextElementSibling?.textContent).toBe('Отсутствует');
  expect(screen.getByText('Фамилия').nextElementSibling?.textContent).toBe('Примерова');
});
