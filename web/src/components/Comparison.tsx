import classes from './Comparison.module.css';
import { Table } from './Table.tsx';

type Triple = readonly [what: string, first: string, second: string];

interface ComparisonProps {
  /** Headings: what is compared, and the two sides. */
  readonly heads: Triple;
  readonly rows: readonly Triple[];
}

/** Two sides of the same fields, side by side. */
export function Comparison({ heads, rows }: ComparisonProps) {
  return (
    <Table
      look="plain"
      className={classes.table}
      columns={heads.map((header, index) => ({
        key: header,
        header,
        cell: (row: Triple) => row[index],
        isRowHeader: index === 0,
      }))}
      rows={rows}
      keyOf={([what]) => what}
    />
  );
}
