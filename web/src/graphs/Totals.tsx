import { Text, Title } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { definitionOf } from '#core/calculations/index.ts';
import type { ProjectTotals } from '#core/calculations/totals.ts';
import type { Core } from '#core/load.ts';
import { CopyButton } from '../components/CopyButton.tsx';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingText } from '../components/Loading.tsx';
import { Table } from '../components/Table.tsx';
import { coreAtom } from '../compute/core.ts';
import { exactText, formatNumber } from '../format.ts';
import { gwpText } from '../results/gwp.ts';
import { useStableAtom } from '../use_stable_atom.ts';
import { totalsAtom, UNIT } from './project_totals.ts';
import classes from './Totals.module.css';

/** Emissions of the project: all together, and by source with the share of each. */
export function Totals({ projectId }: { readonly projectId: string }) {
  const core = useAtomValue(coreAtom);
  const { totals, failed } = useAtomValue(useStableAtom(totalsAtom, projectId));
  if (failed) return <FailureAlert error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!totals || !core.data) return <LoadingText />;
  return <TotalsTable totals={totals} core={core.data} />;
}

function TotalsTable({ totals: { sources, total }, core }: { readonly totals: ProjectTotals; readonly core: Core }) {
  if (sources.length === 0) return null;
  return (
    <section className={classes.totals} aria-label="Выбросы проекта">
      <Title order={2}>Выбросы проекта</Title>
      <p className={classes.sum}>
        <span className={classes.figure}>{formatNumber(total, 2)}</span> {UNIT}
        <CopyButton text={exactText(total)} label="Скопировать сумму целиком" />
      </p>
      <Table
        label="Выбросы по источникам"
        className={classes.shares}
        columns={[
          { key: 'source', header: 'Источник', isRowHeader: true, cell: ({ type }) => definitionOf(type).title },
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
        keyOf={({ type }) => type}
      />
      <Text size="xs" c="dimmed">
        Сложены все действующие расчёты проекта без баланса метана: второй метод того же источника входит в сумму, а
        утилизированный метан не вычтен. Итог по объектам — на вкладке «Инвентаризация».{' '}
        {gwpText(core.constant('GWP_CH4'))}.
      </Text>
    </section>
  );
}

function Share({ share }: { readonly share: number }) {
  return (
    <>
      <span className={classes.bar} style={{ width: `${share}%` }} />
      {formatNumber(share, 1)}
    </>
  );
}
