import { Title } from '@mantine/core';
import { Fragment } from 'react';
import type { CalculationDefinition } from '#core/calculations/definition.ts';
import type { FormulaPart, Trace, TraceCoefficient, TraceStep } from '#core/calculations/trace.ts';
import { NormMark } from '../components/NormMark.tsx';
import { displayed, formatNumber, shortHash } from '../format.ts';
import classes from './TraceView.module.css';

/** How the result came about: formula, numbers, coefficients and their norms. */
export function TraceView({
  trace,
  definition,
}: {
  readonly trace: Trace;
  readonly definition: CalculationDefinition;
}) {
  return (
    <section aria-label="Ход расчёта" className={classes.trace}>
      <Title order={3} className={classes.heading ?? ''}>
        Ход расчёта
      </Title>
      {trace.steps.map((step) => (
        <Step key={step.name} step={step} definition={definition} />
      ))}
      <Sources trace={trace} />
    </section>
  );
}

/** Where the coefficients, the method and the numbers come from. */
export function Sources({ trace }: { readonly trace: Trace }) {
  return (
    <>
      {trace.coefficients.length > 0 && (
        <>
          <Title order={3} className={classes.heading ?? ''}>
            Коэффициенты
          </Title>
          <ul className={classes.list}>
            {bySource(trace.coefficients).map((group) => (
              <Coefficients key={group[0]?.label} group={group} />
            ))}
          </ul>
        </>
      )}
      <p className={classes.small}>Методика: {trace.method}</p>
      <p className={classes.small} title={trace.core_sha256}>
        Расчётное ядро: {shortHash(trace.core_sha256)}…
      </p>
    </>
  );
}

interface StepProps {
  readonly step: TraceStep;
  /** Tells in which unit people read the result; without it the unit of the core. */
  readonly definition?: CalculationDefinition;
}

/** One formula: with symbols, with the numbers put in, and what came of it. */
export function Step({ step, definition }: StepProps) {
  const { symbol, parts, value, unit, name } = step;
  const result = definition?.results[name];
  const shown = result?.kind === 'number' && result.display ? displayed(result, value) : undefined;
  return (
    <div className={classes.step}>
      <div>
        {symbol} = <Parts parts={parts} text={(part) => part.symbol} />
      </div>
      <div>
        = <Parts parts={parts} text={(part) => `${formatNumber(part.value)} ${shortUnit(part.unit)}`} />
      </div>
      <div className={classes.outcome}>
        = {formatNumber(value)} {unit}
        {shown && ` = ${formatNumber(shown.value)} ${shown.unit}`}
      </div>
    </div>
  );
}

/** A share has no unit to write beside its number. */
function shortUnit(unit: string): string {
  return unit === 'доля' ? '' : unit;
}

type Quantity = Extract<FormulaPart, { readonly kind: 'quantity' }>;

/** A formula as people write it; `text` gives the words of its quantities. */
export function Parts({
  parts,
  text,
}: {
  readonly parts: readonly FormulaPart[];
  readonly text: (part: Quantity) => string;
}) {
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a formula does not change its order
    <Fragment key={index}>
      {part.kind === 'sign' ? ` ${part.text} ` : <span className={classes.quantity}>{text(part).trimEnd()}</span>}
    </Fragment>
  ));
}

/** Neighbours that come from the same row of the same document share its citation. */
function bySource(coefficients: readonly TraceCoefficient[]): TraceCoefficient[][] {
  const groups: TraceCoefficient[][] = [];
  for (const coefficient of coefficients) {
    const last = groups.at(-1);
    if (last?.[0]?.source === coefficient.source && last?.[0]?.mark === coefficient.mark) last?.push(coefficient);
    else groups.push([coefficient]);
  }
  return groups;
}

function Coefficients({ group }: { readonly group: readonly TraceCoefficient[] }) {
  const { source, mark } = group[0] ?? {};
  return (
    <li>
      {group.map(({ symbol, label, value, unit }) => (
        <div key={label} className={classes.coefficient}>
          <span>
            {label}, {symbol}
          </span>
          <span className={classes.quantity}>
            {formatNumber(value)} {unit}
          </span>
        </div>
      ))}
      <p className={classes.small}>
        {mark && <NormMark mark={mark} />}
        {source ?? 'Фактическое значение, введено пользователем'}
      </p>
    </li>
  );
}
