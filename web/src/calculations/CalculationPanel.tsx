import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type CalculationType, definitionOf } from '#core/calculations/index.ts';
import type { OpenDialog } from '../records/list_address.ts';
import { CalculationContent, type OpenCalculationProps } from './CalculationContent.tsx';
import classes from './CalculationPanel.module.css';

interface CalculationPanelProps extends OpenCalculationProps {
  readonly dialog: Extract<OpenDialog, { readonly id: string }>;
  readonly type: CalculationType;
}

/** The panel never takes the whole screen: types that need it open in a dialog. */
const SCREEN = { isFull: false, onFull: () => undefined };

/** A calculation beside the table that it was opened from: its results, or the form that changes it. */
export function CalculationPanel({ dialog, type, ...rest }: CalculationPanelProps) {
  return (
    <aside
      className={classes.panel}
      aria-label="Открытый расчёт"
      tabIndex={-1}
      data-calculation-panel
      onKeyDown={(event) => {
        // Of the panel itself, not of a dialog or a list that a field of it has opened.
        if (event.key !== 'Escape' || event.defaultPrevented || !event.currentTarget.contains(event.target as Node))
          return;
        event.preventDefault();
        rest.onClose();
      }}
    >
      <div className={classes.head}>
        <span>{definitionOf(type).title}</span>
        <ActionIcon variant="subtle" color="gray" aria-label="Закрыть панель" onClick={rest.onClose}>
          <IconX size={18} stroke={1.6} />
        </ActionIcon>
      </div>
      <CalculationContent key={`${type} ${dialog.id}`} {...{ dialog, type, ...rest }} screen={SCREEN} />
    </aside>
  );
}
