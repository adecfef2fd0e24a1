// npm run media:cards: draws the cards of the normative documents as PDF, from the list that the page shows.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '#functions/cli/build.ts';
import { cardPath, DOCUMENTS, type NormativeDocument, numberAndDate } from '#web/documents/documents.ts';
import { browser } from '../support/browser/browser.ts';

const FONT_FOLDER = join(
  createRequire(import.meta.url).resolve('@fontsource-variable/golos-text/package.json'),
  '../files',
);

/** The type family of the product, whole: Cyrillic and Latin lie in files of their own. */
const FONTS = ['cyrillic', 'latin'].map((subset) => {
  const bytes = readFileSync(join(FONT_FOLDER, `golos-text-${subset}-wght-normal.woff2`));
  const range = subset === 'cyrillic' ? 'unicode-range: U+0301, U+0400-045F, U+0490-0491, U+04B0-04B1, U+2116;' : '';
  return `@font-face { font-family: Golos; font-weight: 400 900; ${range} src: url(data:font/woff2;base64,${bytes.toString('base64')}) }`;
});

const STYLE = `
  ${FONTS.toReversed().join('\n')}
  @page { size: A4; margin: 24mm 20mm }
  body { font: 11pt/1.5 Golos, sans-serif; color: #1c2126 }
  h1 { font-size: 15pt; line-height: 1.35; margin: 0 0 4mm }
  p { margin: 0 0 8mm; font-weight: 500 }
  dl { margin: 0; border-top: .3mm solid #b9c0c6 }
  dt { margin-top: 5mm; color: #59626a; font-size: 9pt }
  dd { margin: 0 }
  footer { margin-top: 14mm; color: #59626a; font-size: 8.5pt }
`;

function page(card: NormativeDocument): string {
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Статус', card.status],
    ['Что использовано в расчётах', card.use],
    ['Официальный текст', card.address],
    ['Примечание', card.note],
  ];
  const list = facts.flatMap(([term, text]) => (text ? [`<dt>${html(term)}</dt><dd>${html(text)}</dd>`] : []));
  return `<!doctype html><html lang="ru"><title>${html(card.title)}</title><style>${STYLE}</style>
    <h1>${html(card.title)}</h1><p>${html(numberAndDate(card))}</p><dl>${list.join('')}</dl>
    <footer>Карточка документа, составленная для программы расчёта фугитивных выбросов. Это не текст документа: он
    опубликован по указанному адресу.</footer></html>`;
}

function html(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

if (!browser) throw new Error('The cards are drawn by a browser, and none starts here');
const tab = await browser.newPage();
mkdirSync(join(ROOT, 'web/public/documents'), { recursive: true });
for (const card of DOCUMENTS) {
  await tab.setContent(page(card));
  await tab.evaluate(() => document.fonts.ready);
  writeFileSync(join(ROOT, 'web/public', cardPath(card)), await tab.pdf({ preferCSSPageSize: true, tagged: true }));
}
await browser.close();
