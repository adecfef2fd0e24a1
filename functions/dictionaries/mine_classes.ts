import type { Row } from './row.ts';

const CATEGORIES = { norm: 'order_506', table: 'категории шахт по метану' } as const;

const UPPER_BOUND =
  'Граница категории — норма; значение для расчёта (верхняя граница) — предложение разработчика. Точнее — измеренная метанообильность шахты.';

/** Categories of mines by relative methane abundance. Ranges are closed below and open above; only the class is a norm. */
export const methane_abundance: readonly Row[] = [
  category(1, 'I категория: до 5 м³/т', 'I категория', 5),
  category(2, 'II категория: от 5 до 10 м³/т', 'II категория', 10),
  category(3, 'III категория: от 10 до 15 м³/т', 'III категория', 15),
  measured(4, 'Сверхкатегорные: 15 м³/т и более, суфлярные выделения', 'сверхкатегорные'),
  measured(
    5,
    'Опасные по внезапным выбросам: пласты, опасные по внезапным выбросам угля, породы и газа',
    'опасные по внезапным выбросам',
  ),
];

function category(id: number, name: string, row: string, ef: number): Row {
  return {
    id,
    name,
    numbers: { ef },
    units: { ef: 'м³/т' },
    source: { ...CATEGORIES, row },
    mark: 'proposed',
    note: UPPER_BOUND,
  };
}

function measured(id: number, name: string, row: string): Row {
  return {
    id,
    name,
    units: { ef: 'м³/т' },
    source: { ...CATEGORIES, row },
    mark: 'norm',
    custom: true,
    note: 'Категория не ограничена сверху: укажите измеренную относительную метанообильность шахты.',
  };
}

/** Classes of seams by gas content, m³ per tonne of dry ash-free mass. They carry no number: only the 13 m³/t threshold is a norm. */
export const gas_content: readonly Row[] = [
  seam(1, 'Газоносность до 5 м³/т с.б.м.', 'до 5 м³/т'),
  seam(2, 'Газоносность от 5 до 10 м³/т с.б.м.', 'от 5 до 10 м³/т'),
  seam(3, 'Газоносность от 10 до 13 м³/т с.б.м.', 'от 10 до 13 м³/т'),
  {
    id: 4,
    name: 'Газоносность более 13 м³/т с.б.м.: дегазация обязательна',
    source: { norm: 'resolution_315', table: 'допустимые нормы', row: 'более 13 м³/т сухой беззольной массы' },
    mark: 'norm',
    note: 'Дегазация обязательна, если проветриванием нельзя удержать содержание метана ниже 1 %.',
  },
];

function seam(id: number, name: string, row: string): Row {
  return {
    id,
    name,
    source: { norm: 'product', table: 'классы газоносности пластов', row },
    mark: 'proposed',
    note: 'Деление на классы — предложение разработчика; нормирован только порог 13 м³/т.',
  };
}
