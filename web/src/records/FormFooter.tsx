import type { ReactNode } from 'react';
import classes from './FormFooter.module.css';

/** Messages and buttons of a long form: they stay in sight while it is scrolled. */
export function FormFooter({ children }: { readonly children: ReactNode }) {
  return <div className={classes.footer}>{children}</div>;
}
