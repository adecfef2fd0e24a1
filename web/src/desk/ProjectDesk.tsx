import { Text, TextInput, Title } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useAtomValue } from 'jotai';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { CalculationType } from '#core/calculations/index.ts';
import { EmptyList } from '../components/EmptyList.tsx';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingRows } from '../components/Loading.tsx';
import { useStableAtom } from '../use_stable_atom.ts';
import { AssignBar } from './AssignBar.tsx';
import { DeskTable } from './DeskTable.tsx';
import classes from './ProjectDesk.module.css';
import { type DeskOrder, type DeskRow, foundRows, orderedRows } from './rows.ts';
import { type Desk, deskAtom } from './state.ts';

interface ProjectDeskProps {
  readonly projectId: string;
  readonly onType: (type: CalculationType) => void;
  readonly onView: (row: DeskRow) => void;
  readonly onEdit: (row: DeskRow) => void;
}

/** Every calculation of a project on one page: a search and a table with one total. */
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

function LoadedDesk({ desk, projectId, onType, onView, onEdit }: ProjectDeskProps & { readonly desk: Desk }) {
  const [search, setSearch] = useState('');
  const [order, setOrder] = useState<DeskOrder>('source');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const isChosen = chosen.size > 0;
  const rows = useMemo(() => orderedRows(foundRows(desk.rows, search), order), [desk, search, order]);
  return (
    <section className={classes.desk} aria-label="Все расчёты проекта">
      <Title order={2}>Все расчёты проекта</Title>
      <SearchField value={search} onChange={setSearch} />
      {isChosen && (
        <AssignBar
          projectId={projectId}
          chosen={desk.rows.filter(({ id }) => chosen.has(id))}
          onClear={() => setChosen(new Set())}
        />
      )}
      {rows.length === 0 ? (
        <EmptyList title={`Не найдено: «${search.trim()}»`} />
      ) : (
        <DeskTable
          rows={rows}
          totals={desk.totals}
          isWhole={rows.length === desk.rows.length}
          {...{ projectId, order, onType, onView, onEdit }}
          onOrder={setOrder}
          chosen={chosen}
          onChoose={setChosen}
        />
      )}
      {[BALANCE, ...desk.remarks].map((remark) => (
        <Text key={remark} size="xs" c="dimmed">
          {remark}
        </Text>
      ))}
    </section>
  );
}

/** How the total comes about. */
const BALANCE = 'Итог — полная инвентаризация: объекты по балансу метана, уничтоженный метан вычтен.';

/** «/» leads to it from anywhere on the page where nothing is typed. */
function SearchField({ value, onChange }: { readonly value: string; readonly onChange: (text: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focusField = (event: KeyboardEvent) => {
      const { target } = event;
      const isTyped =
        target instanceof HTMLElement && target.closest('input, textarea, select, [role=dialog]') !== null;
      if (event.key !== '/' || isTyped || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener('keydown', focusField);
    return () => document.removeEventListener('keydown', focusField);
  }, []);
  return (
    <TextInput
      ref={field}
      className={classes.search ?? ''}
      aria-label="Найти расчёт"
      placeholder="Найти расчёт: название или вид"
      leftSection={<IconSearch size={16} />}
      rightSection={<kbd className={classes.key}>/</kbd>}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onKeyDown={({ key }) => key === 'Escape' && onChange('')}
    />
  );
}
