import { TextInput, VisuallyHidden } from '@mantine/core';
import classes from './NumberField.module.css';

interface NumberFieldProps {
  readonly label: string;
  readonly symbol: string;
  readonly unit: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onBlur: () => void;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
}

/** A number with its unit beside it, kept exactly as it is typed. */
export function NumberField({ label, symbol, unit, value, onChange, onBlur, error, hint }: NumberFieldProps) {
  return (
    <TextInput
      label={
        <>
          {label}, <span className={classes.symbol}>{symbol}</span>
          <VisuallyHidden> ({unit})</VisuallyHidden>
        </>
      }
      description={hint}
      inputMode="decimal"
      autoComplete="off"
      value={value}
      {...(error !== undefined && { error })}
      onBlur={onBlur}
      onChange={(event) => onChange(event.currentTarget.value)}
      inputContainer={(input) => (
        <div className={classes.row}>
          <div className={classes.input}>{input}</div>
          <span className={classes.unit} aria-hidden="true">
            {unit}
          </span>
        </div>
      )}
      classNames={{ input: classes.figure ?? '' }}
    />
  );
}
