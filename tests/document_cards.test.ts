import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '#functions/cli/build.ts';
import { cardPath, DOCUMENTS } from '#web/documents/documents.ts';

const FOLDER = join(ROOT, 'web/public/documents');

it('exactly the documents of the page have a card', () => {
  expect(readdirSync(FOLDER).sort()).toEqual(DOCUMENTS.map((card) => basename(cardPath(card))).sort());
});

it.each(DOCUMENTS)('the card of $id has the texts of the page', (card) => {
  const file = readFileSync(join(FOLDER, basename(cardPath(card)))).toString('latin1');
  expect(file.slice(0, 5)).toBe('%PDF-');
  const title = [...card.title].map((char) => char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')).join('');
  expect(file, 'draw the cards again: npm run media:cards').toContain(`FEFF${title}`);
});
