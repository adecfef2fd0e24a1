import { Button, Group, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import type { OwnSession } from '#core/contract/own_session.ts';
import { endAllOwnSessions, endOwnSession } from '../api/calls.ts';
import { signOut } from '../api/session.ts';
import { ownSessionsAtom } from '../api/user.ts';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingText } from '../components/Loading.tsx';
import { Table, type TableColumn } from '../components/Table.tsx';
import { formatMoment } from '../format.ts';
import classes from './ProfilePage.module.css';

/** The sessions of the user: where somebody is signed in, and the way to end it. */
export function OwnSessions() {
  const sessions = useAtomValue(ownSessionsAtom);
  const end = useMutation({ mutationFn: endOwnSession, onSettled: () => sessions.refetch() });
  const endAll = useMutation({
    mutationFn: async () => {
      await endAllOwnSessions();
      // The server knows this session no longer: what it would say to that is no failure.
      await signOut().catch(() => undefined);
    },
  });
  const columns: readonly TableColumn<OwnSession>[] = [
    ...COLUMNS,
    {
      key: 'end',
      header: '',
      cell: ({ id, is_current, browser }) =>
        is_current ? (
          <Text size="sm" c="dimmed">
            Этот сеанс
          </Text>
        ) : (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Завершить сеанс: ${browser || 'неизвестный браузер'}`}
            disabled={end.isPending}
            onClick={() => end.mutate(id)}
          >
            Завершить
          </Button>
        ),
    },
  ];
  const failure = sessions.error ?? end.error ?? endAll.error;
  return (
    <section className={classes.section}>
      <Group justify="space-between" mb="xs">
        <Title order={2}>Сеансы</Title>
        <Button variant="default" onClick={() => endAll.mutate()} loading={endAll.isPending}>
          Выйти везде
        </Button>
      </Group>
      {failure && <FailureAlert error={failure} onRetry={() => void sessions.refetch()} />}
      {sessions.isPending && <LoadingText />}
      {sessions.data && (
        <Table
          label="Свои сеансы"
          columns={columns}
          rows={sessions.data.results}
          keyOf={({ id }) => id}
          cards="lines"
        />
      )}
    </section>
  );
}

const COLUMNS: readonly TableColumn<OwnSession>[] = [
  { key: 'browser', header: 'Браузер', isRowHeader: true, cell: ({ browser }) => browser || 'Неизвестный' },
  { key: 'network', header: 'Сеть', cell: ({ network }) => (network === 'unknown' ? 'неизвестна' : network) },
  { key: 'opened', header: 'Вход', cell: ({ opened_at }) => formatMoment(opened_at) },
  { key: 'used', header: 'Последнее продление', cell: ({ last_used_at }) => formatMoment(last_used_at) },
];
