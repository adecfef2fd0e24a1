import { type DictionaryRow, dictionary } from './dictionary.ts';
import { proposedRow } from './rows.ts';

const CATEGORIES = { norm: 'order_506', table: 'категории шахт по метану' } as const;

const UPPER_BOUND =
  'Граница категории — норма; значение для расчёта (верхняя граница) — предложение разработчика. Точнее — измеренная метанообильность шахты.';

/**
 * Categories of mines by relative methane abundance. A range includes its lower bound, not its
 * upper one. Only the category is a norm.
 */
export const METHANE_ABUNDANCE = dictionary('get_methane_abundance', '2026-11-21', {
  label: 'Метанообильность шахт',
  fields: { ef: 'м³/т' },
  rows: [
    category(1, 'I категория: до 5 м³/т', 'I категория', 5),
    category(2, 'II категория: от 5 до 10 м³/т', 'II категория', 10),
    category(3, 'III категория: от 10 до 15 м³/т', 'III категория', 15),
    actualRow(4, 'Сверхкатегорные: 15 м³/т и более, суфлярные выделения', 'сверхкатегорные'),
    actualRow(
      5,
      'Опасные по внезапным выбросам: пласты, опасные по внезапным выбросам угля, породы и газа',
      'опасные по внезапным выбросам',
    ),
  ],
});

function category(id: number, name: string, row: string, ef: number): DictionaryRow {
  return proposedRow(id, name, { ...CATEGORIES, row }, { ef }, UPPER_BOUND);
}

function actualRow(id: number, name: string, row: string): DictionaryRow {
  return {
    id,
    name,
    source: { ...CATEGORIES, row },
    mark: 'norm',
    custom: true,
    note: 'Категория не ограничена сверху: укажите измеренную относительную метанообильность шахты.',
  };
}
