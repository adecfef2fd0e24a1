import { Button, Group, Stack, Text } from '@mantine/core';
import { useAtomValue, useSetAtom } from 'jotai';
import { useMemo, useRef, useState } from 'react';
import type { VersionEntry } from '#core/contract/history.ts';
import { restoreVersion } from '../api/history_calls.ts';
import { Comparison } from '../components/Comparison.tsx';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingText } from '../components/Loading.tsx';
import { Notice } from '../components/Notice.tsx';
import { notifyDone } from '../components/notify.tsx';
import { StateTag } from '../components/StateTag.tsx';
import { formatMoment } from '../format.ts';
import { comparisonRows, type FieldsByName } from './fields.ts';
import classes from './HistoryView.module.css';
import { historyAtom, reloadRestoredAtom } from './state.ts';

interface HistoryViewProps {
  /** Address of the history. */
  readonly path: string;
  readonly fields: FieldsByName;
  readonly onClose: () => void;
  /** Where it was opened from a record that can be shown again. */
  readonly onBack?: () => void;
}

/** Every version of a record: who, when, what changed; and the way back to any of them. */
export function HistoryView({ path, fields, onClose, onBack }: HistoryViewProps) {
  const history = useAtomValue(useMemo(() => historyAtom(path), [path]));
  const reload = useSetAtom(reloadRestoredAtom);
  const [busy, setBusy] = useState<number>();
  const [failure, setFailure] = useState<{ readonly version: number; readonly error: unknown }>();
  const list = useRef<HTMLOListElement>(null);
  const versions = history.data?.pages.flatMap(({ results }) => results) ?? [];
  const current = versions.find(({ is_current }) => is_current);

  const restore = async (version: number) => {
    if (!current || busy !== undefined) return;
    setBusy(version);
    setFailure(undefined);
    try {
      const restored = await restoreVersion(path, version, current.version);
      notifyDone(`Версия ${version} восстановлена`, <Text size="sm">Теперь она — версия {restored.version}.</Text>);
      await reload();
      list.current?.focus();
    } catch (error) {
      setFailure({ version, error });
    } finally {
      setBusy(undefined);
    }
  };

  return (
    <Stack gap="sm">
      {history.error && <FailureAlert error={history.error} onRetry={() => void history.refetch()} />}
      {!history.data && !history.error && <LoadingText />}
      {current?.is_deleted && (
        <Notice tone="info">Запись в архиве. Верните её из архива, чтобы восстановить прежнюю версию.</Notice>
      )}
      {versions.length > 0 && (
        <ol className={classes.versions} aria-label="Версии" ref={list} tabIndex={-1}>
          {versions.map((entry) => (
            <li key={entry.version}>
              <Version entry={entry} fields={fields} />
              {failure?.version === entry.version && <FailureAlert error={failure.error} />}
              {!entry.is_current && current && !current.is_deleted && (
                <Button
                  size="compact-sm"
                  variant="default"
                  mt={8}
                  loading={busy === entry.version}
                  aria-label={`Восстановить эту версию: ${entry.version}`}
                  onClick={() => void restore(entry.version)}
                >
                  Восстановить эту версию
                </Button>
              )}
            </li>
          ))}
        </ol>
      )}
      {history.hasNextPage && (
        <Button variant="default" onClick={() => void history.fetchNextPage()} loading={history.isFetchingNextPage}>
          Показать более ранние
        </Button>
      )}
      <Group justify="flex-end" gap="xs">
        {onBack && (
          <Button variant="default" onClick={onBack}>
            К записи
          </Button>
        )}
        <Button onClick={onClose}>Закрыть</Button>
      </Group>
    </Stack>
  );
}

function Version({ entry, fields }: { readonly entry: VersionEntry; readonly fields: FieldsByName }) {
  const { version, editor, updated_at, is_current, changes } = entry;
  return (
    <>
      <p className={classes.head}>
        <strong>Версия {version}</strong>
        {is_current && <StateTag>действует</StateTag>}
        <span className={classes.who}>
          {formatMoment(updated_at)}, {editor}
        </span>
      </p>
      {changes.length > 0 ? (
        <Comparison heads={['Поле', 'Было', 'Стало']} rows={comparisonRows(changes, fields)} />
      ) : (
        <Text size="sm" c="dimmed">
          {version === 1 ? 'Запись создана.' : 'Поля не менялись.'}
        </Text>
      )}
    </>
  );
}
