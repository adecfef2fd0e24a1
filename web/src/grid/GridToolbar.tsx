import { ActionIcon, Group } from '@mantine/core';
import {
  type Icon,
  IconArrowBackUp,
  IconArrowBarToDown,
  IconArrowForwardUp,
  IconMarquee2,
  IconRowInsertBottom,
  IconRowInsertTop,
  IconRowRemove,
} from '@tabler/icons-react';
import classes from './GridTable.module.css';
import { redone, undone } from './history.ts';
import type { GridPointer } from './pointer.ts';
import type { Grid, GridModel } from './use_grid.ts';

interface GridToolbarProps {
  readonly model: GridModel;
  readonly grid: Grid;
  readonly pointer: GridPointer;
}

/** Through the history of the grid: back and forth. */
const STEPS = [
  { label: 'Отменить', keys: 'Ctrl+Z', icon: IconArrowBackUp, can: 'canUndo', step: undone },
  { label: 'Вернуть', keys: 'Ctrl+Y', icon: IconArrowForwardUp, can: 'canRedo', step: redone },
] as const;

/** What can be done with the selected cells and rows. */
export function GridToolbar({ model, grid, pointer }: GridToolbarProps) {
  const { block } = grid;
  const count = block.bottom - block.top + 1;
  return (
    <Group gap={4} role="toolbar" aria-label="Действия с таблицей">
      {STEPS.map(({ label, keys, icon, can, step }) => (
        <Tool key={label} {...{ label, keys, icon }} isOff={!model[can]} onClick={() => grid.step(step)} />
      ))}
      <span className={classes.divider} />
      <Tool label="Вставить строку выше" icon={IconRowInsertTop} onClick={() => grid.insertRows(block.top)} />
      <Tool label="Вставить строку ниже" icon={IconRowInsertBottom} onClick={() => grid.insertRows(block.bottom + 1)} />
      <Tool
        label={count === 1 ? `Удалить строку ${block.top + 1}` : `Удалить строки ${block.top + 1}–${block.bottom + 1}`}
        icon={IconRowRemove}
        onClick={grid.deleteRows}
      />
      <Tool label="Заполнить вниз" keys="Ctrl+D" icon={IconArrowBarToDown} onClick={() => grid.fillDown()} />
      <span className={classes.touchOnly}>
        <Tool
          label="Выделять блок касанием"
          icon={IconMarquee2}
          isPressed={pointer.isMarking}
          onClick={() => pointer.setMarking(!pointer.isMarking)}
        />
      </span>
    </Group>
  );
}

interface ToolProps {
  readonly label: string;
  readonly icon: Icon;
  readonly onClick: () => void;
  readonly keys?: string;
  readonly isOff?: boolean;
  readonly isPressed?: boolean;
}

function Tool({ label, icon: ToolIcon, onClick, keys, isOff = false, isPressed }: ToolProps) {
  return (
    <ActionIcon
      className={classes.tool ?? ''}
      variant={isPressed ? 'light' : 'subtle'}
      {...(!isPressed && { color: 'gray' })}
      size={32}
      aria-label={label}
      aria-pressed={isPressed}
      title={keys === undefined ? label : `${label} (${keys})`}
      disabled={isOff}
      onClick={onClick}
    >
      <ToolIcon size={18} stroke={1.6} />
    </ActionIcon>
  );
}
