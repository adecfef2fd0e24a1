// biome-ignore-all lint/a11y/noRedundantRoles: a table that is laid out as cards loses the roles that are not said outright
import { Button, Text } from '@mantine/core';
import { useAtomValue } from 'jotai';
import type { AuditEntry } from '#core/contract/audit.ts';
import { EmptyList } from '../components/EmptyList.tsx';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingRows } from '../components/Loading.tsx';
import { formatMoment } from '../format.ts';
import classes from './Admin.module.css';
import { auditAtom } from './state.ts';

const OUTCOMES = {
  done: 'Выполнено',
  refused: 'Отказано',
  failed: 'Сбой на сервере',
  unknown: 'Исход неизвестен',
} as const;

const HEADS = ['Когда', 'Кто', 'Что', 'Кого или что', 'Итог'] as const;

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
        <table className={classes.table} role="table" aria-label="Журнал действий">
          <thead role="rowgroup">
            <tr role="row">
              {HEADS.map((head) => (
                <th key={head} role="columnheader" scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </tbody>
        </table>
      )}
      {audit.hasNextPage && (
        <Button variant="default" mt="sm" onClick={() => void audit.fetchNextPage()} loading={audit.isFetchingNextPage}>
          Показать более ранние
        </Button>
      )}
    </>
  );
}

function Entry({ entry }: { readonly entry: AuditEntry }) {
  const { at, actor_name, action, whom, outcome, detail, request_id } = entry;
  return (
    <tr role="row" title={request_id && `Номер обращения: ${request_id}`}>
      <td role="cell" className={classes.when}>
        {formatMoment(at)}
      </td>
      <td role="cell" data-label={HEADS[1]}>
        {actor_name}
      </td>
      <td role="cell" data-label={HEADS[2]}>
        {action}
      </td>
      <td role="cell" data-label={HEADS[3]}>
        <span className={classes.breaks}>{whom === '' ? '—' : whom}</span>
      </td>
      <td role="cell" data-label={HEADS[4]}>
        <span className={classes.outcome} data-outcome={outcome}>
          {OUTCOMES[outcome]}
        </span>
        {detail !== '' && <span className={classes.aside}> {detail}</span>}
      </td>
    </tr>
  );
}
