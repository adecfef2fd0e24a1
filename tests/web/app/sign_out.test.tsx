import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { countDrafts, draftKey, keepDraft, keptDraft } from '#web/browser/drafts.ts';
import { freshBrowser, open, server } from '../../support/web/screen.tsx';
import { USER } from '../../support/web/web_server.ts';

freshBrowser();

const DRAFT = draftKey(USER.id, 'project', '');
const signOutButton = () => screen.getByRole('button', { name: 'Выход' });

async function openWithDraft(key = DRAFT) {
  keepDraft(key, { name: 'Не сохранён' });
  const user = await open('/widgets');
  await screen.findByRole('heading', { name: 'Конвертер' });
  await waitFor(() => expect(server.seen('GET', paths.me)).toHaveLength(1));
  return user;
}

it('a sign-out with drafts asks for confirmation, and cancelling keeps them', async () => {
  const user = await openWithDraft();
  await user.click(signOutButton());
  await screen.findByText(/Несохранённых черновиков: 1/);
  await user.click(screen.getByRole('button', { name: 'Остаться' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(keptDraft(DRAFT)).toEqual({ name: 'Не сохранён' });
  expect(server.seen('POST', paths.revoke)).toHaveLength(0);
});

it('a confirmed sign-out erases the drafts and ends the session', async () => {
  const user = await openWithDraft();
  await user.click(signOutButton());
  await user.click(await screen.findByRole('button', { name: 'Выйти и удалить черновики' }));
  await screen.findByRole('button', { name: 'Вход' });
  expect([countDrafts(USER.id), localStorage.length]).toEqual([0, 0]);
  expect(server.seen('POST', paths.revoke)).toHaveLength(1);
});

it('drafts of another user do not ask for confirmation', async () => {
  const user = await openWithDraft(draftKey('user-2', 'project', ''));
  await user.click(signOutButton());
  await screen.findByRole('button', { name: 'Вход' });
});
