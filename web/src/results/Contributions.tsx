import type { CalculationDefinition } from '#core/calculations/definition.ts';
import { numberResults } from '#core/calculations/definition.ts';
import type { WireRow } from '#core/contract/rows.ts';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingText } from '../components/Loading.tsx';
import { Notice } from '../components/Notice.tsx';
import { rowHeader, Table } from '../components/Table.tsx';
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

/** A part of the prediction; the mean of the model has no column. */
type ContributionRow = Omit<RowExplanation['parts'][number], 'column'> & { readonly column: string | undefined };

function ContributionsTable({ definition, explanation }: ContributionsTableProps) {
  const { mean, parts, raw, result, resultIsRaw } = explanation;
  const [first] = numberResults(definition);
  if (!first) return null;
  const [, { label, unit, decimals }] = first;
  const widest = Math.max(...parts.map(({ contribution }) => Math.abs(contribution)), Number.MIN_VALUE);
  return (
    <>
      <Table
        look="plain"
        className={classes.table}
        columns={[
          rowHeader('name', 'Показатель', ({ column, value }: ContributionRow) => (
            <>
              {column === undefined ? 'Среднее модели' : columnName(definition, column)}
              {column !== undefined && (
                <span className={classes.narrowValue}>{valueText(definition, column, value)}</span>
              )}
            </>
          )),
          {
            key: 'value',
            header: 'Значение в строке',
            isNumeric: true,
            className: classes.wide,
            cell: ({ column, value }) => column !== undefined && valueText(definition, column, value),
          },
          {
            key: 'contribution',
            header: resultIsRaw ? `Вклад, ${unit}` : 'Вклад',
            isNumeric: true,
            cell: ({ column, contribution }) =>
              column === undefined ? formatNumber(contribution, decimals) : signed(contribution, decimals),
          },
          {
            key: 'bar',
            header: '',
            className: classes.bars,
            head: { 'aria-hidden': true },
            attributes: () => ({ 'aria-hidden': true }),
            cell: ({ column, contribution }) =>
              column !== undefined && (
                <span
                  className={classes.bar}
                  data-sign={contribution < 0 ? 'down' : 'up'}
                  style={{ width: `${(Math.abs(contribution) / widest) * 50}%` }}
                />
              ),
          },
        ]}
        rows={[{ column: undefined, value: null, contribution: mean }, ...parts]}
        sums={[{ name: resultIsRaw ? `${label}: сумма` : 'Сумма', contribution: formatNumber(raw, decimals) }]}
      />
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
