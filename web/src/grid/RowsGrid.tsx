import { Button, Group, Text } from '@mantine/core';
import { IconArrowsMaximize, IconArrowsMinimize, IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Pages } from '../components/Pages.tsx';
import { formatNumber } from '../format.ts';
import { GridStatus } from './GridStatus.tsx';
import classes from './GridTable.module.css';
import { GridTable } from './GridTable.tsx';
import { GridToolbar } from './GridToolbar.tsx';
import { usePointer } from './pointer.ts';
import { slotsOf, useRowWindow } from './row_window.ts';
import { GRID_ROWS_PER_PAGE } from './rows.ts';
import { type GridModel, useGrid } from './use_grid.ts';

interface RowsGridProps {
  readonly model: GridModel;
  readonly isFull: boolean;
  readonly onFull: (isFull: boolean) => void;
}

/**
 * Rows that are typed or pasted: a page at a time in the form, all of them scrolled on the full
 * screen.
 */
export function RowsGrid({ model, isFull, onFull }: RowsGridProps) {
  const { rows } = model;
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useGrid(model);
  const pointer = usePointer(model, grid);
  const view = useRowWindow(scroller, rows.length);
  const { focus } = grid.selection;
  // A page that was turned to stays until the selection moves.
  const [turned, setTurned] = useState({ page: 1, visit: 0 });
  const page = turned.visit === grid.visit ? turned.page : Math.floor(focus.row / GRID_ROWS_PER_PAGE) + 1;
  const first = (page - 1) * GRID_ROWS_PER_PAGE;
  const slots = isFull
    ? slotsOf(view.first, view.end, focus.row, rows.length)
    : slotsOf(first, first + GRID_ROWS_PER_PAGE, first, rows.length).filter(({ kind }) => kind === 'row');
  return (
    <section aria-label="Строки" className={classes.section}>
      <Group justify="space-between" gap="xs" mb={4}>
        <GridToolbar {...{ model, grid, pointer }} />
        <Button
          size="xs"
          variant="default"
          leftSection={isFull ? <IconArrowsMinimize size={16} /> : <IconArrowsMaximize size={16} />}
          onClick={() => onFull(!isFull)}
        >
          {isFull ? 'Свернуть' : 'На весь экран'}
        </Button>
      </Group>
      <div className={classes.scroll} data-full={isFull} ref={scroller}>
        <GridTable {...{ model, grid, pointer, slots }} perPage={isFull ? view.rowsInView : GRID_ROWS_PER_PAGE} />
      </div>
      <GridStatus model={model} grid={grid} />
      <Group justify="space-between" align="center" gap="xs">
        <Button size="xs" variant="default" leftSection={<IconPlus size={16} />} onClick={() => grid.append()}>
          Добавить строку
        </Button>
        <Text size="xs" c="dimmed">
          Блок из Excel вставляется с выбранной ячейки. Порядок строк — порядок результата: сортируйте до вставки.
        </Text>
      </Group>
      {isFull ? (
        <Text size="sm" c="dimmed" mt="sm">
          Всего: {formatNumber(rows.length)}
        </Text>
      ) : (
        <Pages
          count={rows.length}
          limit={GRID_ROWS_PER_PAGE}
          page={page}
          onPage={(next) => setTurned({ page: next, visit: grid.visit })}
        />
      )}
    </section>
  );
}
