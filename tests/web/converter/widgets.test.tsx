import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { freshBrowser, open, server } from '../../support/web/screen.tsx';

freshBrowser();

const result = () => screen.getByRole('status', { name: 'Результат' });
const volume = () => screen.findByRole('textbox', { name: /^Объём/ });

describe('the converter of gas', () => {
  it('starts with CH4 at 20 °C', async () => {
    const user = await open('/widgets');
    await user.type(await volume(), '1000');
    expect(result().textContent).toContain('0,6680 т');
    expect(screen.getByText(/ρ = 0,668 кг\/м³, Приказ Минприроды России .* таблица 1\.2/)).toBeTruthy();
  });

  it('recomputes when gas, conditions or volume change', async () => {
    const user = await open('/widgets');
    await user.type(await volume(), '1000');
    await user.selectOptions(screen.getByLabelText('Газ'), 'CO₂');
    expect(result().textContent).toContain('1,8393 т');
    await user.selectOptions(screen.getByLabelText('Условия измерения'), '273,15 К (0 °C); 101,325 кПа');
    expect(result().textContent).toContain('1,9768 т');
    await user.type(await volume(), '0');
    expect(result().textContent).toContain('19,7680 т');
  });

  it.each([
    ['0', '1 т'],
    ['2', '0,67 т'],
  ])('rounds to %s decimals as set in the settings', async (decimals, text) => {
    localStorage.setItem('comma', decimals);
    const user = await open('/widgets');
    await user.type(await volume(), '1000');
    expect(result().textContent).toContain(text);
  });

  it.each([
    ['12,5,1', 'больше одного разделителя'],
    ['много', 'Это не число'],
    ['-5', 'отрицательным'],
    ['1e300', 'Слишком большой объём'],
  ])('reports the fault of %s and shows no result', async (typed, message) => {
    const user = await open('/widgets');
    await user.type(await volume(), typed);
    expect(screen.getByRole('alert').textContent).toContain(message);
    expect(result().textContent).toBe('Масса, m—');
  });

  it('shows no message for an empty field', async () => {
    await open('/widgets');
    await volume();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(result().textContent).toBe('Масса, m—');
  });
});

it('the converter of fuel uses the density of the chosen brand', async () => {
  const user = await open('/widgets');
  await user.selectOptions(await screen.findByLabelText('Что перевести'), 'Топливо из литров в тонны по плотности');
  await user.type(await volume(), '2000');
  const brand = screen.getByLabelText<HTMLSelectElement>('Марка топлива');
  const density = Number(/ρ = ([\d,]+) кг\/л/.exec(document.body.textContent ?? '')?.[1]?.replace(',', '.'));
  expect(brand.selectedIndex).toBe(0);
  expect(density).toBeGreaterThan(0.5);
  expect(result().textContent).toContain(`${(density * 2).toFixed(4).replace('.', ',')} т`);
});

it('the converter reports a dictionary that failed to load and retries', async () => {
  let isDown = true;
  const user = await open('/widgets');
  server.intercept = ({ path }) =>
    isDown && path === paths.dictionary('get_coeff_co2_density')
      ? Response.json({ detail: 'Справочник недоступен.', code: 'server_error' }, { status: 500 })
      : undefined;
  await user.selectOptions(await screen.findByLabelText('Что перевести'), 'Топливо из литров в тонны по плотности');
  await screen.findByText('Справочник недоступен.');
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByLabelText('Марка топлива')).toBeTruthy();
});
