import { describe, expect, it } from 'vitest';
import { filling_blanks } from '#core/calculations/filling_blanks.ts';
import { definitionOf, TABLE_TYPES } from '#core/calculations/index.ts';
import { regres_methane } from '#core/calculations/regres_methane.ts';
import { sensitivity } from '#core/calculations/sensitivity.ts';
import { headerKey } from '#core/tables/header_key.ts';
import { columnsOf } from './columns_of.ts';
import { accepted, readCsv, refusals } from './read_csv.ts';

const ROW = 'Шахта;2024;1000;12';
const header = (volume: string, rest = 'Метанообильность') => `Шахта;Год;${volume};${rest}\n${ROW}\n`;

describe('the header of coal in tonnes', () => {
  it.each([
    'volume',
    'VOLUME',
    'V',
    'Добыча угля',
    'Добыча угля, т',
    'Добыча угля (т)',
    'Добыча угля [т]',
    'добыча  угля,т',
    ' ДОБЫЧА\u00a0УГЛЯ , Т ',
    'Добыча угля, тонн',
    'Добыча',
    '«Добыча угля»',
    'Добыча угля:',
    'Coal, t',
    'соаl',
    'Объём добычи, т',
    'Объем добычи, т',
  ])('is «%s»', async (text) => {
    expect(columnsOf(accepted(await readCsv(header(text), sensitivity))).volume).toEqual([1000]);
  });

  it.each(['Добыча угля, тыс. т', 'Добыча угля (млн т)', 'V, кг'])('is refused in another unit: «%s»', async (text) => {
    const [fault, ...others] = refusals(await readCsv(header(text), sensitivity));
    expect(fault).toMatch(/^1 C: .*Нужна единица «т», а в заголовке — «.+»/);
    expect(others).toEqual([]);
  });

  it('is reported as missing with the headers of the file and the accepted ones', async () => {
    const [fault] = refusals(await readCsv(header('Уголь'), sensitivity));
    expect(fault).toBe(
      '1 Добыча угля, т: Нет столбца «Добыча угля, т». В файле есть: «Шахта», «Год», «Уголь», «Метанообильность». ' +
        'Подходят заголовки: «V», «Добыча угля», «добыча», «объём добычи», «coal».',
    );
  });

  it('is refused if it occurs twice, also under two names', async () => {
    expect(refusals(await readCsv(header('Добыча', 'm;добыча'), sensitivity))[0]).toMatch(
      /^1 E: .*повторяется: C: Добыча и E/,
    );
    expect(refusals(await readCsv(header('Добыча', 'm;V'), sensitivity))[0]).toMatch(
      /подходят два столбца: C: Добыча и E: V/,
    );
  });
});

describe.each(TABLE_TYPES)('headers of %s', (type) => {
  it('match one column each', () => {
    const columns = Object.entries(definitionOf(type).table?.columns ?? {});
    const keys = columns.flatMap(([name, { label, symbol, headers = [] }]) => [
      ...new Set([name, label, ...(symbol === undefined ? [] : [symbol]), ...headers].map(headerKey)),
    ]);
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });
});

describe('x1 of the regression', () => {
  const rest = 'x2;x7;x8;x12;x13;x15\n1;2;3;4;5;6;7\n';

  it.each([
    'x1',
    'X1',
    'х1',
    'Х1',
    'ｘ１',
    'x1, м³/мин',
    'х1 (м3/мин)',
    'x1 [куб. м/мин]',
    'x1, м?/мин',
    'x_1'.replace('_', ''),
  ])('is «%s»', async (text) => {
    const read = accepted(await readCsv(`${text};${rest}`, regres_methane));
    expect(columnsOf(read).x1).toEqual([1]);
    expect(read.ignored).toEqual([]);
  });

  it('is not «x11» or «x»', async () => {
    for (const text of ['x11', 'x', 'y1']) {
      expect(refusals(await readCsv(`${text};${rest}`, regres_methane))[0]).toMatch(/Нет столбца «Расход воздуха/);
    }
  });
});

describe('columns that the user names', () => {
  const file = 'Участок;Год;Добыча угля, тыс. т;Метан, м³\nA;2023;1;10\nA;2024;2;20\n';

  it.each([
    ['Метан, м³', [10, 20]],
    ['метан', [10, 20]],
    ['Добыча угля, тыс. т', [1, 2]],
    ['', [1, 2]],
  ])('«%s» is the value', async (name_value, given) => {
    expect(columnsOf(accepted(await readCsv(file, filling_blanks, { name_value }))).given).toEqual(given);
  });

  it('need no other recognition, not even the object', async () => {
    const text = 'Код места;Год;Показания\nA;2023;1\nA;2024;2\n';
    const read = await readCsv(text, filling_blanks, { name_element: 'код места', name_value: 'Показания' });
    expect(columnsOf(accepted(read))).toEqual({ name: ['A', 'A'], year: [2023, 2024], given: [1, 2] });
  });

  it('are reported if the file lacks them', async () => {
    const faults = refusals(await readCsv(file, filling_blanks, { name_value: 'Вода' }));
    expect(faults).toEqual([expect.stringMatching(/^1 Вода: Столбца «Вода» нет в файле\. В файле есть: «Участок», /)]);
  });

  it('resolve an ambiguity, as the fault suggests', async () => {
    const text = 'Шахта;Год;Добыча;Значение\nA;2023;1;10\nA;2024;2;20\n';
    expect(refusals(await readCsv(text, filling_blanks))[0]).toMatch(/назовите нужный в поле «Столбец со значением»/);
    expect(columnsOf(accepted(await readCsv(text, filling_blanks, { name_value: 'Добыча' }))).given).toEqual([1, 2]);
  });
});

it('unrecognised columns are ignored and listed', async () => {
  const read = accepted(await readCsv(`№ п/п;Шахта;Год;V;m;Примечание\n1;${ROW};да\n`, sensitivity));
  expect(read.ignored).toEqual(['Примечание']);
  expect(read.notes).toEqual(['Не прочитаны столбцы, которых в расчёте нет: «Примечание».']);
});

it('titles above the headers are skipped', async () => {
  const read = accepted(await readCsv(`Добыча по шахтам;;;\n\n"за 2024 год, т";;;\n${header('V')}`, sensitivity));
  expect(columnsOf(read).volume).toEqual([1000]);
});

it('faults below a title name the row of the spreadsheet', async () => {
  const read = await readCsv(`Добыча по шахтам;;;\n\n${header('V')}Шахта;2025;много;1\n`, sensitivity);
  expect(refusals(read)).toEqual([expect.stringMatching(/^5 C: V: /)]);
});
