import { useMemo, useState } from 'react';
import type { CalculationDefinition } from '#core/calculations/definition.ts';
import type { WireRow } from '#core/contract/rows.ts';
import { type ColumnSettings, resultColumns } from './columns.ts';
import { Findings } from './Findings.tsx';
import { Formulas } from './Formulas.tsx';
import { ObjectSelect } from './ObjectSelect.tsx';
import { canExplain, type Explaining, RowDetails } from './RowDetails.tsx';
import { RowsTable } from './RowsTable.tsx';
import type { RowsSource } from './rows_source.ts';
import { Summary } from './Summary.tsx';
import { TableCharts } from './TableCharts.tsx';
import classes from './TableResults.module.css';

export interface TableResultsProps extends Explaining {
  readonly definition: CalculationDefinition;
  readonly source: RowsSource;
  /** Text inputs of the calculation by name: a user may have named a column themselves. */
  readonly settings?: ColumnSettings;
}

const NO_SETTINGS: ColumnSettings = {};

/**
 * The results of a table calculation: figures, warnings, charts, rows, formulas. The same for a
 * stored calculation and for a
 * preview. `explain` and `inputs` let single rows be explained.
 */
export function TableResults({ definition, source, settings = NO_SETTINGS, ...explaining }: TableResultsProps) {
  const { head } = source;
  const [chosen, setChosen] = useState(0);
  const series = definition.table?.series;
  const starts = head.starts ?? [0, head.count];
  // A preview that is computed anew may have fewer objects.
  const object = chosen < starts.length - 1 ? chosen : 0;
  const offset = starts[object] ?? 0;
  const count = (starts[object + 1] ?? offset) - offset;
  const names = series && head.texts[series.object];
  const { inputs, provenance = [] } = explaining;
  return (
    <section className={classes.results} aria-label="Результаты таблицы">
      <Summary definition={definition} head={head} />
      <Findings head={head} />
      {series && names && names.length > 0 && (
        <ObjectSelect
          label={definition.table?.columns[series.object]?.label ?? ''}
          names={names}
          chosen={object}
          onChoose={setChosen}
        />
      )}
      <Rows key={offset} {...{ definition, source, settings, explaining, offset, count }} />
      {inputs && <Formulas definition={definition} inputs={inputs} provenance={provenance} />}
    </section>
  );
}

interface RowsProps extends Pick<TableResultsProps, 'definition' | 'source'> {
  readonly settings: ColumnSettings;
  readonly explaining: Explaining;
  readonly offset: number;
  readonly count: number;
}

function Rows({ definition, source, settings, explaining, offset, count }: RowsProps) {
  const [choice, setChoice] = useState<{ readonly source: RowsSource; readonly row: WireRow }>();
  // A preview that was computed anew has other rows: the chosen one is of the past.
  const chosen = choice?.source === source ? choice.row : undefined;
  const columns = useMemo(() => resultColumns(definition, source.head, settings), [definition, source, settings]);
  return (
    <>
      <TableCharts {...{ definition, source, settings, offset, count }} />
      <RowsTable
        {...{ definition, source, columns, offset, count, chosen }}
        onChoose={canExplain(definition, explaining) ? (row) => setChoice({ source, row }) : undefined}
      />
      {chosen && <RowDetails definition={definition} row={chosen} {...explaining} />}
    </>
  );
}
