import { type Fault, faultValue } from '#core/contract/errors.ts';
import { REQUEST_FILE_LIMIT } from '#core/contract/rows.ts';
import { badRequest, faultyFields } from '../errors.ts';
import type { AppContext } from './app_context.ts';
import { contentType, jsonObject, payloadTooLarge, readBytes, TABLE_LIMIT, unsupportedMediaType } from './body.ts';
import type { JsonObject } from './request.ts';

/** Field of a form that holds the file. */
export const FILE_FIELD = 'file_data';

/** Fields of a form, at most: several times what any of ours has. */
const MAX_FIELDS = 100;

/** Longest name of a file that is kept, in characters: its end, which says the format. */
const FILE_NAME_LIMIT = 200;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters are removed
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

/** The field of a form that holds its file, and the words where it does not. */
export interface FileField {
  readonly name: string;
  /** Several files are there. */
  readonly onlyOne: string;
  /** A text stands in the file's place. */
  readonly notText: string;
}

const TABLE_FILE: FileField = {
  name: FILE_FIELD,
  onlyOne: 'Приложите один файл: в каждом расчёте одна таблица.',
  notText: 'Здесь нужен файл, а передан текст. Выберите файл .xlsx или .csv.',
};

/** What a request carries: fields, and a file where it is a form that has one. */
export interface RequestPayload {
  readonly fields: JsonObject;
  readonly file?: { readonly name: string; readonly bytes: Uint8Array };
}

/** Reads a body that is a JSON object or a form (multipart/form-data) with a file. */
export async function readPayload(c: AppContext, fileField = TABLE_FILE): Promise<RequestPayload> {
  const type = contentType(c);
  if (type === 'application/json') return { fields: jsonObject(await readBytes(c)) };
  if (type === 'multipart/form-data') return readForm(c, fileField);
  throw unsupportedMediaType('Тело запроса — JSON (application/json) или форма с файлом (multipart/form-data).');
}

async function readForm(c: AppContext, fileField: FileField): Promise<RequestPayload> {
  const parts = [...(await parseForm(c))];
  if (parts.length > MAX_FIELDS) throw badRequest(`В форме больше ${MAX_FIELDS} полей. Передайте только поля расчёта.`);
  const files = parts.flatMap(([name, value]) => (typeof value === 'string' ? [] : [[name, value] as const]));
  // A browser sends a file field in which nothing was chosen as a nameless file of no bytes.
  const chosen = files.filter(([, { name, size }]) => size > 0 || name !== '');
  const texts = new Map<string, string[]>();
  for (const [name, value] of parts) {
    if (typeof value === 'string') texts.set(name, [...(texts.get(name) ?? []), value]);
  }
  const faults = [...misplaced(chosen, fileField), ...repeated(texts, fileField)];
  if (faults.length > 0) throw faultyFields(faults);
  const fields = Object.fromEntries([...texts].map(([name, values]) => [name, readText(name, values)]));
  const [file] = chosen.map(([, one]) => one);
  if (!file) return { fields };
  if (file.size > REQUEST_FILE_LIMIT) throw payloadTooLarge(TABLE_LIMIT);
  return { fields, file: { name: cleanFileName(file.name), bytes: await file.bytes() } };
}

async function parseForm(c: AppContext): Promise<FormData> {
  const headers = { 'Content-Type': c.req.header('content-type') ?? '' };
  const bytes = await readBytes(c);
  try {
    return await new Response(bytes, { headers }).formData();
  } catch {
    throw badRequest('Форма повреждена: части не отделены границей (boundary) из заголовка. Отправьте её заново.');
  }
}

function misplaced(files: readonly (readonly [string, File])[], { name, onlyOne }: FileField): Fault[] {
  const elsewhere = files.filter(([field]) => field !== name);
  const here = files.length - elsewhere.length;
  return [
    ...elsewhere.map(([field]) => ({ field: shortened(field), message: `Файл передают в поле ${name}.` })),
    ...(here > 1 ? [{ field: name, message: onlyOne }] : []),
  ];
}

function repeated(texts: ReadonlyMap<string, readonly string[]>, fileField: FileField): Fault[] {
  return [...texts].flatMap(([name, values]) => {
    if (name === fileField.name && values.some((value) => value !== '')) {
      return [{ field: name, message: fileField.notText }];
    }
    if (values.length === 1 || name === LIST_FIELD) return [];
    return [{ field: shortened(name), message: 'Поле передано несколько раз. Оставьте одно значение.' }];
  });
}

/** Field that is a list: repeated in a form. */
const LIST_FIELD = 'actual';

/** A form has texts only: flags and versions are read from them; other texts stay for the checks. */
function readText(name: string, values: readonly string[]): unknown {
  const [text = ''] = values;
  if (name === LIST_FIELD) return values.filter((value) => value !== '');
  if (name === 'version') return /^\d{1,9}$/.test(text) ? Number(text) : text;
  if (name !== 'is_active' && name !== 'is_deleted') return text;
  return text === 'true' ? true : text === 'false' ? false : text;
}

/** The name of a file for display: no folders, no invisible characters, bounded in length. */
export function cleanFileName(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const visible = last.toWellFormed().replace(INVISIBLE, '').trim();
  return [...visible].slice(-FILE_NAME_LIMIT).join('') || 'файл';
}

function shortened(name: string): string {
  return faultValue(name) ?? '';
}
