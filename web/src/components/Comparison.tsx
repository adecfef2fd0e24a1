import classes from './Comparison.module.css';

interface ComparisonProps {
  /** Headings: what is compared, and the two sides. */
  readonly heads: readonly [what: string, first: string, second: string];
  readonly rows: readonly (readonly [what: string, first: string, second: string])[];
}

/** Two sides of the same fields, side by side. */
export function Comparison({ heads, rows }: ComparisonProps) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([what, first, second]) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td>{first}</td>
            <td>{second}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
