import { Text, Title } from '@mantine/core';
import { atom, useAtomValue } from 'jotai';
import { useMemo, useState } from 'react';
import type { Project } from '#core/contract/project.ts';
import { sourcesOfAll, sourceTitle } from '#core/inventory/project_totals.ts';
import { Chart } from '../charts/Chart.tsx';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingText } from '../components/Loading.tsx';
import { Table } from '../components/Table.tsx';
import { formatNumber } from '../format.ts';
import { PeriodPicker } from './PeriodPicker.tsx';
import { besideAtFirst, byPeriod, isWholeYears, periodsChart, yearsText } from './periods.ts';
import { totalsAtom, UNIT } from './project_totals.ts';
import classes from './Totals.module.css';

interface PeriodsProps {
  readonly project: Project;
  readonly others: readonly Project[];
}

/** The emissions of the project by source beside those of other projects, a column per period. */
export function Periods({ project, others }: PeriodsProps) {
  const [beside, setBeside] = useState(() => new Set(besideAtFirst(project, others).map(({ id }) => id)));
  const shown = useMemo(
    () => byPeriod([project, ...others.filter(({ id }) => beside.has(id))]),
    [project, others, beside],
  );
  return (
    <section className={classes.totals} aria-label="По годам">
      <Title order={2}>По годам</Title>
      <PeriodPicker others={others} beside={beside} onChange={setBeside} />
      <Compared project={project} shown={shown} />
      <Text size="xs" c="dimmed">
        Итог года — полная инвентаризация: объекты по балансу метана, остальное — сумма расчётов. Год — из периода
        проекта. Период не делится: проект за несколько лет стоит одним столбцом. Проекты между собой не складываются:
        они могут считать одни и те же выбросы. Не входят прогноз метана, заполнение пропусков, анализ чувствительности
        и выбор технологии.
      </Text>
    </section>
  );
}

function Compared({ project, shown }: { readonly project: Project; readonly shown: readonly Project[] }) {
  // An atom per project for as long as the section stands: one more project leaves the others as
  // they were read.
  const [atoms] = useState(() => new Map<string, ReturnType<typeof totalsAtom>>());
  const all = useMemo(() => {
    const own = shown.map(({ id }) => {
      const made = atoms.get(id) ?? totalsAtom(id);
      atoms.set(id, made);
      return made;
    });
    return atom((get) => own.map((one) => get(one)));
  }, [atoms, shown]);
  const read = useAtomValue(all);
  const failed = read.find((one) => one.failed)?.failed;
  const columns = useMemo(() => {
    const ready = shown.flatMap((one, index) => {
      const totals = read[index]?.totals;
      return totals ? [{ project: one, totals }] : [];
    });
    return ready.length === shown.length ? ready : undefined;
  }, [read, shown]);
  // While one more project is read, what stood there stays.
  const [standing, setStanding] = useState(columns);
  if (columns && columns !== standing) setStanding(columns);
  const figure = useMemo(() => standing && periodsChart(standing, UNIT), [standing]);
  if (failed) return <FailureAlert error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!standing || !figure) return <LoadingText />;
  const sources = sourcesOfAll(standing.map(({ totals }) => totals));
  return (
    <>
      <Table
        scrollLabel="Таблица по годам"
        label="Выбросы по источникам и годам"
        className={classes.wide}
        columns={[
          { key: '', header: `Источник, ${UNIT}`, isRowHeader: true, cell: sourceTitle },
          ...standing.map(({ project: one, totals }) => ({
            key: one.id,
            header: <Heading project={one} />,
            isNumeric: true,
            ...(one.id === project.id && { head: { 'aria-current': 'true' as const } }),
            cell: ({ key }: (typeof sources)[number]) => {
              const source = totals.sources.find((each) => each.key === key);
              return source ? formatNumber(source.total, 2) : '—';
            },
          })),
        ]}
        rows={sources}
        keyOf={({ key }) => key}
        sums={[
          Object.fromEntries([
            ['', 'Всего'],
            ...standing.map(({ project: one, totals }) => [
              one.id,
              totals.sources.length > 0 ? formatNumber(totals.total, 2) : '—',
            ]),
          ]),
        ]}
      />
      {standing.length > 1 && <Chart figure={figure} />}
    </>
  );
}

function Heading({ project }: { readonly project: Project }) {
  return (
    <>
      <span className={classes.years}>{yearsText(project)}</span>
      {!isWholeYears(project) && (
        <span className={classes.line}>
          {project.start_date} — {project.end_date}
        </span>
      )}
      <span className={classes.line} title={project.name}>
        {project.name}
      </span>
    </>
  );
}
