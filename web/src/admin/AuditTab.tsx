import { Button, Text } from '@mantine/core';
import { useAtomValue } from 'jotai';
import type { AuditEntry } from '#core/contract/audit.ts';
import { EmptyList } from '../components/EmptyList.tsx';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingRows } from '../components/Loading.tsx';
import { Table, type TableColumn } from '../components/Table.tsx';
import { formatMoment } from '../format.ts';
import classes from './Admin.module.css';
import { auditAtom } from './state.ts';

const OUTCOMES = {
  done: 'Выполнено',
  refused: 'Отказано',
  failed: 'Сбой на сервере',
  unknown: 'Исход неизвестен',
} as const;

const COLUMNS: readonly TableColumn<AuditEntry>[] = [
  { key: 'at', header: 'Когда', label: '', className: classes.when, cell: ({ at }) => formatMoment(at) },
  { key: 'actor', header: 'Кто', cell: ({ actor_name }) => actor_name },
  { key: 'action', header: 'Что', cell: ({ action }) => action },
  {
    key: 'whom',
    header: 'Кого или что',
    cell: ({ whom }) => <span className={classes.breaks}>{whom === '' ? '—' : whom}</span>,
  },
  {
    key: 'outcome',
    header: 'Итог',
    cell: ({ outcome, detail }) => (
      <>
        <span className={classes.outcome} data-outcome={outcome}>
          {OUTCOMES[outcome]}
        </span>
        {detail !== '' && <span className={classes.aside}> {detail}</span>}
      </>
    ),
  },
];

/** Every action of an administrator, newest first. Nothing here can be changed. */
export function AuditTab() {
  const audit = useAtomValue(auditAtom);
  const entries = audit.data?.pages.flatMap(({ results }) => results) ?? [];
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        Действия администраторов и команд обслуживания. Записи только добавляются, паролей и кодов в них нет.
      </Text>
      {audit.error && <FailureAlert error={audit.error} onRetry={() => void audit.refetch()} />}
      {!audit.data && !audit.error && <LoadingRows rows={6} />}
      {audit.data && entries.length === 0 && <EmptyList title="Действий пока не было" />}
      {entries.length > 0 && (
        <Table
          label="Журнал действий"
          cards="lines"
          columns={COLUMNS}
          rows={entries}
          keyOf={({ id }) => id}
          row={({ request_id }) => (request_id ? { title: `Номер обращения: ${request_id}` } : {})}
        />
      )}
      {audit.hasNextPage && (
        <Button variant="default" mt="sm" onClick={() => void audit.fetchNextPage()} loading={audit.isFetchingNextPage}>
          Показать более ранние
        </Button>
      )}
    </>
  );
}
