import { UnstyledButton } from '@mantine/core';
import classes from './RowLink.module.css';

interface RowLinkProps {
  readonly text: string;
  /** The whole text, where `text` is cut. */
  readonly title?: string;
  readonly onOpen: () => void;
}

/** The name of a row, which opens it; the arrow keys walk from one to the next. */
export function RowLink({ text, title, onOpen }: RowLinkProps) {
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
      {text}
    </UnstyledButton>
  );
}
