import { UnstyledButton } from '@mantine/core';
import type { CalculationType } from '#core/calculations/index.ts';
import type { GasTotals } from '#core/contract/inventory_schema.ts';
import { formatNumber } from '../format.ts';
import classes from './DeskTable.module.css';
import type { DeskGroup } from './groups.ts';

interface GroupHeadProps {
  readonly group: DeskGroup;
  readonly total: GasTotals | undefined;
  readonly onType: (type: CalculationType) => void;
}

/** A group with the count of its rows and what it adds to the total; a type leads to its list. */
export function GroupHead({ group: { title, type, rows, totals }, total, onType }: GroupHeadProps) {
  const share = totals && total && total.co2e_t > 0 ? (100 * totals.co2e_t) / total.co2e_t : undefined;
  return (
    <span className={classes.head}>
      {type === undefined ? (
        title
      ) : (
        <UnstyledButton className={classes.type ?? ''} onClick={() => onType(type)}>
          {title}
        </UnstyledButton>
      )}
      <span className={classes.count}>{rows.length}</span>
      {totals && (
        <span className={classes.sum}>
          {formatNumber(totals.co2e_t, 2)} т CO₂-экв.
          {share !== undefined && <span className={classes.count}> {formatNumber(share, 1)} %</span>}
        </span>
      )}
    </span>
  );
}
