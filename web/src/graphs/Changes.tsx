import { NativeSelect, Text, Title } from '@mantine/core';
import { atom, useAtomValue } from 'jotai';
import { atomWithQuery } from 'jotai-tanstack-query';
import { useState } from 'react';
import type { Project } from '#core/contract/project.ts';
import { sourceTitle } from '#core/inventory/project_totals.ts';
import { type Change, compareTotals, type SourceChange, type TotalsChange } from '#core/inventory/totals_change.ts';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { Table } from '../components/Table.tsx';
import { coreAtom } from '../compute/core.ts';
import { formatNumber } from '../format.ts';
import { useStableAtom } from '../use_stable_atom.ts';
import { byPeriod, periodDays, previousOf, yearsText } from './periods.ts';
import { totalsAtom, UNIT } from './project_totals.ts';
import { signed } from './signed.ts';
import classes from './Totals.module.css';

interface ChangesProps {
  readonly project: Project;
  readonly others: readonly Project[];
}

/**
 * What changed against another project, the one of the period before at first: by source, the
 * greatest difference first.
 */
export function Changes({ project, others }: ChangesProps) {
  const [id, setId] = useState(() => previousOf(project, others)?.id ?? '');
  const before = others.find((other) => other.id === id);
  return (
    <section className={classes.totals} aria-label="Что изменилось">
      <Title order={2}>Что изменилось</Title>
      <NativeSelect
        label="Сравнить с проектом"
        className={classes.select ?? ''}
        value={id}
        onChange={(event) => setId(event.currentTarget.value)}
        data={[
          { value: '', label: 'не выбран' },
          ...byPeriod(others)
            .reverse()
            .map((other) => ({ value: other.id, label: `${yearsText(other)}, ${other.name}` })),
        ]}
      />
      {before ? (
        <Compared key={before.id} project={project} before={before} />
      ) : (
        <Text c="dimmed">Проекта за более ранний период нет. Выберите выше, с чем сравнить.</Text>
      )}
    </section>
  );
}

/** How the totals of one project became those of another. */
function changeAtom(beforeId: string, nowId: string) {
  const [before, now] = [totalsAtom(beforeId), totalsAtom(nowId)];
  const change = atomWithQuery((get) => {
    const [core, first, second] = [get(coreAtom).data, get(before).totals, get(now).totals];
    return {
      queryKey: ['change', beforeId, nowId, first, second],
      queryFn: () => (core && first && second ? compareTotals(core, first, second) : null),
      enabled: core !== undefined && first !== undefined && second !== undefined,
      gcTime: 0,
    };
  });
  return atom((get) => ({ change: get(change).data ?? undefined, failed: get(before).failed ?? get(now).failed }));
}

function Compared({ project, before }: { readonly project: Project; readonly before: Project }) {
  const { change, failed } = useAtomValue(useStableAtom(changeAtom, before.id, project.id));
  if (failed) return <FailureAlert error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!change) return <Text c="dimmed">Загрузка…</Text>;
  const empty = emptySides(change, before);
  if (empty) return <Text c="dimmed">{empty}</Text>;
  const days = [periodDays(before), periodDays(project)] as const;
  return (
    <>
      <ChangeTable change={change} before={before} project={project} />
      <Text size="xs" c="dimmed">
        {commonText(change)}
        {Math.abs(days[0] - days[1]) > 1 &&
          `Периоды разной длины: ${days[0]} и ${days[1]} дн., итоги к одной длине не приведены.`}
      </Text>
    </>
  );
}

/**
 * A project without calculations has emitted nothing that is known: a difference from it would be
 * no change.
 */
function emptySides({ sources }: TotalsChange, before: Project): string | undefined {
  const has = (side: 'before' | 'now') => sources.some(({ presence }) => presence === side || presence === 'both');
  if (has('before') && has('now')) return undefined;
  if (sources.length === 0) return 'Ни в одном из двух проектов пока нет расчётов выбросов.';
  return has('now')
    ? `В проекте «${before.name}» нет расчётов выбросов. Выберите выше другой.`
    : 'В этом проекте пока нет расчётов выбросов: сравнивать нечего.';
}

/** How many of the sources both projects have. */
function sharedOf({ sources }: TotalsChange): number {
  return sources.filter(({ presence }) => presence === 'both').length;
}

/** What of the table is comparable. */
function commonText(change: TotalsChange): string {
  const shared = sharedOf(change);
  if (shared === 0) return 'Общих источников у проектов нет: их итоги несопоставимы. ';
  if (shared === change.sources.length) return '';
  return '«Общие источники» — те, по которым расчёты есть в обоих проектах: сопоставимо только это. ';
}

const LONE = { before: 'расчётов нет', now: 'новый источник' } as const;

interface ChangeTableProps {
  readonly change: TotalsChange;
  readonly before: Project;
  readonly project: Project;
}

function ChangeTable({ change, before, project }: ChangeTableProps) {
  const { sources, common, all } = change;
  const shared = sharedOf(change);
  const share = (source: SourceChange) => (source.presence === 'both' ? percent(source) : LONE[source.presence]);
  const column = { isNumeric: true } as const;
  return (
    <Table
      scrollLabel="Таблица изменений"
      label="Изменение выбросов по источникам"
      className={classes.wide}
      columns={[
        { key: 'source', header: `Источник, ${UNIT}`, isRowHeader: true, cell: sourceTitle },
        {
          ...{ ...column, key: 'before', header: <Heading project={before} /> },
          cell: (source) => (source.presence === 'now' ? '—' : formatNumber(source.before, 2)),
        },
        {
          ...{ ...column, key: 'now', header: <Heading project={project} /> },
          cell: (source) => (source.presence === 'before' ? '—' : formatNumber(source.now, 2)),
        },
        { ...column, key: 'difference', header: 'Разность', cell: ({ difference }) => signed(difference, 2) },
        { ...column, key: 'share', header: '%', cell: share },
      ]}
      rows={sources}
      keyOf={({ key }) => key}
      sums={[
        ...(shared > 0 && shared < sources.length ? [sumRow('Общие источники', common, true)] : []),
        sumRow('Всего', all, shared === sources.length),
      ]}
    />
  );
}

function Heading({ project }: { readonly project: Project }) {
  return (
    <>
      <span className={classes.years}>{yearsText(project)}</span>
      <span className={classes.line} title={project.name}>
        {project.name}
      </span>
    </>
  );
}

/** A row of sums. `isAlike`: both are of the same sources; only then has their change a share. */
function sumRow(title: string, { before, now, difference }: Change, isAlike: boolean) {
  return {
    source: title,
    before: formatNumber(before, 2),
    now: formatNumber(now, 2),
    difference: signed(difference, 2),
    share: isAlike ? percent({ before, difference }) : '—',
  };
}

function percent({ before, difference }: Pick<Change, 'before' | 'difference'>): string {
  return before > 0 ? signed((100 * difference) / before, 1) : '—';
}
