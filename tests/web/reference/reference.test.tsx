import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { CATEGORIES } from '#core/calculations/categories.ts';
import { numberInputs } from '#core/calculations/definition.ts';
import { definitionOf } from '#core/calculations/index.ts';
import { DICTIONARIES } from '#core/dictionaries/index.ts';
import { freshBrowser, open } from '../../support/web/screen.tsx';

freshBrowser();

const categories = () => within(screen.getByRole('table', { name: 'Категории выбросов' }));

describe('the page of categories', () => {
  it('lists eight active categories, four a page', async () => {
    const user = await open('/dictionary');
    await screen.findByText('Всего: 8');
    expect(categories().getAllByText('Активна')).toHaveLength(4);
    await user.click(screen.getByRole('button', { name: 'Следующая страница' }));
    expect(categories().getAllByText('Активна')).toHaveLength(4);
    expect(categories().getByRole('button', { name: definitionOf(CATEGORIES[4]).title })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Страница 1' }));
    expect(categories().getByRole('button', { name: definitionOf(CATEGORIES[0]).title })).toBeTruthy();
  });

  it('shows printed formulas and links to documents', async () => {
    await open('/dictionary');
    await screen.findByText('M(CH₄) = V · W(CH₄) · ρ(CH₄) / 100');
    const [link] = categories().getAllByRole('link', { name: /№ 371 от 27\.05\.2022/ });
    expect(link?.getAttribute('href')).toBe('/documents#order_371');
  });

  it('opens the first page for an invalid address', async () => {
    await open('/dictionary?page=99999999999&category=toString');
    expect(await screen.findByText('Всего: 8')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Коэффициенты категории' })).toBeNull();
  });
});

describe.each(CATEGORIES)('%s', (type) => {
  it('shows every row of its dictionaries with numbers and source', async () => {
    const page = Math.floor(CATEGORIES.indexOf(type) / 4) + 1;
    const user = await open(`/dictionary?page=${page}`);
    const { title, dictionaries = [] } = definitionOf(type);
    await user.click(await screen.findByRole('button', { name: title }));
    const region = within(await screen.findByRole('region', { name: 'Коэффициенты категории' }));
    for (const { name, presets, label } of dictionaries) {
      await region.findByText(label);
      const { results } = DICTIONARIES[name];
      for (const row of results) {
        const cells = region.getAllByText(row.name, { selector: 'td' }).map((cell) => cell.closest('tr')?.textContent);
        const numbers = numberInputs(definitionOf(type)).filter(([input]) => presets.includes(input));
        const shown = numbers.map(([input]) => {
          const value = (row as unknown as Record<string, string | undefined>)[input];
          return value === undefined ? 'вводится' : String(Number(value)).replace('.', ',');
        });
        const texts = [...shown, row.source.table];
        expect(cells.some((text) => texts.every((part) => text?.includes(part)))).toBe(true);
      }
    }
    await user.click(screen.getByRole('button', { name: title }));
    expect(screen.queryByRole('region', { name: 'Коэффициенты категории' })).toBeNull();
  });
});
