import { Text, Title } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { type CalculationType, definitionOf } from '#core/calculations/index.ts';
import type { ProjectTotals } from '#core/inventory/project_totals.ts';
import { usePageKeys } from '../browser/page_keys.ts';
import { EmptyList } from '../components/EmptyList.tsx';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingRows } from '../components/Loading.tsx';
import { reloadCalculationsAtom } from '../fields/reload_calculations.ts';
import { formatNumber } from '../format.ts';
import { allObjectsAtom } from '../inventory/state.ts';
import { useStableAtom } from '../use_stable_atom.ts';
import { DeskFilters } from './DeskFilters.tsx';
import { DeskTable } from './DeskTable.tsx';
import { EVERYTHING, filteredRows, openFindings } from './filters.ts';
import { type Grouping, groupedRows, usualGrouping } from './groups.ts';
import classes from './ProjectDesk.module.css';
import { focusedRowId, focusRow } from './row_focus.ts';
import { type DeskOrder, type DeskRow, foundRows, orderedRows } from './rows.ts';
import { SearchField } from './SearchField.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { copyRows } from './selection_actions.ts';
import { type Desk, deskAtom } from './state.ts';

interface ProjectDeskProps {
  readonly projectId: string;
  readonly onType: (type: CalculationType) => void;
  readonly onView: (row: DeskRow) => void;
  readonly onEdit: (row: DeskRow) => void;
  /** Id of the calculation that the panel shows. */
  readonly openId: string | undefined;
  /** The panel with a calculation, beside the table. */
  readonly panel: ReactNode;
  readonly onClosePanel: () => void;
}

/** Every calculation of a project on one page: search, filters and a table with one total. */
export function ProjectDesk({ projectId, ...actions }: ProjectDeskProps) {
  const desk = useAtomValue(useStableAtom(deskAtom, projectId));
  if (desk.error && !desk.data) return <FailureAlert error={desk.error} onRetry={() => void desk.refetch()} />;
  if (!desk.data) return <LoadingRows rows={6} />;
  if (desk.data.rows.length === 0) return null;
  return (
    <>
      {desk.error && <FailureAlert error={desk.error} onRetry={() => void desk.refetch()} />}
      <LoadedDesk desk={desk.data} projectId={projectId} {...actions} />
    </>
  );
}

/** Time that a row has the focus before the panel shows it, ms: a held arrow key asks for no calculation on its way. */
const WALK_MS = 150;

function LoadedDesk({ desk, projectId, openId, panel, onClosePanel, ...actions }: LoadedDeskProps) {
  const { rows: all, totals, inventory, remarks } = desk;
  const objects = useAtomValue(allObjectsAtom);
  const reload = useSetAtom(reloadCalculationsAtom);
  const [search, setSearch] = useState('');
  const [order, setOrder] = useState<DeskOrder>('source');
  const [filter, setFilter] = useState(EVERYTHING);
  const [chosenGrouping, setGrouping] = useState<Grouping>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const searchField = useRef<HTMLInputElement>(null);
  const grouping = chosenGrouping ?? usualGrouping(all);
  const objectNames = useMemo(() => new Map((objects.data ?? []).map(({ id, name }) => [id, name])), [objects.data]);
  const findings = useMemo(() => openFindings(inventory.findings), [inventory]);
  const rows = useMemo(
    () => orderedRows(filteredRows(foundRows(all, search), filter, findings), order),
    [all, search, filter, findings, order],
  );
  const groups = useMemo(
    () => (order === 'source' ? groupedRows(rows, grouping, desk, objectNames) : undefined),
    [rows, order, grouping, desk, objectNames],
  );
  const chosenRows = all.filter(({ id }) => chosen.has(id));
  useRowFocusReturn(openId);
  // The panel follows the row that the arrow keys lead to, once they rest.
  const walk = useDebouncedCallback((row: DeskRow) => {
    if (openId !== undefined && row.id !== openId && focusedRowId() === row.id) actions.onView(row);
  }, WALK_MS);
  usePageKeys({
    Slash: () => searchField.current?.focus(),
    'Ctrl+KeyD': () => {
      const focused = focusedRowId() ?? openId;
      const copied = chosenRows.length > 0 ? chosenRows : all.filter(({ id }) => id === focused);
      if (copied.length > 0) void copyRows(copied, projectId, all, reload);
    },
    KeyE: () => {
      const focused = all.find(({ id }) => id === (focusedRowId() ?? openId));
      if (focused && definitionOf(focused.type).editable) actions.onEdit(focused);
    },
    Escape: () => (openId === undefined ? setChosen(new Set()) : onClosePanel()),
  });
  return (
    <section className={classes.desk} aria-label="Все расчёты проекта">
      <Title order={2}>Все расчёты проекта</Title>
      <div className={classes.controls}>
        <SearchField field={searchField} value={search} onChange={setSearch} />
        <DeskFilters
          {...{ rows: foundRows(all, search), findings, filter, objectNames, grouping }}
          onFilter={setFilter}
          onGrouping={setGrouping}
        />
      </div>
      {chosenRows.length > 0 && (
        <SelectionBar {...{ projectId, chosen: chosenRows, all, found: rows }} onChoose={setChosen} />
      )}
      <div className={classes.split} data-open={panel !== undefined || undefined}>
        <div>
          {rows.length === 0 ? (
            <EmptyList title={search.trim() === '' ? 'Таких расчётов нет' : `Не найдено: «${search.trim()}»`} />
          ) : (
            <DeskTable
              {...{ projectId, all, rows, groups, order, openId, chosen, findings, objectNames, ...actions }}
              {...{ totals, total: inventory.full }}
              onOrder={setOrder}
              onChoose={setChosen}
              onWalk={walk}
            />
          )}
          {[BALANCE, mandatoryText(totals), ...remarks].map((remark) => (
            <Text key={remark} size="xs" c="dimmed" mt={4}>
              {remark}
            </Text>
          ))}
        </div>
        {panel}
      </div>
    </section>
  );
}

/** How the total comes about. */
const BALANCE = 'Итог — полная инвентаризация: объекты по балансу метана, уничтоженный метан вычтен.';

function mandatoryText({ mandatory }: ProjectTotals): string {
  return `Обязательный объём по приказу № 371: ${formatNumber(mandatory, 2)} т CO₂-экв.`;
}

type LoadedDeskProps = ProjectDeskProps & { readonly desk: Desk };

/** Gives the focus back to the row of a calculation when its panel closes. */
function useRowFocusReturn(openId: string | undefined): void {
  const last = useRef(openId);
  useEffect(() => {
    const closed = last.current;
    last.current = openId;
    if (closed !== undefined && openId === undefined) focusRow(closed);
  }, [openId]);
}
