import { quoted } from '../contract/russian.ts';
import { columnLetters } from '../tables/cell.ts';
import type { FileHead } from './file_head.ts';
import { MeasureRefused, type SeriesMapping } from './mapping.ts';

/** A row that the core does not read: code (`assembly/measured/scan.ts` and others), line of the file, column from 0, text of the cell. */
export interface RowFault {
  readonly code: number;
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

/** Names of the readings by their number in the core. */
const READINGS = ['Концентрация', 'Расход воздуха', 'Температура', 'Давление'];

/** The refusal of a row: its line, the cause, the next step. */
export function rowFault(
  { code, line, column, text }: RowFault,
  head: FileHead,
  mapping: SeriesMapping,
): MeasureRefused {
  const name = head.headers[column] ? quoted(head.headers[column]) : columnLetters(column);
  const cell = `Строка ${line}, столбец ${name}: ${quoted(text)}`;
  const mark = mapping.decimal ?? (head.delimiter === ',' ? '.' : ', или .');
  const format = 'columns' in mapping.time ? (mapping.time.format ?? 'формату первой строки') : '';
  const messages: Readonly<Record<number, string>> = {
    1: `Строка ${line}: столбцов ${column}, столбца ${name} в ней нет. Проверьте разделитель «${head.delimiter}» и конец файла.`,
    2: `${cell} — не число. Десятичный знак — «${mark}», пробелов и единиц внутри числа нет. Исправьте decimal или ячейку.`,
    3: `${cell} — не время по формату ${format}. Исправьте time.format или строку.`,
    4: `${cell}: кавычка не закрыта до конца строки. Закройте её; перевод строки внутри кавычек не читается.`,
    5: `Строка ${line}: ${READINGS[column] ?? ''} — такого значения не бывает. Проверьте единицу или включите правило очистки range.`,
    6: `Строка ${line}: время раньше, чем в строке до неё. Расположите строки по времени или включите правило очистки clock.`,
    7: `Строка ${line}: ряд длиннее, чем бывает. Проверьте time.format и год.`,
  };
  return new MeasureRefused(messages[code] ?? `Строка ${line} не читается.`);
}
