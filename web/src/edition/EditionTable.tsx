import { type CalculationType, definitionOf } from '#core/calculations/index.ts';
import type { Edition, EditionChange } from '#core/contract/edition_schema.ts';
import { Table } from '../components/Table.tsx';
import { formatNumber } from '../format.ts';
import { signed } from '../graphs/signed.ts';
import classes from './EditionPage.module.css';

const UNIT = 'т CO₂-экв.';

/** Causes of a change, in the order in which the server takes them. */
const CAUSES = [
  ['method_t', 'Метод'],
  ['constant_t', 'Константы'],
  ['factor_t', 'Коэффициенты'],
] as const;

/** Calculations that the present edition computes otherwise: before, the causes, after. */
export function EditionTable({ edition: { changes, before_t, after_t } }: { readonly edition: Edition }) {
  return (
    <Table
      label="Что изменит действующая редакция"
      cards="lines"
      className={classes.changes}
      columns={[
        { key: 'name', header: 'Расчёт', label: '', cell: (change: EditionChange) => <Named change={change} /> },
        {
          ...{ key: 'before', header: `Сейчас, ${UNIT}`, isNumeric: true },
          cell: (change) => formatNumber(change.before_t, 2),
        },
        ...CAUSES.map(([cause, label]) => ({
          ...{ key: cause, header: `${label}, ${UNIT}`, isNumeric: true },
          cell: (change: EditionChange) => signed(change[cause], 2),
        })),
        {
          ...{ key: 'after', header: `Станет, ${UNIT}`, isNumeric: true },
          cell: (change) => <strong>{formatNumber(change.after_t, 2)}</strong>,
        },
      ]}
      rows={changes}
      keyOf={({ calculation }) => calculation}
      sums={[
        {
          name: 'Эти расчёты вместе',
          before: formatNumber(before_t, 2),
          after: formatNumber(after_t, 2),
        },
      ]}
    />
  );
}

/** A calculation and the numbers of it that would change. */
function Named({ change: { name, type, factors } }: { readonly change: EditionChange }) {
  return (
    <>
      <strong>{name}</strong>
      <span className={classes.line}>{definitionOf(type as CalculationType).title}</span>
      {factors.map(({ input, label, unit, before, after }) => (
        <span key={input} className={classes.line}>
          {label}: {formatNumber(before)} → {formatNumber(after)} {unit}
        </span>
      ))}
    </>
  );
}
