import { describe, expect, it, test } from 'vitest';
import { MAPPING, measureBytes, measureText, readings } from './measure_text.ts';

const utf8 = new TextEncoder();

/** Three hours of readings that differ, with a gap, a word and a blank. */
const TEXT = readings(180, 60, (index) => {
  if (index >= 50 && index < 55) return undefined;
  return [index === 70 ? 'н/д' : (0.3 + index / 1000).toFixed(3), index === 90 ? '' : (9000 + index * 7.3).toFixed(2)];
});

const reference = await measureText(TEXT);

/** The same text in windows-1251. */
function windows1251(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => {
    const code = char.charCodeAt(0);
    return code >= 0x410 && code <= 0x44f ? code - 0x410 + 0xc0 : code;
  });
}

function utf16(text: string, isBig: boolean): Uint8Array {
  const bytes = new Uint8Array(2 * text.length + 2);
  const view = new DataView(bytes.buffer);
  for (const [index, char] of [...`\uFEFF${text}`].entries()) view.setUint16(2 * index, char.charCodeAt(0), !isBig);
  return bytes;
}

const RUSSIAN = {
  ...MAPPING,
  decimal: ',',
  time: { column: 'Время', format: 'DD.MM.YYYY HH:mm:ss', zone: 'Asia/Novokuznetsk' },
  c: { column: 'Концентрация', unit: '%' },
  q: { column: 'Расход', unit: 'м³/мин' },
};

/** Delimited by commas. */
const COMMAS = TEXT.replaceAll(';', ',');

/** As a Russian program writes it: decimal comma, day first, headers and words in Russian. */
const russian = TEXT.replace('time;c;q', 'Время;Концентрация;Расход')
  .replace(/(\d)\.(\d)/g, '$1,$2')
  .replace(/(\d{4})-(\d\d)-(\d\d)/g, '$3.$2.$1');

describe('the same readings have the same bits', () => {
  test.each([1, 7, 100, 1 << 20])('in pieces of %i bytes', async (size) => {
    expect(await measureText(TEXT, MAPPING, size)).toEqual(reference);
  });

  test.each<[string, Uint8Array, unknown]>([
    ['with a mark of the byte order', utf8.encode(`\uFEFF${TEXT}`), MAPPING],
    ['with CRLF', utf8.encode(TEXT.replaceAll('\n', '\r\n')), MAPPING],
    ['without the last newline', utf8.encode(TEXT.trimEnd()), MAPPING],
    ['with blank lines', utf8.encode(`${TEXT.replaceAll('\n', '\n\n')}\n;;\n`), MAPPING],
    ['with lines above the header', utf8.encode(`Шахта «Северная»\nОтчёт;за месяц\n\n${TEXT}`), MAPPING],
    ['with a line that names the delimiter', utf8.encode(`sep=;\n${TEXT}`), { ...MAPPING, delimiter: undefined }],
    ['with every field in quotes', utf8.encode(TEXT.replace(/[^;\n]+/g, '"$&"')), MAPPING],
    ['with spaces around values', utf8.encode(TEXT.replace(/;/g, ' ; ').replace('time ; c ; q', 'time;c;q')), MAPPING],
    ['with tabs', utf8.encode(TEXT.replaceAll(';', '\t')), { ...MAPPING, delimiter: '\t' }],
    ['with commas', utf8.encode(TEXT.replaceAll(';', ',')), { ...MAPPING, delimiter: ',' }],
    ['without delimiter and decimal in the mapping', utf8.encode(TEXT), { ...MAPPING, delimiter: null, decimal: null }],
    ['in Russian, UTF-8', utf8.encode(russian), RUSSIAN],
    ['in Russian, windows-1251', windows1251(russian), RUSSIAN],
    ['in Russian, UTF-16 little endian', utf16(russian, false), RUSSIAN],
    ['in Russian, UTF-16 big endian', utf16(russian, true), RUSSIAN],
    [
      'by numbers of columns',
      utf8.encode(TEXT),
      {
        ...MAPPING,
        time: { ...MAPPING.time, column: 1 },
        c: { column: 2, unit: '%' },
        q: { column: 3, unit: 'm3/min' },
      },
    ],
    [
      'by numbers of columns from 0, without a header',
      utf8.encode(TEXT.slice(TEXT.indexOf('\n') + 1)),
      {
        ...MAPPING,
        time: { ...MAPPING.time, column: 0 },
        c: { column: 1, unit: '%' },
        q: { column: 2, unit: 'm3/min' },
      },
    ],
  ])('%s', async (_, bytes, mapping) => {
    expect(await measureBytes(bytes, mapping, 1000)).toEqual(reference);
  });

  const rewritten = (time: (iso: string) => string) => TEXT.replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, time);
  const utc = (iso: string) => Date.parse(`${iso.replace(' ', 'T')}+07:00`);
  const timed = (format: string | undefined, more: object = {}) => ({
    ...MAPPING,
    time: { ...MAPPING.time, format, ...more },
  });

  test.each<[string, string, unknown]>([
    ['strftime', TEXT, timed('%Y-%m-%d %H:%M:%S')],
    ['Java', TEXT, timed('yyyy-MM-dd HH:mm:ss')],
    ['capitals', TEXT, timed('YYYY-MM-DD HH:MM:SS')],
    ['iso with a T', TEXT.replace(/(\d) (\d)/g, '$1T$2'), timed('iso')],
    ['no format', TEXT, timed(undefined)],
    [
      'T and fractions of seconds',
      rewritten((iso) => `${iso.replace(' ', 'T')}.000`),
      timed("yyyy-MM-dd'T'HH:mm:ss.SSS"),
    ],
    ['an offset in the time', rewritten((iso) => `${iso.replace(' ', 'T')}+07:00`), timed('iso')],
    ['UTC', rewritten((iso) => new Date(utc(iso)).toISOString()), timed('iso')],
    ['an offset in the time and no zone', rewritten((iso) => `${iso}+07:00`), timed('iso', { zone: undefined })],
    ['seconds since 1970', rewritten((iso) => String(utc(iso) / 1000)), timed('epoch_s')],
    ['milliseconds since 1970', rewritten((iso) => String(utc(iso))), timed('epoch_ms')],
    ['one number', rewritten((iso) => iso.replace(/\D/g, '')), timed('YYYYMMDDHHmmss')],
    ['minutes only', rewritten((iso) => iso.slice(0, 16)), timed('YYYY-MM-DD HH:mm')],
    ['hours of one digit', rewritten((iso) => iso.replace(' 0', ' ')), timed('YYYY-MM-DD H:mm:ss')],
    ['hours of half a day', rewritten((iso) => `${iso.replace(' 00:', ' 12:')} AM`), timed('YYYY-MM-DD hh:mm:ss A')],
    [
      'two columns',
      TEXT.replace(/(\d) (\d)/g, '$1;$2').replace('time', 'date;clock'),
      timed(undefined, { column: ['date', 'clock'], format: 'YYYY-MM-DD HH:mm:ss' }),
    ],
    [
      'six columns',
      TEXT.replace(/(\d)-(\d\d)-(\d\d) (\d\d):(\d\d):/g, '$1;$2;$3;$4;$5;').replace('time', 'y;m;d;h;mi;s'),
      timed('YYYY MM DD HH mm ss', { column: ['y', 'm', 'd', 'h', 'mi', 's'] }),
    ],
  ])('with times as %s', async (_, text, mapping) => {
    expect(await measureText(text, mapping)).toEqual(reference);
  });

  it('with a comma at the end of each row', async () => {
    const text = COMMAS.replace(/(\d|,)\n/g, '$1,\n');
    expect(await measureText(text, { ...MAPPING, delimiter: ',' })).toEqual(reference);
  });
});

/** The refusal of a file. */
function refusal(text: string, mapping: unknown = MAPPING): Promise<string> {
  return measureText(text, mapping).then(
    () => 'accepted',
    (error: Error) => `${error.name}: ${error.message}`,
  );
}

describe('a file that cannot be read is refused by line and cause', () => {
  const broken = (line: number, from: string | RegExp, to: string) =>
    TEXT.split('\n')
      .map((text, index) => (index === line - 1 ? text.replace(from, to) : text))
      .join('\n');

  test.each<[string, string, unknown, RegExp]>([
    [
      'a number with a space',
      broken(20, /;\d/, ';1 0'),
      MAPPING,
      /^MeasureRefused: Строка 20, столбец «c»: «1 0\.\d+» — не число/,
    ],
    [
      'a number with a percent sign',
      broken(20, /;(\d\.\d+)/, ';$1 %'),
      MAPPING,
      /Строка 20, столбец «c»: «0\.\d+ %» — не число/,
    ],
    [
      'a decimal comma where a point is stated',
      russian,
      { ...RUSSIAN, decimal: '.' },
      /Строка 2, столбец «Концентрация»: «0,300» — не число. Десятичный знак — «\.»/,
    ],
    [
      'a day that is not there',
      broken(20, '-01-31', '-02-30'),
      MAPPING,
      /Строка 20, столбец «time»: «2025-02-30 [\d:]+» — не время по формату/,
    ],
    [
      'a time of another format',
      TEXT,
      { ...MAPPING, time: { ...MAPPING.time, format: 'DD.MM.YYYY HH:mm' } },
      /Строка 2, столбец «time»/,
    ],
    ['a line without a column', broken(20, /;[^;]*$/, ''), MAPPING, /Строка 20: столбцов 2, столбца «q» в ней нет/],
    [
      'decimal commas without quotes between commas',
      COMMAS.replace(/(\d)\.(\d)/g, '$1,$2'),
      { ...MAPPING, delimiter: ',' },
      /^MeasureRefused: Строка 2: значений 5, а заголовков 3\. Если запятая отделяет дробную часть/,
    ],
    ['an open quote', broken(20, ';', ';"'), MAPPING, /Строка 20, столбец «c»: .*кавычка не закрыта/],
    [
      'a header that is not there',
      TEXT,
      { ...MAPPING, c: { column: 'CH4', unit: '%' } },
      /нет 1 столбца «CH4»\. Строка 1: «time», «c», «q»/,
    ],
    [
      'rows from late to early',
      TEXT.trim()
        .split('\n')
        .map((row, index, all) => (index === 0 ? row : all[all.length - index]))
        .join('\n'),
      MAPPING,
      /Расположите строки файла по времени/,
    ],
    [
      'ppm given as %',
      readings(180, 60, () => [5000, 9000]),
      MAPPING,
      /c: значения концентрации вне диапазона в 180 строках.*Проверьте единицу/,
    ],
    [
      'ppm given as % without cleaning',
      readings(180, 60, () => [5000, 9000]),
      { ...MAPPING, cleaning: 'none' },
      /Строка 2: Концентрация — такого значения не бывает/,
    ],
    ['no value at all', readings(180, 60, () => ['н/д', 9000]), MAPPING, /нет ни одного годного значения концентрации/],
    ['no rows', 'time;c;q\n', MAPPING, /ни одной строки показаний/],
    ['nothing', '\n\n', MAPPING, /Файл показаний пуст/],
    ['a single row', TEXT.split('\n').slice(0, 2).join('\n'), MAPPING, /Шаг строк неизвестен/],
    ['a line that does not end', `${TEXT}${'x'.repeat(70_000)}`, MAPPING, /Строка 177 длиннее 65 536 байт/],
    [
      'a clock that is set within the series',
      TEXT.replaceAll('2025-01-31', '2025-03-30'),
      { ...MAPPING, time: { ...MAPPING.time, zone: 'Europe/Warsaw' } },
      /часы пояса «Europe\/Warsaw» переводят 2025-03-3/,
    ],
  ])('%s', async (_, text, mapping, message) => {
    expect(await refusal(text, mapping)).toMatch(message);
  });

  it('names a share of the explosive limit that is not stated', async () => {
    expect(await refusal(TEXT, { ...MAPPING, c: { column: 'c', unit: '% LEL' } })).toMatch(
      /c\.lel_percent: Укажите.*4\.4/,
    );
  });

  test.each<[string, object, RegExp]>([
    ['no time', { time: undefined }, /time: Укажите/],
    ['no flow', { q: undefined }, /v: Укажите скорость/],
    ['both flows', { v: { column: 'v', unit: 'm/s' } }, /v: Расход уже задан/],
    ['a velocity without a section', { q: undefined, v: { column: 'q', unit: 'm/s' } }, /area_m2: .*площадь/],
    ['actual conditions without them', { conditions: 'actual' }, /t: .*температуру[\s\S]*p: .*давление/],
    ['a pressure in Pa', { conditions: 'actual', t: { constant: 20 }, p: { constant: 101_325 } }, /p\.constant: .*кПа/],
    ['an unknown unit', { c: { column: 'c', unit: 'мг' } }, /c\.unit: Единицы «мг» нет/],
    ['an unknown field', { condition: '20C' }, /condition: Такого поля нет/],
    ['an unknown rule', { rule: 'simpson' }, /rule: Здесь ожидается «left» или «trapezoid»/],
    ['an unknown rule of cleaning', { cleaning: { magic: true } }, /cleaning\.magic: Такого поля нет/],
    ['a delimiter that is the decimal mark', { delimiter: ',', decimal: ',' }, /decimal: .*один и тот же символ/],
    ['an unknown zone', { time: { ...MAPPING.time, zone: 'Mars/Base' } }, /time\.zone: Пояса «Mars\/Base» нет/],
  ])('a mapping with %s', async (_, change, message) => {
    expect(await refusal(TEXT, { ...MAPPING, ...change })).toMatch(message);
  });
});
