import classes from './StateTag.module.css';

/** The state of a row in one word, framed. */
export function StateTag({ children }: { readonly children: string }) {
  return <span className={classes.tag}>{children}</span>;
}
