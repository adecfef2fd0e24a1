import { type NumberResult, numberResults } from './definition.ts';
import { definitionOf, TABLE_TYPES } from './index.ts';

/** The purpose of the models of one method. */
export interface ModelUse {
  /** Value of the choice input: xgboost or lightgbm. */
  readonly method: string;
  /** Columns of numbers that a model may take as features, in the order of the table. */
  readonly columns: readonly string[];
  /** The quantity that a model predicts. */
  readonly answer: NumberResult;
}

/** Every method whose rows a model computes, in the order of the registry. */
export const MODEL_USES: readonly ModelUse[] = TABLE_TYPES.flatMap((type) => {
  const definition = definitionOf(type);
  const { inputs, table } = definition;
  const input = inputs[table?.modelInput ?? ''];
  const [, answer] = numberResults(definition)[0] ?? [];
  if (!table || !answer || input?.kind !== 'choice') return [];
  const columns = Object.keys(table.columns).filter((name) => table.columns[name]?.kind === 'number');
  return Object.keys(input.options).map((method) => ({ method, columns, answer }));
});
