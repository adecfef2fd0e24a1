import { describe, expect, it } from 'vitest';
import { filling_blanks } from '#core/calculations/filling_blanks.ts';
import { sensitivity } from '#core/calculations/sensitivity.ts';
import { columnsOf } from './columns_of.ts';
import { accepted, readCsv, refusals } from './read_csv.ts';

const BLANK = Number.NaN;

describe('a long table', () => {
  it('is sorted by object, in order of appearance, and year; ids count from 1', async () => {
    const read = accepted(await readCsv('Шахта;Год;V;m\nБ;2024;4;1\nА;2023;1;1\nБ;2022;2;1\n', sensitivity));
    expect(columnsOf(read)).toMatchObject({ name: ['Б', 'Б', 'А'], year: [2022, 2024, 2023], volume: [2, 4, 1] });
    expect(Array.from(read.data.columns.id ?? [])).toEqual([1, 2, 3]);
  });

  it('gets rows for missing years if the calculation fills gaps', async () => {
    const read = accepted(await readCsv('Шахта;Год;Значение\nА;2019;1\nА;2022;4\nБ;2021;7\n', filling_blanks));
    expect(columnsOf(read)).toEqual({
      name: ['А', 'А', 'А', 'А', 'Б'],
      year: [2019, 2020, 2021, 2022, 2021],
      given: [1, BLANK, BLANK, 4, 7],
    });
    expect(Array.from(read.data.columns.id ?? [])).toEqual([1, 2, 3, 4, 5]);
  });

  it('is refused with both rows if a year occurs twice', async () => {
    const read = await readCsv('Шахта;Год;V;m\nА;2023;1;1\nБ;2023;1;1\nА;2023 г.;2;1\n', sensitivity);
    expect(refusals(read)).toEqual(['4 Год: 2023 год у объекта «А» уже есть в строке 2. Оставьте одну строку на год.']);
  });

  it('recognises an object whatever the spaces in its name', async () => {
    const read = accepted(await readCsv('Шахта;Год;Значение\n Шахта  7;2023;1\nШахта\u00a07;2024;2\n', filling_blanks));
    expect(read.data.texts).toEqual({ name: ['Шахта 7'] });
  });

  it.each(['2024', '2024г.', '2024 г.', '2024 год', '2024 Г', ' 2024 ', '2024,0'])(
    'reads «%s» as a year',
    async (year) => {
      expect(columnsOf(accepted(await readCsv(`Шахта;Год;Значение\nА;${year};1\n`, filling_blanks))).year).toEqual([
        2024,
      ]);
    },
  );

  it.each(['99999', '0', '1899', '2201', '24', '2024,5', '-2024', 'прошлый', '2023/2024', '01.01.2024'])(
    'refuses «%s» as a year',
    async (year) => {
      const faults = refusals(await readCsv(`Шахта;Год;Значение\nА;${year};1\n`, filling_blanks));
      expect(faults).toEqual([expect.stringMatching(/^2 B: Год: /)]);
    },
  );

  it('is one object without a column of objects, if no other column may name objects', async () => {
    const one = accepted(await readCsv('Год;Добыча угля, тыс. т\n2023;1\n2024;2\n', filling_blanks));
    expect(one.data.texts.name).toEqual(['Объект 1']);
    const several = await readCsv('Год;Добыча угля, тыс. т\n2023;1\n2023;2\n', filling_blanks);
    expect(refusals(several)).toEqual([
      expect.stringMatching(/^3 Год: 2023 год у объекта «Объект 1» уже есть в строке 2/),
    ]);
    const misspelt = await readCsv('Шахтта;Год;Значение\nА;2023;1\n', filling_blanks);
    expect(refusals(misspelt)).toEqual([expect.stringMatching(/Нет столбца «Объект».*«Столбец с объектом»/)]);
  });

  it('is refused without a required object, year or value', async () => {
    const read = await readCsv('Шахта;Год;V;m\n;2023;1;1\nА;;1;1\nА;2024;;1\n', sensitivity);
    expect(refusals(read)).toEqual([
      '2 A: Шахта: Ячейка пуста. Нужно название.',
      '3 B: Год: Ячейка пуста. Нужен год, например 2024.',
      '4 C: V: Ячейка пуста. Нужно число, т.',
    ]);
  });
});

describe('a wide table', () => {
  it('has a row per object and a column per year, in any order', async () => {
    const read = accepted(await readCsv('Объект;2021 г.;2019;2020\nА;3;1;\nБ;;4;\n', filling_blanks));
    expect(columnsOf(read)).toEqual({
      name: ['А', 'А', 'А', 'Б', 'Б', 'Б'],
      year: [2019, 2020, 2021, 2019, 2020, 2021],
      given: [1, BLANK, 3, 4, BLANK, BLANK],
    });
  });

  it('may omit years, which are filled in', async () => {
    const read = accepted(await readCsv('Объект;2019;2022\nА;1;4\n', filling_blanks));
    expect(columnsOf(read).year).toEqual([2019, 2020, 2021, 2022]);
  });

  it('names the year of a faulty value', async () => {
    expect(refusals(await readCsv('Объект;2019;2020\nА;1;нет\n', filling_blanks))).toEqual([
      expect.stringMatching(/^2 C: 2020: Это не число/),
    ]);
  });

  it('is refused if a year or an object occurs twice', async () => {
    expect(refusals(await readCsv('Объект;2019;2019\nА;1;2\n', filling_blanks))[0]).toMatch(/2019 года повторяется/);
    expect(refusals(await readCsv('Объект;2019\nА;1\nА;2\n', filling_blanks))[0]).toMatch(
      /^3 Год: 2019 год у объекта «А»/,
    );
    expect(refusals(await readCsv('Объект;2019;9999\nА;1;2\n', filling_blanks))[0]).toMatch(/^1 C: 9999: Нужен год/);
  });

  it('may have only the years of one object, even if the form names a value', async () => {
    const read = accepted(await readCsv('2019;2020\n1;2\n', filling_blanks, { name_value: 'Добыча' }));
    expect(columnsOf(read)).toEqual({ name: ['Объект 1', 'Объект 1'], year: [2019, 2020], given: [1, 2] });
  });

  it('is refused for calculations that need several values a year', async () => {
    expect(refusals(await readCsv('Объект;2019;2020\nА;1;2\n', sensitivity)).length).toBe(3);
  });
});

describe('rows of totals', () => {
  const HEAD = 'Шахта;Год;V;m\n';
  const mines = 'А;2023;1;2\nБ;2023;3;4\n';

  it.each([
    'Итого',
    'ИТОГО по шахтам',
    'Всего:',
    'Сумма',
    'всего по предприятию',
    'Общий итог',
    'Итoгo',
    'Total',
    'По компании, итого',
  ])('named «%s» are omitted as totals and listed in a note', async (name) => {
    const read = accepted(await readCsv(`${HEAD}${mines}${name};2023;4;\n`, sensitivity));
    expect(read.data.texts.name).toEqual(['А', 'Б']);
    expect(columnsOf(read)).toMatchObject({ volume: [1, 3] });
    expect(read.notes).toEqual([expect.stringMatching(new RegExp(`^Строки итогов .*: 4 \\(«${name}»\\)`))]);
  });

  it('are omitted also without a year or below the year column', async () => {
    const read = accepted(await readCsv(`${HEAD}${mines}А;Итого;1;\nИтого;;4;\n`, sensitivity));
    expect(read.data.count).toBe(2);
    expect(read.notes[0]).toContain('4 («Итого»), 5 («Итого»)');
  });

  it('are omitted from a wide table', async () => {
    const read = accepted(await readCsv('Объект;2019;2020\nА;1;2\nБ;3;4\nВсего;4;6\n', filling_blanks));
    expect(columnsOf(read).name).toEqual(['А', 'А', 'Б', 'Б']);
    expect(read.notes).toHaveLength(1);
  });

  it.each(['Шахта «Итого»', '«Итого»', 'Итоговая', 'Тотальная', 'Всеволожская', 'Суммарная'])(
    'do not include the mine %s',
    async (name) => {
      const read = accepted(await readCsv(`${HEAD}А;2023;1;2\n${name};2023;3;4\n`, sensitivity));
      expect(read.data.texts.name).toEqual(['А', name]);
      expect(read.notes).toEqual([]);
    },
  );

  it('are kept if the table has no other rows', async () => {
    const read = accepted(await readCsv(`${HEAD}Итого;2023;1;2\nИтого;2024;3;4\n`, sensitivity));
    expect(columnsOf(read)).toMatchObject({ name: ['Итого', 'Итого'], year: [2023, 2024] });
    expect(read.notes).toEqual([]);
  });

  it('are counted, and the first ten are named', async () => {
    const many = Array.from({ length: 30 }, (_, year) => `Итого;${1990 + year};1;1\n`).join('');
    const [note = ''] = accepted(await readCsv(`${HEAD}${mines}${many}`, sensitivity)).notes;
    expect(note).toContain('и ещё 20');
    expect(note.length).toBeLessThan(300);
  });
});
