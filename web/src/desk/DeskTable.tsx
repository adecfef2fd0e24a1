import { UnstyledButton } from '@mantine/core';
import { IconCopy, IconPencil, IconTrash } from '@tabler/icons-react';
import { useAtomValue, useSetAtom } from 'jotai';
import { type CalculationType, definitionOf } from '#core/calculations/index.ts';
import type { ProjectTotals } from '#core/inventory/project_totals.ts';
import { partsOf } from '#core/inventory/statements.ts';
import { changeCalculation } from '../api/calls.ts';
import { DataTable, type DataTableColumn } from '../components/DataTable.tsx';
import { RowButton } from '../components/RowButton.tsx';
import { RowLink } from '../components/RowLink.tsx';
import { reloadCalculationsAtom } from '../fields/reload_calculations.ts';
import { formatDay, formatNumber } from '../format.ts';
import { allObjectsAtom } from '../inventory/state.ts';
import { archive } from '../records/archiving.ts';
import { copyInProject } from './copy_calculation.ts';
import classes from './ProjectDesk.module.css';
import type { DeskOrder, DeskRow } from './rows.ts';

interface DeskTableProps {
  readonly projectId: string;
  readonly rows: readonly DeskRow[];
  readonly totals: ProjectTotals;
  /** Every calculation of the project is shown: then the total is that of the rows. */
  readonly isWhole: boolean;
  readonly order: DeskOrder;
  readonly onOrder: (order: DeskOrder) => void;
  readonly onType: (type: CalculationType) => void;
  readonly onView: (row: DeskRow) => void;
  readonly onEdit: (row: DeskRow) => void;
  /** Chosen calculations by id. */
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

const UNIT = 'т CO₂-экв.';

/** Calculations of all types, a row each, with the total of the project below them. */
export function DeskTable(props: DeskTableProps) {
  const { projectId, rows, totals, isWhole, order, onOrder, onType, onView, onEdit, chosen, onChoose } = props;
  const reload = useSetAtom(reloadCalculationsAtom);
  const { total, contributions, byType } = totals;
  const isGrouped = order === 'source';
  const objects = useAtomValue(allObjectsAtom);
  const objectNames = new Map((objects.data ?? []).map(({ id, name }) => [id, name]));
  const columns: DataTableColumn<DeskRow>[] = [
    {
      key: 'name',
      header: 'Расчёт',
      sort: 'name',
      cell: (row) => (
        <span className={classes.named}>
          <input
            type="checkbox"
            className={classes.choice}
            aria-label={`Выбрать: ${row.name}`}
            checked={chosen.has(row.id)}
            // What is no source of emissions belongs to no object.
            disabled={partsOf(row.type).length === 0}
            onClick={(event) => event.stopPropagation()}
            onChange={({ currentTarget: { checked } }) => onChoose(withMember(chosen, row.id, checked))}
          />
          <span>
            <RowLink onOpen={() => onView(row)}>{row.name}</RowLink>
            {row.object !== undefined && (
              <span className={classes.kind}>
                {objectNames.get(row.object) ?? 'Объект в архиве'}
                {row.isControl && ', контроль, не в сумме'}
              </span>
            )}
            {!isGrouped && <span className={classes.kind}>{definitionOf(row.type).title}</span>}
          </span>
        </span>
      ),
    },
    { key: 'activity', header: 'Исходное', isNumeric: true, cell: ({ activity }) => activity || '—' },
    {
      key: 'emission',
      header: 'Выбросы',
      unit: UNIT,
      isNumeric: true,
      sort: 'emission',
      cell: ({ emission }) => (emission === undefined ? '—' : formatNumber(emission, 2)),
    },
    {
      key: 'share',
      header: 'Доля',
      unit: '%',
      isNumeric: true,
      cell: ({ id }) => {
        const contribution = contributions.get(id);
        return <Share share={contribution === undefined || total <= 0 ? undefined : (100 * contribution) / total} />;
      },
    },
    {
      key: 'changedAt',
      header: 'Изменён',
      sort: 'changedAt',
      cell: ({ changedAt, editor }) => (
        <>
          {formatDay(changedAt)}
          <span className={classes.kind}>{editor}</span>
        </>
      ),
    },
  ];
  return (
    <DataTable
      label="Все расчёты проекта"
      items={rows}
      columns={columns}
      order={{ by: order, onChange: (by) => onOrder(by === order ? 'source' : (by as DeskOrder)) }}
      {...(isWhole && { sums: [{ name: 'Итого', emission: formatNumber(total, 2), share: total > 0 ? '100,0' : '' }] })}
      {...(isGrouped && {
        groupHead: ({ type }: DeskRow, index: number) =>
          type === rows[index - 1]?.type ? undefined : (
            <TypeHead
              type={type}
              count={rows.filter((row) => row.type === type).length}
              emission={isWhole ? byType.get(type) : undefined}
              onType={onType}
            />
          ),
      })}
      onOpen={onView}
      actions={(row) => (
        <>
          {definitionOf(row.type).editable && (
            <RowButton label={`Изменить: ${row.name}`} icon={IconPencil} onClick={() => onEdit(row)} />
          )}
          <RowButton
            label={`Копировать: ${row.name}`}
            icon={IconCopy}
            onClick={() => void copyInProject(row, projectId, rows, reload)}
          />
          <RowButton
            label={`Удалить: ${row.name}`}
            icon={IconTrash}
            onClick={() =>
              void archive(row.calculation, {
                change: async (calculation) => ({
                  ...(await changeCalculation(row.type, calculation)),
                  type: row.type,
                }),
                reload,
                words: { archived: 'Расчёт в архиве', restored: 'Расчёт возвращён из архива' },
              })
            }
          />
        </>
      )}
    />
  );
}

/** The set with or without a member. */
function withMember(set: ReadonlySet<string>, member: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(set);
  if (isIn) next.add(member);
  else next.delete(member);
  return next;
}

interface TypeHeadProps {
  readonly type: CalculationType;
  readonly count: number;
  /** What the type adds to the total, t CO2-eq; undefined: it has none, or not all of its calculations are shown. */
  readonly emission: number | undefined;
  readonly onType: (type: CalculationType) => void;
}

/** A type with the count of its calculations and their sum; a press shows the list of the type. */
function TypeHead({ type, count, emission, onType }: TypeHeadProps) {
  return (
    <span className={classes.head}>
      <UnstyledButton className={classes.type ?? ''} onClick={() => onType(type)}>
        {definitionOf(type).title}
      </UnstyledButton>
      <span className={classes.count}>{count}</span>
      {emission !== undefined && (
        <span className={classes.sum}>
          {formatNumber(emission, 2)} {UNIT}
        </span>
      )}
    </span>
  );
}

function Share({ share }: { readonly share: number | undefined }) {
  if (share === undefined) return '—';
  return (
    <span className={classes.share}>
      <span className={classes.track}>
        <span className={classes.bar} style={{ width: `${Math.min(100, Math.max(0, share))}%` }} />
      </span>
      {formatNumber(share, 1)}
    </span>
  );
}
