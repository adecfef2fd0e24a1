import { quoted } from '../contract/russian.ts';
import type { Budget } from './budget.ts';
import { MAX_RELATIONS, MAX_SHEETS } from './limits.ts';
import { damagedFile, tooLarge, unsupportedFormat } from './refused.ts';
import { type Attributes, readXml } from './xml.ts';
import type { ZipEntry } from './zip.ts';

export interface Sheet {
  readonly name: string;
  readonly visible: boolean;
  readonly entry: ZipEntry;
}

/** The parts of a workbook that the reader uses. */
export interface Workbook {
  readonly sheets: readonly Sheet[];
  /** Dates count from 1904-01-01. */
  readonly from1904: boolean;
  readonly strings: ZipEntry | undefined;
  readonly styles: ZipEntry | undefined;
}

type Entries = ReadonlyMap<string, ZipEntry>;

const NO_MACROS = 'Сохраните её как «Книга Excel (.xlsx)» — без макросов.';
const SAVE_AS = 'Откройте файл в программе таблиц и сохраните как «Книга Excel (.xlsx)».';

/** Finds the parts of a workbook; throws a TableStop for other archives and for macros. */
export function readWorkbook(entries: Entries, budget: Budget): Workbook {
  refuseOthers(entries, budget);
  const main = relations(entries, '', budget).find(({ type }) => type === 'officeDocument')?.target;
  const part = main === undefined ? undefined : entries.get(main);
  if (main === undefined || !part) throw damagedFile('в архиве нет книги Excel');
  const related = relations(entries, main, budget);
  const targetOf = (type: string) => entries.get(related.find((relation) => relation.type === type)?.target ?? '');
  const sheets: Sheet[] = [];
  let from1904 = false;
  let count = 0;
  readXml(part, budget, {
    open(name, attributes) {
      if (name === 'workbookPr') from1904 = isTrue(attributes.date1904);
      if (name !== 'sheet') return;
      count += 1;
      if (count > MAX_SHEETS) throw tooLarge(`В книге больше ${MAX_SHEETS} листов. Оставьте лист с таблицей.`);
      const relation = related.find(({ id }) => id === attributeOf(attributes, 'id'));
      if (relation?.type === 'xlMacrosheet') throw unsupportedFormat('В книге есть лист макросов Excel 4.', NO_MACROS);
      if (relation?.type !== 'worksheet') return;
      const entry = entries.get(relation.target);
      if (!entry) throw damagedFile(`листа ${quoted(attributes.name ?? '')} нет в архиве`);
      if (sheets.some((other) => other.entry === entry))
        throw damagedFile(`два листа книги, ${quoted(attributes.name ?? '')} второй из них, хранятся в одной части`);
      sheets.push({ name: attributes.name ?? '', visible: !/hidden/i.test(attributes.state ?? ''), entry });
    },
  });
  return { sheets, from1904, strings: targetOf('sharedStrings'), styles: targetOf('styles') };
}

/** Refuses archives that are not .xlsx and workbooks with macros. */
function refuseOthers(entries: Entries, budget: Budget): void {
  const names = [...entries.keys()];
  if (names.some((name) => /vbaproject|macrosheets\//i.test(name)))
    throw unsupportedFormat('В книге есть макросы.', NO_MACROS);
  if (names.includes('xl/workbook.bin')) throw unsupportedFormat('Двоичную книгу .xlsb прочитать нельзя.', SAVE_AS);
  if (names.includes('word/document.xml'))
    throw unsupportedFormat('Это документ Word, а не таблица.', 'Загрузите таблицу .xlsx или .csv.');
  if (names.includes('content.xml') || names.includes('mimetype'))
    throw unsupportedFormat('Документ OpenDocument прочитать нельзя.', SAVE_AS);
  const types = entries.get('[Content_Types].xml');
  if (!types) throw unsupportedFormat('Это архив, а не книга Excel.', 'Загрузите таблицу .xlsx или .csv.');
  readXml(types, budget, {
    open(_, attributes) {
      if (/macroenabled|addin|macrosheet/i.test(attributes.ContentType ?? ''))
        throw unsupportedFormat('В книге есть макросы.', NO_MACROS);
    },
  });
}

interface Relation {
  readonly id: string;
  /** Last segment of the type's URI: transitional and strict files differ before it. */
  readonly type: string;
  readonly target: string;
}

/** Relations of a part; '' means the whole package. */
function relations(entries: Entries, part: string, budget: Budget): Relation[] {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const entry = entries.get(`${folder}_rels/${part.slice(folder.length)}.rels`);
  if (!entry) throw damagedFile('в архиве нет связей книги Excel');
  const found: Relation[] = [];
  readXml(entry, budget, {
    open(name, { Id = '', Type = '', Target = '', TargetMode }) {
      if (name !== 'Relationship' || TargetMode === 'External') return;
      if (found.length >= MAX_RELATIONS) throw damagedFile('связей книги Excel слишком много');
      found.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), target: resolved(folder, Target) });
    },
  });
  return found;
}

function resolved(folder: string, target: string): string {
  const steps: string[] = [];
  for (const step of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.join('/');
}

/** An attribute by its local name; one with a prefix is preferred: a sheet's `r:id`. */
function attributeOf(attributes: Attributes, name: string): string | undefined {
  const key = Object.keys(attributes).find((candidate) => candidate.endsWith(`:${name}`));
  return attributes[key ?? name];
}

/** Whether a boolean attribute of a spreadsheet is true. */
export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}
