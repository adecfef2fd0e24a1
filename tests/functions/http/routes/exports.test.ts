import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import {
  CALCULATION_TYPES,
  type CalculationType,
  definitionOf,
  FIELDS_TYPES,
  TABLE_TYPES,
} from '#core/calculations/index.ts';
import { EXPORT_FORMAT_NAMES, EXPORT_FORMATS } from '#core/contract/export.ts';
import { paths } from '#core/contract/paths.ts';
import { insertCalculation, readCalculation } from '#functions/store/calculations.ts';
import { cellsOf, expectedCells } from '../../../support/expected_exports.ts';
import { download, wholeProject } from '../../../support/export_company.ts';
import { type Book, readSheetJs, readXlsx } from '../../../support/export_readers.ts';
import { hasLibreOffice, openWithLibreOffice } from '../../../support/libreoffice.ts';
import { hasPythonReaders, readPython } from '../../../support/python_readers.ts';
import { newProject, openService } from '../../../support/service.ts';

/** Plain and detailed workbooks, each by its readers. */
const books = new Map<string, Book>();

type Read = (bytes: Uint8Array<ArrayBuffer>, format: string) => Book | Promise<Book>;

/** Who opens the workbooks: two libraries of JavaScript; two of Python and an office suite, where they are installed. */
const READERS: Readonly<Record<string, { readonly read: Read; readonly formats: readonly string[] }>> = {
  SheetJS: { read: readSheetJs, formats: ['xls', 'xlsx'] },
  exceljs: { read: readXlsx, formats: ['xlsx'] },
  ...(hasPythonReaders && { Python: { read: readPython, formats: ['xls', 'xlsx'] } }),
  ...(hasLibreOffice && {
    LibreOffice: { read: (bytes, format) => openWithLibreOffice(bytes, format).book, formats: ['xls', 'xlsx'] },
  }),
};

const service = await openService();
const person = await service.createUser();
const whole = await wholeProject(person, { name: 'Шахта «Северная», 2026' });
for (const format of ['xls', 'xlsx'] as const) {
  for (const detail of ['', '?detail=true']) {
    const { status, bytes } = await download(service, person, paths.export(whole.project, format) + detail);
    expect(status).toBe(200);
    for (const [reader, { read, formats }] of Object.entries(READERS)) {
      if (formats.includes(format)) books.set(`${format}${detail} by ${reader}`, await read(bytes, format));
    }
  }
}
afterAll(() => service.close());

/** The sheet of a type: they follow the first one in the order of the menu. */
function sheetOf(book: Book, type: CalculationType) {
  return [...book.values()][CALCULATION_TYPES.indexOf(type) + 1] ?? [];
}

/** What a reader found; LibreOffice keeps fifteen digits of a number, and those are compared. */
function foundBy(which: string, found: unknown, expected: unknown): unknown {
  if (!which.endsWith('LibreOffice') || typeof found !== 'number' || typeof expected !== 'number') return found;
  return Math.abs(found - expected) <= Math.abs(expected) * 2e-15 ? expected : found;
}

describe('a workbook', () => {
  it('is read by every reader, plain and detailed', () => {
    const each = Object.values(READERS).map(({ formats }) => formats.length * 2);
    expect(books.size).toBe(each.reduce((sum, count) => sum + count, 0));
  });

  it.each(CALCULATION_TYPES)('has the numbers of %s as in the API', (type) => {
    const answer = whole.answers.get(type);
    if (!answer) throw new Error(`${type} was not made`);
    for (const [which, book] of books) {
      const cell = cellsOf(sheetOf(book, type), answer.name);
      for (const [label, value] of expectedCells(type, answer))
        expect([which, label, foundBy(which, cell(label), value)]).toEqual([which, label, value]);
    }
  });

  it('has the display unit of every number in its header', () => {
    for (const [, book] of books) {
      for (const type of CALCULATION_TYPES) {
        const { results, table } = definitionOf(type);
        const [header = []] = sheetOf(book, type);
        for (const result of Object.values(table?.summary ?? results)) {
          if (result.kind !== 'number') continue;
          const unit = result.display?.unit ?? result.unit;
          expect(header).toContain(unit === '' ? result.label : `${result.label}, ${unit}`);
        }
      }
    }
  });
});

const detailed = () => [...books].filter(([which]) => which.includes('detail'));

describe('the detailed workbook', () => {
  it('has a passport: project, company, author, core', () => {
    for (const [, book] of detailed()) {
      const facts = new Map(book.get('Паспорт')?.map(([term, fact]) => [term, fact]));
      expect(facts.get('Проект')).toBe('Шахта «Северная», 2026');
      expect(facts.get('Компания')).toBe(person.company.name);
      expect(facts.get('Автор проекта')).toBe('Ковалёва Анна');
      expect(facts.get('Начало')).toBe('2026-01-01T00:00:00.000Z');
      expect(facts.get('Версия продукта')).toMatch(/^\d+\.\d+\.\d+/);
      expect(facts.get('Вычислительное ядро продукта, SHA-256')).toMatch(/^[0-9a-f]{64}$/);
      const models = [...facts].filter(([term]) => String(term).startsWith('Модель'));
      expect(models).toHaveLength(1);
      expect(models[0]?.[1]).toMatch(/^[0-9a-f]{64}$/);
    }
  });

  it('cites the norm of every coefficient or marks it as an actual value', () => {
    for (const [, book] of detailed()) {
      const [, ...rows] = book.get('Коэффициенты') ?? [];
      expect(rows.length).toBeGreaterThan(20);
      for (const row of rows) {
        expect(row[7]).toMatch(/\S/);
        expect(['норматив', 'выведено из норматива', 'предложение', 'фактическое значение']).toContain(row[6]);
        expect(row[6] === 'фактическое значение').toBe(row[7] === 'введено пользователем');
      }
    }
  });

  it('has the formula of every computed number, in symbols and in numbers', () => {
    const formulas = FIELDS_TYPES.flatMap((type) =>
      Object.values(definitionOf(type).results).filter((result) => 'formula' in result && result.formula !== undefined),
    );
    for (const [, book] of detailed()) {
      const [, ...all] = book.get('Формулы') ?? [];
      const rows = all.filter(([, name]) => name === 'Участок № 1');
      expect(rows).toHaveLength(formulas.length);
      expect(new Set(all.filter((row) => !rows.includes(row)).map(([title]) => title))).toEqual(
        new Set(TABLE_TYPES.map((type) => definitionOf(type).title)),
      );
      for (const [, , , symbols, numbers, value] of rows) {
        expect(symbols).toMatch(/ = .+[·+/−]/);
        expect(numbers).toMatch(/ = .*\d/);
        expect(typeof value).toBe('number');
      }
    }
  });

  it.each(TABLE_TYPES)('has every row of %s', async (type) => {
    const answer = whole.answers.get(type);
    const page = await person.get(`${paths.calculationRows(type, answer?.id ?? '')}?limit=1000`);
    const { results, table } = definitionOf(type);
    const all = [...Object.keys(table?.columns ?? {}), ...Object.keys(results)];
    const names = all.filter((name) => page.body.head.columns.includes(name));
    for (const [which, book] of detailed()) {
      const sheets = [...book].filter(([name]) => /^\d+\.1 /.test(name));
      const [, rows = []] = sheets[TABLE_TYPES.indexOf(type)] ?? [];
      expect(rows).toHaveLength(page.body.count + 1);
      for (const [place, row] of page.body.results.entries()) {
        const cells = names.map((name) => shown(type, name, row[name] ?? null));
        const found = rows[place + 1]?.map((cell, at) => foundBy(which, cell, cells[at]));
        expect([which, place, found]).toEqual([which, place, cells]);
      }
    }
  });
});

function shown(type: (typeof CALCULATION_TYPES)[number], name: string, value: number | string | null) {
  const { table, results } = definitionOf(type);
  const result = results[name];
  if (table?.columns[name]?.kind === 'date' && value !== null) return `${value}T00:00:00.000Z`;
  if (result?.kind === 'choice') return result.options[String(value)] ?? null;
  return value === '' ? null : value;
}

describe('the export as text', () => {
  it('opens in Notepad: UTF-8 with a byte order mark, CRLF, decimal commas', async () => {
    const { bytes, headers } = await download(service, person, paths.export(whole.project, 'txt'));
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const text = new TextDecoder().decode(bytes);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    for (const type of CALCULATION_TYPES) {
      expect(text).toContain(definitionOf(type).title.toUpperCase());
      const answer = whole.answers.get(type);
      if (!answer) continue;
      const block = text.slice(text.indexOf(definitionOf(type).title.toUpperCase())).replace(/: +/g, ': ');
      for (const value of expectedCells(type, answer).values()) {
        if (typeof value === 'number') expect(block).toContain(`: ${String(value).replace('.', ',')}\r\n`);
      }
    }
  });

  it('has no detailed form', async () => {
    const answer = await person.get(`${paths.export(whole.project, 'txt')}?detail=true`);
    expect([answer.status, answer.body.detail]).toEqual([400, 'Подробного экспорта в txt нет. Выберите xlsx или xls.']);
  });
});

describe.each(EXPORT_FORMAT_NAMES)('%s', (format) => {
  it('has its media type and the name of the project', async () => {
    const { status, headers, bytes } = await download(service, person, paths.export(whole.project, format));
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe(EXPORT_FORMATS[format].contentType);
    expect(headers.get('content-length')).toBe(String(bytes.length));
    expect(headers.get('cache-control')).toBe('no-store');
    const name = encodeURIComponent(`Шахта «Северная», 2026.${format}`);
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="Report.${format}"; filename*=UTF-8''${name}`,
    );
  });

  it('of a project without calculations states this', async () => {
    const id = await newProject(person, { name: 'Пустой' });
    const { status, bytes } = await download(service, person, paths.export(id, format));
    expect(status).toBe(200);
    const isText = EXPORT_FORMATS[format].contentType.startsWith('text/');
    const count = isText ? new TextDecoder().decode(bytes) : readSheetJs(bytes).get('Проект');
    if (typeof count === 'string') expect(count).toMatch(/Расчётов в проекте[:;] *0\r\n/);
    else expect(count).toContainEqual(['Расчётов в проекте', 0]);
  });

  it('refuses an unknown value of detail', async () => {
    const { status, body } = await person.get(`${paths.export(whole.project, format)}?detail=да`);
    expect([status, body.detail]).toEqual([400, 'Параметр detail принимает true или false.']);
  });

  it('is not available by another method', async () => {
    const answer = await person.post(paths.export(whole.project, format), {});
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

it('an xls is a workbook of Excel 97–2003, not a renamed xlsx', async () => {
  const [old, current] = await Promise.all(
    (['xls', 'xlsx'] as const).map((format) => download(service, person, paths.export(whole.project, format))),
  );
  const beginning = (bytes: Uint8Array = new Uint8Array()) => Buffer.from(bytes.slice(0, 8)).toString('hex');
  expect(beginning(old?.bytes)).toBe('d0cf11e0a1b11ae1');
  expect(beginning(current?.bytes)).toMatch(/^504b0304/);
});

it('an xls with too many rows is refused before it is built, with the next step', async () => {
  const project = await newProject(person);
  const [type] = TABLE_TYPES;
  const made = type && whole.answers.get(type);
  const stored = made && (await readCalculation(service.db, person.tenant, type, made.id));
  if (!stored?.table) throw new Error('No table');
  const rows = { ...stored.table.rows, count: 1_048_575 };
  const large = { ...stored, id: randomUUID(), project, table: { ...stored.table, rows } };
  await insertCalculation(service.db, person.tenant, large);
  const { status, body } = await person.get(`${paths.export(project, 'xls')}?detail=true`);
  expect([status, body.code]).toEqual([413, 'too_large']);
  expect(body.detail).toMatch(/^В файл xls столько данных не поместится: нужно .* Выберите xlsx\.$/);
  expect((await person.get(paths.export(project, 'xls'))).status).toBe(200);
});

it('no other format is offered', async () => {
  for (const format of ['pdf', 'XLSX', '__proto__', 'constructor', 'toString', '']) {
    expect((await person.get(paths.export(whole.project, format))).status).toBe(404);
  }
});
