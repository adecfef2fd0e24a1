import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './PageHead.module.css';

/** The heading of a page with the controls that act on all of it; on paper the heading alone. */
export function PageHead({ title, children }: { readonly title: ReactNode; readonly children?: ReactNode }) {
  return (
    <div className={classes.head}>
      <Title order={1} className={classes.title ?? ''}>
        {title}
      </Title>
      <div className={classes.controls} data-print="no">
        {children}
      </div>
    </div>
  );
}
