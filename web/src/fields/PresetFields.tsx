import { parseDecimal } from '#core/contract/decimal.ts';
import { formatNumber } from '../format.ts';
import type { FieldState } from './draft.ts';
import classes from './PresetFields.module.css';

/** Numbers that the user does not type: of the chosen dictionary row, or fixed by the method. */
export function PresetFields({ fields }: { readonly fields: readonly FieldState[] }) {
  if (fields.length === 0) return null;
  return (
    <dl className={classes.given}>
      {fields.map(({ name, input, unit, mode, text }) => (
        <div key={name}>
          <dt>
            {input.label}, {input.symbol}
            {mode === 'fixed' && <span className={classes.fixed}>Закреплён методикой</span>}
          </dt>
          <dd title={text}>
            {text === undefined ? 'не выбрано' : shown(text)} {unit}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function shown(text: string): string {
  const parsed = parseDecimal(text);
  return parsed.ok ? formatNumber(parsed.value) : text;
}
