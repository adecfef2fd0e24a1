import { describe, expect, it } from 'vitest';
import { EXPORT_FORMAT_NAMES, exportFileName } from '#core/contract/export.ts';
import { attachment } from '#functions/export/disposition.ts';
import { sheetNames } from '#functions/export/sheet_names.ts';
import { NAMES } from '../../support/file_names.ts';

describe.each(EXPORT_FORMAT_NAMES)('the file name in %s', (format) => {
  it.each(NAMES)('%j is %j', (project, name) => {
    const made = exportFileName(project, format);
    if (project.length < 300) expect(made).toBe(`${name}.${format}`);
    expect(new TextEncoder().encode(made).length).toBeLessThanOrEqual(200);
    expect(made.startsWith(name)).toBe(true);
  });

  it.each(NAMES)('%j is encoded in a header that cannot be broken', (project) => {
    const name = exportFileName(project, format);
    const header = attachment(name);
    expect(header).toMatch(/^attachment; filename="[\w .,()+=@#-]+"; filename\*=UTF-8''[\w.%~-]+$/);
    expect(decodeURIComponent(header.split("UTF-8''")[1] ?? '')).toBe(name);
    new Headers({ 'Content-Disposition': header });
  });
});

describe('names of sheets', () => {
  it('are short, distinct ignoring case, and without invalid characters', () => {
    const nameOf = sheetNames();
    const long = 'Подземная добыча угля: выбросы CO₂ и CH₄ с газовоздушной смесью';
    const names = [
      long,
      long,
      long.toUpperCase(),
      'a',
      'A',
      '',
      "'x'",
      '[]:*?/\\',
      'History',
      '😀'.repeat(20),
      '=1+1',
      'a\tb',
    ].map(nameOf);
    expect(names).toEqual([
      'Подземная добыча угля выбросы…',
      'Подземная добыча угля выбр… (2)',
      'ПОДЗЕМНАЯ ДОБЫЧА УГЛЯ ВЫБР… (3)',
      'a',
      'A (2)',
      'Лист',
      'x',
      'Лист (2)',
      'Лист History',
      `${'😀'.repeat(15)}…`,
      '=1+1',
      'a b',
    ]);
    for (const name of names) expect(name.length).toBeLessThanOrEqual(31);
  });
});
