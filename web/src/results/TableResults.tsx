import type { CalculationDefinition } from '#core/calculations/definition.ts';
import type { ExplainRow } from './explain.ts';
import type { RowsSource } from './rows_source.ts';

export interface TableResultsProps {
  readonly definition: CalculationDefinition;
  readonly source: RowsSource;
  /** Of calculations by a model: what pushed a row; without it rows cannot be asked. */
  readonly explain?: ExplainRow;
}

/** The results of a table calculation: figures, warnings, charts and rows. The same for a stored calculation and for a preview. */
export function TableResults({ source }: TableResultsProps) {
  return <section aria-label="Результаты таблицы">{source.head.count}</section>;
}
