import { ActionIcon, Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { IconArrowsMaximize, IconArrowsMinimize, IconPlus, IconTrash } from '@tabler/icons-react';
import { useAtom, useAtomValue, useSetAtom, useStore } from 'jotai';
import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { splitPasted } from '#core/tables/pasted.ts';
import { Pages } from '../components/Pages.tsx';
import { formatNumber } from '../format.ts';
import { cellReaders, gridFault } from './cell_fault.ts';
import {
  columnName,
  filledLength,
  GRID_ROWS,
  type Place,
  ROWS_PER_PAGE,
  withBlock,
  withCell,
  withoutRow,
  withRowAfter,
} from './grid.ts';
import { firstDifference, undone } from './grid_history.ts';
import { moveOf, stepOf } from './grid_keys.ts';
import { blockTarget } from './paste_target.ts';
import classes from './RowsGrid.module.css';
import type { TableForm } from './table_form.ts';

interface RowsGridProps {
  readonly form: TableForm;
  readonly isFull: boolean;
  readonly onFull: (isFull: boolean) => void;
}

/** Height of a row and of all that stands around the rows of a full screen, px. */
const ROW_HEIGHT = 41;
const AROUND_ROWS = 300;
const LEAST_FULL_ROWS = 6;

/** Rows that are typed or pasted, a page at a time. */
export function RowsGrid({ form, isFull, onFull }: RowsGridProps) {
  const { columns, context } = form;
  const [rows, setRows] = useAtom(form.rowsAtom);
  const [place, setPlace] = useState<Place>({ row: 0, column: 0 });
  const store = useStore();
  const [notice, setNotice] = useState('');
  const readers = useMemo(() => cellReaders(columns), [columns]);
  const mustFocus = useRef(false);
  const table = useRef<HTMLTableElement>(null);
  const perPage = isFull
    ? Math.max(LEAST_FULL_ROWS, Math.floor((window.innerHeight - AROUND_ROWS) / ROW_HEIGHT))
    : ROWS_PER_PAGE;
  const [page, setPage] = useState(1);
  const shownPage = Math.min(page, Math.max(1, Math.ceil(rows.length / perPage)));
  const first = (shownPage - 1) * perPage;
  const shown = rows.slice(first, first + perPage);

  const goTo = (next: Place) => {
    mustFocus.current = true;
    setPlace(next);
    setPage(Math.floor(next.row / perPage) + 1);
  };
  useLayoutEffect(() => {
    if (!mustFocus.current) return;
    mustFocus.current = false;
    const cell = table.current?.querySelector<HTMLInputElement>(`[data-cell="${place.row},${place.column}"]`);
    cell?.focus();
    cell?.select();
  });

  const focusedCell = useAtomValue(form.focusedCellAtom);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another wish moves the focus
  useEffect(() => {
    if (focusedCell) goTo(focusedCell);
  }, [focusedCell]);
  const step = useSetAtom(form.stepAtom);
  const takeStep = (way: typeof undone) => {
    const before = rows;
    step(way);
    const changed = firstDifference(before, store.get(form.rowsAtom));
    if (!changed) return setNotice(way === undone ? 'Отменять больше нечего.' : 'Возвращать больше нечего.');
    setNotice(way === undone ? 'Отменено.' : 'Возвращено.');
    goTo(changed);
  };

  const addRow = (column = 0) => {
    if (rows.length >= GRID_ROWS) return setNotice(tooMany());
    setRows(withRowAfter(rows, rows.length - 1, columns.length));
    goTo({ row: rows.length, column });
  };
  const removeRow = (row: number) => {
    setRows(withoutRow(rows, row, columns.length));
    setNotice(`Строка ${row + 1} удалена.`);
    goTo({ row: Math.max(0, Math.min(row, rows.length - 2)), column: place.column });
  };
  const press = (event: KeyboardEvent<HTMLTableElement>) => {
    const cell = event.target as HTMLElement;
    if (!(cell instanceof HTMLInputElement)) return;
    const way = stepOf(event);
    if (way) {
      event.preventDefault();
      return takeStep(way);
    }
    const next = moveOf(event, cell, place, { rows: rows.length, columns: columns.length, perPage });
    if (!next) return;
    event.preventDefault();
    if (next.row >= rows.length) return addRow(next.column);
    goTo(next);
  };
  const paste = (event: ClipboardEvent<HTMLTableElement>) => {
    const block = splitPasted(event.clipboardData.getData('text/plain'));
    // One value is pasted into the text of the cell, as anywhere.
    if (block.length === 0 || (block.length === 1 && block[0]?.length === 1)) return;
    event.preventDefault();
    const { target, body, hasHeaders } = blockTarget(context.definition, columns, block, place.column);
    const { rows: next, last, left } = withBlock(rows, body, place.row, target, columns.length);
    setRows(next);
    setNotice(pastedText(body.length - left, hasHeaders, left));
    goTo(last);
  };
  const remember = (event: FocusEvent<HTMLTableElement>) => {
    const [row, column] = (event.target as HTMLElement).dataset.cell?.split(',').map(Number) ?? [];
    if (row === undefined || column === undefined) return;
    if (row !== place.row || column !== place.column) setPlace({ row, column });
    if (event.target instanceof HTMLInputElement) event.target.select();
  };

  const filled = useMemo(() => filledLength(rows), [rows]);
  const faultAt = (row: number, column: number) => gridFault(columns, readers, rows, { row, column }, filled);
  const faultHere = faultAt(place.row, place.column);
  return (
    <section aria-label="Строки" className={classes.section}>
      <div className={classes.scroll}>
        <table className={classes.grid} ref={table} onKeyDown={press} onPaste={paste} onFocus={remember}>
          <caption className={classes.caption}>
            Строки таблицы. Стрелки и Enter переводят между ячейками, Ctrl+Home и Ctrl+End — к первой и последней. Блок
            из Excel вставляется с выбранной ячейки.
          </caption>
          <thead>
            <tr>
              <th scope="col" className={classes.number}>
                №
              </th>
              {columns.map(([name, { kind, label, symbol, unit }]) => (
                <th key={name} scope="col" title={label} data-kind={kind}>
                  {symbol && <b>{symbol}</b>}
                  {symbol && unit !== '' && ', '}
                  {unit}
                  <span className={symbol ? classes.label : undefined}>{label}</span>
                </th>
              ))}
              <th scope="col" className={classes.tools}>
                <VisuallyHidden>Действия</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row, index) => {
              const at = first + index;
              return (
                <tr key={row.key}>
                  <th scope="row" className={classes.number}>
                    {formatNumber(at + 1)}
                  </th>
                  {columns.map(([name, column], place) => {
                    const fault = faultAt(at, place);
                    return (
                      <td key={name}>
                        <input
                          className={classes.cell}
                          data-cell={`${at},${place}`}
                          data-kind={column.kind}
                          aria-label={`Строка ${at + 1}, ${columnName(columns, place)}`}
                          aria-invalid={fault !== undefined}
                          title={fault}
                          inputMode={column.kind === 'number' ? 'decimal' : 'text'}
                          autoComplete="off"
                          placeholder={column.kind === 'date' ? 'гггг-мм-дд' : undefined}
                          value={row.cells[place] ?? ''}
                          onChange={(event) =>
                            setRows(
                              withCell(rows, { row: at, column: place }, event.currentTarget.value),
                              `${row.key},${place}`,
                            )
                          }
                        />
                      </td>
                    );
                  })}
                  <td className={classes.tools}>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size={32}
                      aria-label={`Удалить строку ${at + 1}`}
                      title={`Удалить строку ${at + 1}`}
                      onClick={() => removeRow(at)}
                    >
                      <IconTrash size={18} stroke={1.6} />
                    </ActionIcon>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <p className={classes.fault} role="status" data-fault={faultHere !== undefined}>
        {faultHere === undefined
          ? notice
          : `Строка ${place.row + 1}, ${columnName(columns, place.column)}: ${faultHere}`}
      </p>
      <Group justify="space-between" align="center" gap="xs">
        <Group gap="xs">
          <Button size="xs" variant="default" leftSection={<IconPlus size={16} />} onClick={() => addRow()}>
            Добавить строку
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={isFull ? <IconArrowsMinimize size={16} /> : <IconArrowsMaximize size={16} />}
            onClick={() => onFull(!isFull)}
          >
            {isFull ? 'Свернуть' : 'На весь экран'}
          </Button>
        </Group>
        <Text size="xs" c="dimmed">
          Блок из Excel вставляется с выбранной ячейки.
        </Text>
      </Group>
      <Pages count={rows.length} limit={perPage} page={shownPage} onPage={setPage} />
    </section>
  );
}

function tooMany(): string {
  return `В таблицу помещается ${formatNumber(GRID_ROWS)} строк. Большую таблицу загрузите файлом.`;
}

function pastedText(count: number, hasHeaders: boolean, left: number): string {
  const headers = hasHeaders ? ' Столбцы найдены по заголовкам.' : '';
  const rest = left > 0 ? ` Не поместилось: ${formatNumber(left)}. ${tooMany()}` : '';
  return `Вставлено строк: ${formatNumber(count)}.${headers}${rest}`;
}
