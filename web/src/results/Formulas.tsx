import { useAtomValue } from 'jotai';
import {
  type CalculationDefinition,
  type NumberInputs,
  numberResults,
  type ResultValues,
} from '#core/calculations/definition.ts';
import { type TraceStep, trace } from '#core/calculations/trace.ts';
import type { Provenance } from '#core/contract/dictionary.ts';
import type { WireRow } from '#core/contract/rows.ts';
import type { Core } from '#core/load.ts';
import { type Citation, citationText, endText, NORMS } from '#core/norms.ts';
import { coreAtom } from '../compute/core.ts';
import { formatNumber } from '../format.ts';
import classes from './Formulas.module.css';
import { Parts, Sources, Step } from './TraceView.tsx';

interface FormulasProps {
  readonly definition: CalculationDefinition;
  readonly inputs: NumberInputs;
  readonly provenance: readonly Provenance[];
}

/** How every result column comes about, and from which documents. */
export function Formulas({ definition, inputs, provenance }: FormulasProps) {
  const core = useAtomValue(coreAtom).data;
  if (!core) return null;
  const explained = trace(core, definition, inputs, {}, provenance);
  return (
    <details className={classes.formulas}>
      <summary>Формулы и источники</summary>
      <dl>
        {numberResults(definition).map(([name, { label, symbol, unit, note, limit }]) => {
          const step = explained.steps.find((found) => found.name === name);
          return (
            <div key={name}>
              <dt>{[label, symbol, unit].filter((part) => part !== '').join(', ')}</dt>
              {step && <SymbolsOnly step={step} />}
              {note && <dd>{note}</dd>}
              {limit && (
                <dd>
                  {limit.label}: {formatNumber(limit.value)} {unit} — {citationText(limit.source)}
                  {endOf(limit.source) && `. Документ ${endOf(limit.source)}.`}
                </dd>
              )}
            </div>
          );
        })}
      </dl>
      <Sources trace={explained} />
    </details>
  );
}

/** That the cited norm ends soon, as of today. */
function endOf({ norm }: Citation): string | undefined {
  return endText(NORMS[norm], new Date().toISOString().slice(0, 10));
}

function SymbolsOnly({ step: { symbol, parts } }: { readonly step: TraceStep }) {
  return (
    <dd className={classes.formula}>
      {symbol} = <Parts parts={parts} text={(part) => part.symbol} />
    </dd>
  );
}

/** Whether numbers can be put into formulas of this type. */
export function hasFormulas(definition: CalculationDefinition): boolean {
  return numberResults(definition).some(([, { formula }]) => formula !== undefined);
}

interface RowTraceProps extends FormulasProps {
  readonly row: WireRow;
}

/** The formulas with the numbers of one row put into them. */
export function RowTrace({ definition, inputs, provenance, row }: RowTraceProps) {
  const core = useAtomValue(coreAtom).data;
  if (!core) return null;
  return stepsOf(core, definition, inputs, provenance, row).map((step) => (
    <Step key={step.name} step={step} definition={definition} />
  ));
}

function stepsOf(
  core: Core,
  definition: CalculationDefinition,
  inputs: NumberInputs,
  provenance: readonly Provenance[],
  row: WireRow,
) {
  const numbers = Object.entries(row).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
  const values = Object.fromEntries(numbers);
  const { steps } = trace(core, definition, { ...inputs, ...values }, values as ResultValues, provenance);
  // Without its numbers a formula says nothing of the row.
  return steps.filter(({ value }) => Number.isFinite(value));
}
