import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '#functions/cli/build.ts';
import { cardPath, DOCUMENTS } from '#web/documents/documents.ts';

const FOLDER = join(ROOT, 'web/public/documents');

it('there is a card for every document of the page and no other', () => {
  expect(readdirSync(FOLDER).sort()).toEqual(DOCUMENTS.map((card) => basename(cardPath(card))).sort());
});

it.each(DOCUMENTS)('the card of $id is drawn from what the page shows', (card) => {
  const file = readFileSync(join(FOLDER, basename(cardPath(card)))).toString('latin1');
  expect(file.slice(0, 5)).toBe('%PDF-');
  const title = [...card.title].map((char) => char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')).join('');
  expect(file, 'draw the cards again: npm run media:cards').toContain(`FEFF${title}`);
});
