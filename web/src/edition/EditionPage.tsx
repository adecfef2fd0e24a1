import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { Edition } from '#core/contract/edition_schema.ts';
import { applyEdition } from '../api/inventory_calls.ts';
import { useTitle } from '../browser/title.ts';
import { Dialog } from '../components/Dialog.tsx';
import { EmptyList } from '../components/EmptyList.tsx';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingText } from '../components/Loading.tsx';
import { notifyDone } from '../components/notify.tsx';
import { PageHead } from '../components/PageHead.tsx';
import { shortHash } from '../format.ts';
import { screens } from '../paths.ts';
import { ProjectTabs } from '../projects/ProjectTabs.tsx';
import { projectAtom } from '../projects/state.ts';
import { useStableAtom } from '../use_stable_atom.ts';
import classes from './EditionPage.module.css';
import { EditionTable } from './EditionTable.tsx';
import { editionAtom } from './state.ts';

/** «Пересчитать на действующую редакцию»: what it would change and why, before anything is changed. */
export function EditionPage() {
  const { projectId = '' } = useParams();
  const project = useAtomValue(useStableAtom(projectAtom, projectId));
  const edition = useAtomValue(useStableAtom(editionAtom, projectId));
  const title = project.data ? `Действующая редакция — ${project.data.name}` : 'Действующая редакция';
  useTitle(title);
  const failed = [project, edition].find(({ error, data }) => error !== null && data === undefined);
  return (
    <>
      <PageHead title={title} />
      <ProjectTabs projectId={projectId} />
      {failed && <FailureAlert error={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && !(project.data && edition.data) && <LoadingText />}
      {project.data && edition.data && (
        <Loaded projectId={projectId} edition={edition.data} canChange={!project.data.is_deleted} />
      )}
    </>
  );
}

interface LoadedProps {
  readonly projectId: string;
  readonly edition: Edition;
  /** The project is not in the archive. */
  readonly canChange: boolean;
}

function Loaded({ projectId, edition, canChange }: LoadedProps) {
  const { changes, core_sha256 } = edition;
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  const applying = useMutation({
    mutationFn: () => applyEdition(projectId),
    onSuccess: () => {
      setAsking(false);
      notifyDone('Расчёты пересчитаны', <Text size="sm">Прежние версии — в истории каждого расчёта.</Text>);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['calculations'] }),
  });
  if (changes.length === 0) {
    return (
      <EmptyList title="Все расчёты сделаны по действующей редакции">
        <Text c="dimmed">
          Методы, константы и строки справочников, по которым они посчитаны, не изменились. Ядро{' '}
          {shortHash(core_sha256)}
          ….
        </Text>
        <Button component={Link} to={screens.inventory(projectId)} variant="default">
          Открыть инвентаризацию
        </Button>
      </EmptyList>
    );
  }
  return (
    <div className={classes.page}>
      <Text size="sm">
        Ничего ещё не изменено. Причины складываются по порядку: метод (те же числа, другое ядро), константы, строки
        справочников. Введённые вами числа остаются. Таблицы (прогноз, ряды) сюда не входят.
      </Text>
      <EditionTable edition={edition} />
      <Button disabled={!canChange} onClick={() => setAsking(true)}>
        Пересчитать на действующую редакцию: {changes.length}
      </Button>
      {!canChange && <Text size="sm">Проект в архиве: верните его, чтобы пересчитать.</Text>}
      <Dialog title="Пересчитать на действующую редакцию?" onClose={() => setAsking(false)}>
        {isAsking ? (
          <Stack gap="sm">
            <Text size="sm">
              Расчётов: {changes.length}. Каждый получит новую версию с числами из столбца «Станет»; прежняя останется в
              истории, и её можно восстановить.
            </Text>
            {applying.error && <FailureAlert error={applying.error} />}
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={() => setAsking(false)} data-autofocus>
                Отмена
              </Button>
              <Button loading={applying.isPending} onClick={() => applying.mutate()}>
                Пересчитать
              </Button>
            </Group>
          </Stack>
        ) : null}
      </Dialog>
    </div>
  );
}
