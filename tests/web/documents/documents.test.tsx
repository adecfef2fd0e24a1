import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { CALCULATION_TYPES, definitionOf } from '#core/calculations/index.ts';
import { cardPath, DOCUMENTS, documentAnchor } from '#web/documents/documents.ts';
import { freshBrowser, open } from '../../support/web/screen.tsx';

freshBrowser();

it('the page lists twelve documents, each with a card to download', async () => {
  await open('/documents');
  const links = await screen.findAllByRole('link', { name: /^Скачать карточку: / });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(DOCUMENTS.map(cardPath));
  expect(DOCUMENTS).toHaveLength(12);
});

describe.each(DOCUMENTS)('$number', (document) => {
  it('has title, status, use in the product and a link to its text', async () => {
    await open('/documents');
    for (const text of [document.title, document.status, document.use, document.address]) {
      expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
    }
  });
});

it('every cited document is on the page', () => {
  const cited = CALCULATION_TYPES.map((type) => definitionOf(type).source.norm);
  const missing = cited.filter((norm) => documentAnchor(norm) === undefined);
  expect(new Set(missing)).toEqual(new Set(['product', 'ipcc_2006_series']));
});
