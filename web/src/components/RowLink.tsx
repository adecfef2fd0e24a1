import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './RowLink.module.css';

interface RowLinkProps {
  readonly children: ReactNode;
  /** The whole text, where it is cut. */
  readonly title?: string;
  readonly onOpen: () => void;
}

/** The name of a row, which opens it; the arrow keys walk from one to the next. */
export function RowLink({ children, title, onOpen }: RowLinkProps) {
  return (
    <UnstyledButton
      className={classes.link ?? ''}
      title={title}
      data-row-link
      onClick={(event) => {
        // The row opens by a click anywhere on it, too.
        event.stopPropagation();
        onOpen();
      }}
    >
      {children}
    </UnstyledButton>
  );
}
