import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './EmptyList.module.css';

/** An empty list says so, and what to do next. */
export function EmptyList({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className={classes.empty}>
      <Text fw={500}>{title}</Text>
      {children}
    </div>
  );
}
