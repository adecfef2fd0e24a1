import { Button, Text } from '@mantine/core';
import { useId } from 'react';
import { formatShare } from '../format.ts';
import classes from './Meter.module.css';

interface MeterProps {
  /** What is being done. */
  readonly label: string;
  /** Share done, 0…1; undefined: nobody knows. */
  readonly share: number | undefined;
  readonly onCancel?: () => void;
  readonly cancelLabel?: string;
}

/** How far a long work has come; it can be stopped. */
export function Meter({ label, share, onCancel, cancelLabel = 'Отменить' }: MeterProps) {
  const id = useId();
  return (
    <div className={classes.meter}>
      <Text size="sm" id={id} className={classes.label ?? ''}>
        {label}
        {share !== undefined && `: ${formatShare(share)}`}
      </Text>
      <progress className={classes.bar} aria-labelledby={id} max={1} {...(share !== undefined && { value: share })} />
      {onCancel && (
        <Button size="compact-sm" variant="default" onClick={onCancel}>
          {cancelLabel}
        </Button>
      )}
    </div>
  );
}
