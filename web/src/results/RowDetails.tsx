import { Title } from '@mantine/core';
import type { CalculationDefinition, NumberInputs } from '#core/calculations/definition.ts';
import type { Provenance } from '#core/contract/dictionary.ts';
import type { WireRow } from '#core/contract/rows.ts';
import { Contributions } from './Contributions.tsx';
import { rowName } from './columns.ts';
import type { ExplainRow } from './explain.ts';
import { hasFormulas, RowTrace } from './Formulas.tsx';
import classes from './TableResults.module.css';

/** What a row can be explained by. */
export interface Explaining {
  /** Of calculations by a model: what pushed a row. */
  readonly explain?: ExplainRow | undefined;
  /** Numbers that hold for the whole table: with them formulas are shown. */
  readonly inputs?: NumberInputs | undefined;
  /** Dictionary rows behind the coefficients. */
  readonly provenance?: readonly Provenance[] | undefined;
}

/** Whether there is anything to say of a single row. */
export function canExplain(definition: CalculationDefinition, { explain, inputs }: Explaining): boolean {
  return explain !== undefined || (inputs !== undefined && hasFormulas(definition));
}

interface RowDetailsProps extends Explaining {
  readonly definition: CalculationDefinition;
  readonly row: WireRow;
}

/** How the results of one row came about. */
export function RowDetails({ definition, row, explain, inputs, provenance = [] }: RowDetailsProps) {
  const name = rowName(definition, row);
  const title = explain ? `Что повлияло: ${name}` : `Ход расчёта: ${name}`;
  return (
    <section className={classes.details} aria-label={title} aria-live="polite">
      <Title order={3} className={classes.heading ?? ''}>
        {title}
      </Title>
      {explain && <Contributions definition={definition} row={row} explain={explain} />}
      {inputs && <RowTrace definition={definition} row={row} inputs={inputs} provenance={provenance} />}
    </section>
  );
}
