import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import type { User } from '#core/contract/user.ts';
import { json, PASSWORD, type SeenCall, USER } from '../fake_server.ts';
import { freshBrowser, open, server } from '../screen.tsx';

freshBrowser();

/** Whoever signs in is `user`. */
function be(user: Partial<User>, more: (call: SeenCall) => Response | undefined = () => undefined): void {
  server.intercept = (call) => more(call) ?? (call.path === paths.me ? json({ ...USER, ...user }) : undefined);
}

describe('signing in after somebody else on the same tab', () => {
  it('shows the new person what is his', async () => {
    be({ role: 'admin' });
    const user = await open('/profile');
    await screen.findByRole('link', { name: 'Администрирование' });
    await user.click(screen.getByRole('button', { name: 'Выход' }));
    be({ role: 'staff', email: 'drugoj@example.ru' });
    await user.type(await screen.findByLabelText('Логин'), 'drugoj@example.ru');
    await user.type(screen.getByLabelText('Пароль'), PASSWORD);
    await user.click(screen.getByRole('button', { name: 'Вход' }));
    await user.click(await screen.findByRole('link', { name: 'Профиль' }));
    await screen.findByText('drugoj@example.ru');
    expect(screen.queryByRole('link', { name: 'Администрирование' })).toBeNull();
  });
});
