import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { freshBrowser, open } from '../../support/web/screen.tsx';

freshBrowser();

it('the number of decimals is stored as a plain string', async () => {
  const user = await open('/settings');
  const field = await screen.findByLabelText<HTMLSelectElement>('Знаков после запятой');
  expect(field.value).toBe('4');
  await user.selectOptions(field, '1');
  await user.click(screen.getByRole('button', { name: 'Сохранить' }));
  await screen.findByText('Настройки сохранены');
  expect(localStorage.getItem('comma')).toBe('1');
});
