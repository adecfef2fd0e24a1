import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { freshBrowser, open, server } from '../../support/web/screen.tsx';
import { press, typeIn } from '../../support/web/screen_tools.ts';
import { json, USER } from '../../support/web/web_server.ts';

freshBrowser();

it('the profile warns that someone knows the password but not the key code', async () => {
  const key_refusals = { times: 3, last_at: '2026-03-05T09:30:00.000Z' };
  server.intercept = ({ path }) => (path === paths.me ? json({ ...USER, key_refusals }) : undefined);
  await open('/profile');
  expect((await screen.findByText(/Попыток: 3, последняя/)).textContent).toContain('смените пароль');
});

it('the profile shows no warning without such attempts', async () => {
  await open('/profile');
  await screen.findByText(USER.email);
  expect(screen.queryByText(/неверным кодом ключа/)).toBeNull();
});

it('the profile saves all that is stored about the user as a file, once the password is given', async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:saved';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const sent: unknown[] = [];
  server.intercept = ({ path, body }) => {
    if (path !== paths.personalData) return undefined;
    sent.push(body);
    return json({ user: { email: USER.email } });
  };
  await open('/profile');
  await press('Мои данные');
  await press('Сохранить файл');
  expect(await screen.findByText('Укажите свой пароль.')).toBeDefined();
  expect(sent).toEqual([]);
  await typeIn({ 'Ваш пароль$': 'мой пароль' });
  await press('Сохранить файл');
  await screen.findByText('Файл сохранён');
  expect(sent).toEqual([{ confirm_password: 'мой пароль', confirm_code: '' }]);
  expect(JSON.parse(await (saved[0] as Blob).text())).toEqual({ user: { email: USER.email } });
});
