import type { CalculationDefinition } from '#core/calculations/definition.ts';
import { numberResults } from '#core/calculations/definition.ts';
import type { WireRow } from '#core/contract/rows.ts';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingText } from '../components/Loading.tsx';
import { Notice } from '../components/Notice.tsx';
import { formatNumber } from '../format.ts';
import classes from './Contributions.module.css';
import { BLANK } from './columns.ts';
import type { ExplainRow, RowExplanation } from './explain.ts';
import { useLoaded } from './use_loaded.ts';

interface ContributionsProps {
  readonly definition: CalculationDefinition;
  readonly row: WireRow;
  readonly explain: ExplainRow;
}

/** What pushed the result of a row: the model's mean, what each column added to it, and the sum. */
export function Contributions({ definition, row, explain }: ContributionsProps) {
  const { data, error, retry } = useLoaded(() => explain(row), [row, explain]);
  if (error !== undefined) return <Unexplained error={error} onRetry={retry} />;
  return data ? <ContributionsTable definition={definition} explanation={data} /> : <LoadingText />;
}

/** A model may allow no contributions: that is said in its own words. */
function Unexplained({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  if (error instanceof Error && error.name === 'Unexplained') return <Notice tone="info">{error.message}</Notice>;
  return <FailureAlert error={error} onRetry={onRetry} />;
}

interface ContributionsTableProps {
  readonly definition: CalculationDefinition;
  readonly explanation: RowExplanation;
}

function ContributionsTable({ definition, explanation }: ContributionsTableProps) {
  const { mean, parts, raw, result, resultIsRaw } = explanation;
  const [first] = numberResults(definition);
  if (!first) return null;
  const [, { label, unit, decimals }] = first;
  const widest = Math.max(...parts.map(({ contribution }) => Math.abs(contribution)), Number.MIN_VALUE);
  return (
    <>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Показатель</th>
            <th scope="col" data-numeric="true" data-wide="true">
              Значение в строке
            </th>
            <th scope="col" data-numeric="true">
              {resultIsRaw ? `Вклад, ${unit}` : 'Вклад'}
            </th>
            <td />
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Среднее модели</th>
            <td data-wide="true" />
            <td data-numeric="true">{formatNumber(mean, decimals)}</td>
            <td />
          </tr>
          {parts.map(({ column, value, contribution }) => (
            <tr key={column}>
              <th scope="row">
                {columnName(definition, column)}
                <span className={classes.narrowValue}>{valueText(definition, column, value)}</span>
              </th>
              <td data-numeric="true" data-wide="true">
                {valueText(definition, column, value)}
              </td>
              <td data-numeric="true">{signed(contribution, decimals)}</td>
              <td className={classes.bars} aria-hidden="true">
                <span
                  className={classes.bar}
                  data-sign={contribution < 0 ? 'down' : 'up'}
                  style={{ width: `${(Math.abs(contribution) / widest) * 50}%` }}
                />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{resultIsRaw ? `${label}: сумма` : 'Сумма'}</th>
            <td data-wide="true" />
            <td data-numeric="true">{formatNumber(raw, decimals)}</td>
            <td />
          </tr>
        </tfoot>
      </table>
      {!resultIsRaw && (
        <p className={classes.note}>
          Модель переводит сумму в результат своей функцией: {formatNumber(raw, decimals)} →{' '}
          {formatNumber(result, decimals)} {unit}.
        </p>
      )}
    </>
  );
}

function columnName({ table }: CalculationDefinition, name: string): string {
  const column = table?.columns[name];
  if (!column) return name;
  return column.symbol ? `${column.symbol} — ${column.label}` : column.label;
}

function valueText({ table }: CalculationDefinition, column: string, value: number | null): string {
  return value === null ? BLANK : `${formatNumber(value)} ${table?.columns[column]?.unit ?? ''}`.trim();
}

function signed(value: number, decimals: number): string {
  return `${value > 0 ? '+' : ''}${formatNumber(value, decimals)}`;
}
