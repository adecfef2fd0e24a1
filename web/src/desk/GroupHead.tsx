import { UnstyledButton } from '@mantine/core';
import type { CalculationType } from '#core/calculations/index.ts';
import { formatNumber } from '../format.ts';
import classes from './DeskTable.module.css';
import type { DeskGroup } from './groups.ts';

interface GroupHeadProps {
  readonly group: DeskGroup;
  /** Total of the project, t CO2-eq. */
  readonly total: number;
  readonly onType: (type: CalculationType) => void;
}

/** A group with the count of its rows and what it adds to the total; a type leads to its list. */
export function GroupHead({ group: { title, type, rows, emission }, total, onType }: GroupHeadProps) {
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
      {emission !== undefined && (
        <span className={classes.sum}>
          {formatNumber(emission, 2)} т CO₂-экв.
          {total > 0 && <span className={classes.count}> {formatNumber((100 * emission) / total, 1)} %</span>}
        </span>
      )}
    </span>
  );
}
