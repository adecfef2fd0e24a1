import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { freshBrowser, open, server } from '../../support/web/screen.tsx';
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
