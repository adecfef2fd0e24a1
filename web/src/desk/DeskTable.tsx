import { useElementSize, useMergedRef } from '@mantine/hooks';
import { IconCopy, IconPencil, IconTrash } from '@tabler/icons-react';
import { useSetAtom } from 'jotai';
import { type FocusEvent, useMemo, useState } from 'react';
import { type CalculationType, definitionOf } from '#core/calculations/index.ts';
import type { GasTotals } from '#core/contract/inventory_schema.ts';
import type { ProjectTotals } from '#core/inventory/project_totals.ts';
import { changeCalculation } from '../api/calls.ts';
import { DataTable } from '../components/DataTable.tsx';
import { RowButton } from '../components/RowButton.tsx';
import { reloadCalculationsAtom } from '../fields/reload_calculations.ts';
import { archive } from '../records/archiving.ts';
import { copyInProject } from './copy_calculation.ts';
import classes from './DeskTable.module.css';
import { deskColumns, hasRoom, tonnes } from './desk_columns.tsx';
import type { FindingsByCalculation } from './filters.ts';
import { GroupHead } from './GroupHead.tsx';
import type { DeskGroup } from './groups.ts';
import type { DeskOrder, DeskRow } from './rows.ts';
import { useRowsInView } from './use_rows_in_view.ts';

interface DeskTableProps {
  readonly projectId: string;
  /** Every calculation of the project. */
  readonly all: readonly DeskRow[];
  /** The calculations that are shown, in their order. */
  readonly rows: readonly DeskRow[];
  /** The same under headings; undefined: without headings. */
  readonly groups: readonly DeskGroup[] | undefined;
  readonly totals: ProjectTotals;
  /** The gases of the total. */
  readonly total: GasTotals;
  readonly findings: FindingsByCalculation;
  readonly objectNames: ReadonlyMap<string, string>;
  readonly order: DeskOrder;
  readonly onOrder: (order: DeskOrder) => void;
  readonly onType: (type: CalculationType) => void;
  readonly onView: (row: DeskRow) => void;
  readonly onEdit: (row: DeskRow) => void;
  /** The focus has come to the row. */
  readonly onWalk: (row: DeskRow) => void;
  readonly openId: string | undefined;
  /** Chosen calculations by id. */
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

/** Narrower than this, px, rows have no buttons: the panel has them. */
const ACTIONS_WIDTH = 720;

/** Calculations of all types, a row each, with the total of the project below them. */
export function DeskTable(props: DeskTableProps) {
  const { projectId, all, rows, groups, total, order, onOrder, onType, onView, onEdit, onWalk, openId, chosen } = props;
  const reload = useSetAtom(reloadCalculationsAtom);
  const [focused, setFocused] = useState<string>();
  const listed = useMemo(() => groups?.flatMap((group) => group.rows) ?? rows, [groups, rows]);
  const heads = useMemo(() => new Map((groups ?? []).map((group) => [group.rows[0]?.id, group])), [groups]);
  const pinned = useMemo(() => [focused, openId], [focused, openId]);
  const view = useRowsInView({ rows: listed, hasHead: (index) => heads.has(listed[index]?.id), pinned });
  const { ref: sized, width } = useElementSize();
  const hasActions = hasRoom(width, ACTIONS_WIDTH);
  const places = useMemo(() => new Map(listed.map(({ id }, index) => [id, index])), [listed]);
  return (
    <div ref={useMergedRef(view.frame, sized)}>
      <DataTable
        label="Все расчёты проекта"
        className={`${classes.table} ${hasActions ? classes.hasActions : ''}`}
        items={view.drawn}
        window={view.window}
        columns={deskColumns({ ...props, width, isGroupedByType: groups?.[0]?.type !== undefined })}
        order={{ by: order, onChange: (by) => onOrder(by === order ? 'source' : (by as DeskOrder)) }}
        sums={[{ name: 'Итого по проекту', ...tonnes(total), share: total.co2e_t > 0 ? '100,0' : '' }]}
        groupHead={({ id }) => {
          const group = heads.get(id);
          return group && <GroupHead group={group} total={total.co2e_t} onType={onType} />;
        }}
        row={({ id, ...row }) => ({
          'data-row': id,
          'data-index': places.get(id),
          'aria-rowindex': (places.get(id) ?? 0) + 1,
          'data-open': id === openId || undefined,
          'data-chosen': chosen.has(id) || undefined,
          ref: view.measure,
          onFocus: ({ target }: FocusEvent) => {
            setFocused(id);
            if (target.matches('[data-row-link]')) onWalk({ id, ...row });
          },
        })}
        onOpen={onView}
        {...(hasActions && {
          actions: (row: DeskRow) => (
            <>
              {definitionOf(row.type).editable && (
                <RowButton label={`Изменить: ${row.name}`} icon={IconPencil} onClick={() => onEdit(row)} />
              )}
              <RowButton
                label={`Копировать: ${row.name}`}
                icon={IconCopy}
                onClick={() => void copyInProject(row, projectId, all, reload)}
              />
              <RowButton label={`Удалить: ${row.name}`} icon={IconTrash} onClick={() => void archiveRow(row, reload)} />
            </>
          ),
        })}
      />
    </div>
  );
}

function archiveRow({ type, calculation }: DeskRow, reload: () => Promise<void>): Promise<void> {
  return archive(calculation, {
    change: async (changed) => ({ ...(await changeCalculation(type, changed)), type }),
    reload,
    words: { archived: 'Расчёт в архиве', restored: 'Расчёт возвращён из архива' },
  });
}
