import { MARK_LABELS, type Mark } from '#core/contract/dictionary.ts';
import classes from './NormMark.module.css';

/** Whether a number is printed in a norm, derived from one, or our proposal. */
export function NormMark({ mark }: { readonly mark: Mark }) {
  return (
    <span className={classes.mark} data-mark={mark}>
      {MARK_LABELS[mark]}
    </span>
  );
}
