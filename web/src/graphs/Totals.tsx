import { Text, Title } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { GWP_SETS, type GwpSet } from '#core/contract/gwp_sets.ts';
import { type ProjectTotals, sourceTitle } from '#core/inventory/project_totals.ts';
import { CopyButton } from '../components/CopyButton.tsx';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingText } from '../components/Loading.tsx';
import { Table } from '../components/Table.tsx';
import { exactText, formatNumber } from '../format.ts';
import { useStableAtom } from '../use_stable_atom.ts';
import { totalsAtom, UNIT } from './project_totals.ts';
import classes from './Totals.module.css';

/** Emissions of the project by its inventory: both columns, what they leave out, and the contribution of each source. */
export function Totals({ projectId }: { readonly projectId: string }) {
  const { totals, remarks, gwpSet, failed } = useAtomValue(useStableAtom(totalsAtom, projectId));
  if (failed) return <FailureAlert error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!totals || !gwpSet) return <LoadingText />;
  return <TotalsTable totals={totals} remarks={remarks} gwpSet={gwpSet} />;
}

interface TotalsTableProps {
  readonly totals: ProjectTotals;
  /** What the figures leave out, take from elsewhere or add without an object. */
  readonly remarks: readonly string[];
  readonly gwpSet: GwpSet;
}

function TotalsTable({ totals: { sources, total, mandatory }, remarks, gwpSet }: TotalsTableProps) {
  if (sources.length === 0) return null;
  return (
    <section className={classes.totals} aria-label="Выбросы проекта">
      <Title order={2}>Выбросы проекта</Title>
      <Sum figure={total} label="Полная инвентаризация: МГЭИК" />
      <Sum figure={mandatory} label="Обязательный отчёт: приказ № 371, категории 1, 2, 3, 18" />
      {remarks.map((remark) => (
        <Text key={remark} size="sm">
          {remark}
        </Text>
      ))}
      <Table
        label="Выбросы по источникам"
        className={classes.shares}
        columns={[
          { key: 'source', header: 'Источник', isRowHeader: true, cell: sourceTitle },
          { key: 'count', header: 'Расчётов', isNumeric: true, cell: ({ count }) => count },
          {
            key: 'total',
            header: `Выбросы, ${UNIT}`,
            isNumeric: true,
            cell: ({ total: part }) => formatNumber(part, 2),
          },
          {
            key: 'share',
            header: 'Доля, %',
            isNumeric: true,
            cell: ({ total: part }) => <Share share={total > 0 ? (100 * part) / total : 0} />,
          },
        ]}
        rows={sources}
        keyOf={({ key }) => key}
      />
      <Text size="xs" c="dimmed">
        Источник объекта — его вклад в баланс метана: уничтоженный метан вычитается. {GWP_SETS[gwpSet].label}.
      </Text>
    </section>
  );
}

/** A figure of the project, with its exact digits to copy. */
function Sum({ figure, label }: { readonly figure: number; readonly label: string }) {
  return (
    <p className={classes.sum}>
      <span className={classes.figure}>{formatNumber(figure, 2)}</span> {UNIT}
      <CopyButton text={exactText(figure)} label="Скопировать сумму целиком" />
      <Text component="span" size="sm" c="dimmed">
        {label}
      </Text>
    </p>
  );
}

function Share({ share }: { readonly share: number }) {
  return (
    <>
      <span className={classes.bar} style={{ width: `${Math.min(100, Math.max(0, share))}%` }} />
      {formatNumber(share, 1)}
    </>
  );
}
