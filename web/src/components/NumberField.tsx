import { NativeSelect, TextInput, VisuallyHidden } from '@mantine/core';
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
  /** Units in which the number may be typed, and what happens when another one is chosen. */
  readonly units?: readonly string[];
  readonly onUnit?: (unit: string) => void;
  /** The same number in the unit of the formula, or in the smallest one: «= 20 000 т». */
  readonly equal?: string | undefined;
}

/** A number with its unit beside it, kept exactly as it is typed. */
export function NumberField(props: NumberFieldProps) {
  const { label, symbol, unit, value, onChange, onBlur, error, hint, units = [], onUnit, equal } = props;
  const shown =
    units.length > 1 && onUnit ? (
      <NativeSelect
        className={classes.unit ?? ''}
        aria-label="Единица измерения"
        value={unit}
        data={[...units]}
        onChange={({ currentTarget }) => onUnit(currentTarget.value)}
      />
    ) : (
      <span className={classes.unit} aria-hidden="true">
        {unit}
      </span>
    );
  return (
    <TextInput
      label={
        <>
          {label}, <span className={classes.symbol}>{symbol}</span>
          <VisuallyHidden> ({unit})</VisuallyHidden>
        </>
      }
      description={[hint, equal].filter((text) => text !== undefined).join(' ') || undefined}
      inputMode="decimal"
      autoComplete="off"
      value={value}
      {...(error !== undefined && { error })}
      onBlur={onBlur}
      onChange={(event) => onChange(event.currentTarget.value)}
      inputContainer={(input) => (
        <div className={classes.row}>
          <div className={classes.input}>{input}</div>
          {shown}
        </div>
      )}
      classNames={{ input: classes.figure ?? '' }}
    />
  );
}
