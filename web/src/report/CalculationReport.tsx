import { Title } from '@mantine/core';
import { type CalculationDefinition, numberInputs, type ResultValues } from '#core/calculations/definition.ts';
import { parseInputs } from '#core/calculations/schema.ts';
import { trace, unitOf } from '#core/calculations/trace.ts';
import type { Calculation } from '#core/contract/calculation.ts';
import type { Core } from '#core/load.ts';
import { formatMoment, formatNumber } from '../format.ts';
import { Metrics } from '../results/Metrics.tsx';
import { TraceView } from '../results/TraceView.tsx';
import classes from './Report.module.css';

interface CalculationReportProps {
  readonly core: Core;
  readonly definition: CalculationDefinition;
  readonly calculation: Calculation;
}

/** One calculation on paper: what was given, what came out, by which formula and coefficients. */
export function CalculationReport({ core, definition, calculation }: CalculationReportProps) {
  const { provenance } = calculation;
  const results = calculation as unknown as ResultValues;
  const parsed = parseInputs(definition, calculation, core.constant);
  const figures = definition.table ? { ...definition, results: definition.table.summary } : definition;
  return (
    <article className={classes.calculation}>
      <Title order={3}>{calculation.name}</Title>
      <dl className={classes.inputs}>
        {numberInputs(definition).map(([input, { label, symbol, unit }]) => (
          <div key={input}>
            <dt>
              {label}, {symbol}
            </dt>
            <dd>
              {formatNumber(Number(calculation[input]))} {unitOf(input, unit, provenance)}
            </dd>
          </div>
        ))}
        {typeof calculation.file_name === 'string' && (
          <div>
            <dt>Файл с данными</dt>
            <dd>{calculation.file_name}</dd>
          </div>
        )}
      </dl>
      <Metrics definition={figures} results={results} gwp={core.constant('GWP_CH4')} />
      {!definition.table && parsed.ok && (
        <TraceView trace={trace(core, definition, parsed.inputs, results, provenance)} definition={definition} />
      )}
      <p className={classes.small}>
        Изменён {formatMoment(calculation.updated_at)}, {calculation.editor}. Версия записи {calculation.version}.
      </p>
    </article>
  );
}
