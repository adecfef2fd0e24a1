import { definitionOf } from '#core/calculations/index.ts';
import type { GasTotals } from '#core/contract/inventory_schema.ts';
import type { ProjectTotals } from '#core/inventory/project_totals.ts';
import type { DataTableColumn } from '../components/DataTable.tsx';
import { RowLink } from '../components/RowLink.tsx';
import { formatDay, formatNumber } from '../format.ts';
import classes from './DeskTable.module.css';
import type { FindingsByCalculation } from './filters.ts';
import type { DeskRow } from './rows.ts';

interface ColumnsOptions {
  readonly totals: ProjectTotals;
  readonly findings: FindingsByCalculation;
  readonly objectNames: ReadonlyMap<string, string>;
  readonly isGroupedByType: boolean;
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
  readonly onView: (row: DeskRow) => void;
}

/** Columns that a table narrower than so many px leaves out; the panel tells the rest. */
const WIDTHS: Readonly<Record<string, number>> = { changedAt: 1080, ch4: 880, co2: 880, share: 720 };

/** A narrower table shows each row as a card with all of its values. */
const CARDS_WIDTH = 480;

/** Whether a table of `width` px has room for more than names and figures; 0: it is not measured yet. */
export function hasRoom(width: number, needed: number): boolean {
  return width < CARDS_WIDTH || width >= needed;
}

/** The columns of the desk in a table of `width` px. */
export function deskColumns({ width, ...options }: ColumnsOptions & { readonly width: number }) {
  return allColumns(options).filter(({ key }) => hasRoom(width, WIDTHS[key] ?? 0));
}

function allColumns(options: ColumnsOptions): DataTableColumn<DeskRow>[] {
  const { total, contributions } = options.totals;
  return [
    { key: 'name', header: 'Расчёт', sort: 'name', cell: (row) => <NameCell row={row} {...options} /> },
    {
      key: 'activity',
      className: classes.activity,
      header: 'Исходное',
      isNumeric: true,
      cell: ({ activity }) => activity || '—',
    },
    {
      key: 'ch4',
      className: classes.ch4,
      header: 'CH₄',
      unit: 'т',
      isNumeric: true,
      sort: 'ch4',
      cell: ({ ch4 }) => mass(ch4),
    },
    {
      key: 'co2',
      className: classes.co2,
      header: 'CO₂',
      unit: 'т',
      isNumeric: true,
      sort: 'co2',
      cell: ({ co2 }) => mass(co2),
    },
    {
      key: 'emission',
      className: classes.emission,
      header: 'Выбросы',
      unit: 'т CO₂-экв.',
      isNumeric: true,
      sort: 'emission',
      cell: ({ emission }) => (emission === undefined ? '—' : formatNumber(emission, 2)),
    },
    {
      key: 'share',
      className: classes.share,
      header: 'Доля',
      unit: '%',
      isNumeric: true,
      cell: ({ id }) => <Share contribution={contributions.get(id)} total={total} />,
    },
    {
      key: 'changedAt',
      className: classes.changedAt,
      header: 'Изменён',
      sort: 'changedAt',
      cell: ({ changedAt, editor }) => (
        <span title={editor}>
          {formatDay(changedAt)} <span className={classes.kind}>{editor}</span>
        </span>
      ),
    },
  ];
}

/** Totals of the project as cells of the row of sums. */
export function tonnes({ ch4_t, co2_t, co2e_t }: GasTotals) {
  return { ch4: formatNumber(ch4_t, 2), co2: formatNumber(co2_t, 2), emission: formatNumber(co2e_t, 2) };
}

function mass(tonnesOfGas: number): string {
  return tonnesOfGas === 0 ? '—' : formatNumber(tonnesOfGas, 2);
}

interface NameCellProps extends ColumnsOptions {
  readonly row: DeskRow;
}

function NameCell({ row, findings, objectNames, isGroupedByType, chosen, onChoose, onView }: NameCellProps) {
  // The mark of a copy says as much as the finding of it.
  const remarks = (findings.get(row.id) ?? []).filter(({ rule }) => rule !== 'copied_unconfirmed');
  const home = row.object === undefined ? undefined : (objectNames.get(row.object) ?? 'Объект в архиве');
  const about = isGroupedByType ? home : definitionOf(row.type).title;
  return (
    <span className={classes.named}>
      <input
        type="checkbox"
        className={classes.choice}
        aria-label={`Выбрать: ${row.name}`}
        checked={chosen.has(row.id)}
        onClick={(event) => event.stopPropagation()}
        onChange={({ currentTarget: { checked } }) => onChoose(withMember(chosen, row.id, checked))}
      />
      <span className={classes.texts}>
        <RowLink title={row.name} onOpen={() => onView(row)}>
          {row.name}
        </RowLink>
        {row.role === 'control' && (
          <span className={classes.mark} title="Контрольный расчёт: в сумму не входит">
            контроль
          </span>
        )}
        {row.isUnconfirmed && (
          <span className={classes.mark} title="Перенесено и не подтверждено">
            не подтверждено
          </span>
        )}
        {remarks.length > 0 && (
          <span className={classes.mark} data-warning title={remarks.map(({ message }) => message).join('\n')}>
            замечание
          </span>
        )}
        {about !== undefined && (
          <span className={classes.kind} title={about}>
            {about}
          </span>
        )}
      </span>
    </span>
  );
}

/** The set with or without a member. */
function withMember(set: ReadonlySet<string>, member: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(set);
  if (isIn) next.add(member);
  else next.delete(member);
  return next;
}

interface ShareProps {
  /** What the calculation adds to the total, t CO2-eq; undefined: nothing. */
  readonly contribution: number | undefined;
  readonly total: number;
}

function Share({ contribution, total }: ShareProps) {
  if (contribution === undefined || total <= 0) return '—';
  const share = (100 * contribution) / total;
  return (
    <span className={classes.shareBar}>
      <span className={classes.track}>
        <span className={classes.bar} style={{ width: `${Math.min(100, Math.max(0, share))}%` }} />
      </span>
      {formatNumber(share, 1)}
    </span>
  );
}
