import type { Mark, RowSource } from './dictionary_schema.ts';

export type {
  CoefficientName,
  Dictionary,
  DictionaryEntry,
  Mark,
  Provenance,
  RowSource,
} from './dictionary_schema.ts';

/** Russian labels of the marks. */
export const MARK_LABELS: Readonly<Record<Mark, string>> = {
  norm: 'норматив',
  derived: 'выведено из норматива',
  proposed: 'предложение',
};

/** A source as one line of text: «Приказ …, таблица 1.2, строка». */
export function rowSourceText({ document, table, row }: RowSource): string {
  return [document, table, row].filter((text) => text !== '').join(', ');
}
