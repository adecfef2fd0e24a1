import { Anchor, Text, Title } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { Link } from 'react-router-dom';
import { definitionOf } from '#core/calculations/index.ts';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingText } from '../components/Loading.tsx';
import { rowHeader, Table } from '../components/Table.tsx';
import { formatMoment, formatNumber } from '../format.ts';
import { screens } from '../paths.ts';
import { useStableAtom } from '../use_stable_atom.ts';
import type { Edit } from './edits.ts';
import { UNIT } from './project_totals.ts';
import { EDITS, recentEditsAtom } from './recent_edits.ts';
import { signed } from './signed.ts';
import classes from './Totals.module.css';

/** The last edits of the project: when, who, what, and what they did to its sum. */
export function RecentEdits({ projectId }: { readonly projectId: string }) {
  const { edits, failed } = useAtomValue(useStableAtom(recentEditsAtom, projectId));
  if (edits?.length === 0) return null;
  return (
    <section className={classes.totals} aria-label="Последние правки">
      <Title order={2}>Последние правки</Title>
      {failed && <FailureAlert error={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && !edits && <LoadingText />}
      {edits && (
        <>
          <EditsTable edits={edits} projectId={projectId} />
          <Text size="xs" c="dimmed">
            Не больше {EDITS} последних. Вклад — насколько правка изменила результат самого расчёта; у расчёта, который
            отнесён к объекту, итог меняется по балансу метана. Прочерк — расчёт выбросов не считает.
          </Text>
        </>
      )}
    </section>
  );
}

function EditsTable({ edits, projectId }: { readonly edits: readonly Edit[]; readonly projectId: string }) {
  return (
    <Table
      scrollLabel="Таблица правок"
      label="Последние правки расчётов"
      className={classes.wide}
      columns={[
        rowHeader('calculation', 'Расчёт', ({ type, calculation }: Edit) => (
          <>
            <Anchor
              component={Link}
              inherit
              to={`${screens.calculations(projectId)}?${new URLSearchParams({ type, history: calculation.id })}`}
            >
              {calculation.name}
            </Anchor>
            <span className={classes.line}>{definitionOf(type).title}</span>
          </>
        )),
        { key: 'what', header: 'Что сделано', cell: ({ what }) => what },
        {
          key: 'when',
          header: 'Когда, кто',
          className: classes.when,
          cell: ({ entry }) => (
            <>
              {formatMoment(entry.updated_at)}
              <span className={classes.line}>{entry.editor}</span>
            </>
          ),
        },
        { key: 'before', header: `Было, ${UNIT}`, isNumeric: true, cell: ({ before }) => tonnes(before) },
        { key: 'after', header: `Стало, ${UNIT}`, isNumeric: true, cell: ({ after }) => tonnes(after) },
        {
          key: 'difference',
          header: `Вклад в сумму, ${UNIT}`,
          isNumeric: true,
          cell: ({ before, after }) => (before === undefined || after === undefined ? '—' : signed(after - before, 2)),
        },
      ]}
      rows={edits}
      keyOf={({ calculation, entry }) => `${calculation.id} ${entry.version}`}
    />
  );
}

function tonnes(value: number | undefined): string {
  return value === undefined ? '—' : formatNumber(value, 2);
}
