import { VisuallyHidden } from '@mantine/core';
import type { CalculationDefinition } from '#core/calculations/definition.ts';
import { numberResults } from '#core/calculations/definition.ts';
import { shapesOf } from '../charts/filled_chart.ts';
import { type Flag, filledOf } from './columns.ts';
import classes from './RowsTable.module.css';

const ABOVE = '▲';

/** The sign before a marked number; those who do not see it hear its meaning. */
export function CellFlag({ mark, definition }: { readonly mark: Flag; readonly definition: CalculationDefinition }) {
  const meaning = mark.kind === 'above' ? `выше, ${mark.label}` : (origins(definition)[mark.origin] ?? '');
  return (
    <span className={classes.sign} data-mark={mark.kind} title={meaning}>
      <span aria-hidden="true">{mark.kind === 'above' ? ABOVE : signOf(definition, mark.origin)}</span>
      <VisuallyHidden>{`${meaning}: `}</VisuallyHidden>
    </span>
  );
}

/** What the signs of the table mean. */
export function CellFlagsLegend({ definition }: { readonly definition: CalculationDefinition }) {
  const limits = numberResults(definition).flatMap(([, { limit }]) => limit ?? []);
  const filled = Object.entries(origins(definition)).filter(([origin]) => signOf(definition, origin) !== '');
  if (limits.length === 0 && filled.length === 0) return null;
  return (
    <ul className={classes.legend}>
      {limits.map(({ label }) => (
        <li key={label}>
          <span className={classes.sign} data-mark="above" aria-hidden="true">
            {ABOVE}
          </span>
          выше: {label}
        </li>
      ))}
      {filled.map(([origin, label]) => (
        <li key={origin}>
          <span className={classes.sign} data-mark="filled" aria-hidden="true">
            {signOf(definition, origin)}
          </span>
          заполнено: {label}
        </li>
      ))}
    </ul>
  );
}

/** Origins of filled values by name; empty for types that fill nothing. */
function origins(definition: CalculationDefinition): Readonly<Record<string, string>> {
  const result = definition.results[filledOf(definition)?.origin ?? ''];
  return result?.kind === 'choice' ? result.options : {};
}

/** The same shape as in the chart. */
function signOf(definition: CalculationDefinition, origin: string): string {
  const filled = filledOf(definition);
  return filled ? (shapesOf(origins(definition), filled).get(origin)?.sign ?? '') : '';
}
