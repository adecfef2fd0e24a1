import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { useEffect, useRef } from 'react';
import { definitionOf, isCalculationType } from '#core/calculations/index.ts';
import type { Job, JobState } from '#core/contract/job.ts';
import { getCalculation } from '../api/calls.ts';
import { retryJob } from '../api/table_calls.ts';
import { keepDraft } from '../browser/drafts.ts';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { Meter } from '../components/Meter.tsx';
import { notifyFailure } from '../components/notify.tsx';
import { reloadCalculationsAtom } from '../fields/reload_calculations.ts';
import { formatMoment } from '../format.ts';
import { reportSavedAtom } from '../results/report_saved.tsx';
import { useStableAtom } from '../use_stable_atom.ts';
import { isExpected, sentForm, takeExpectedResult } from './expected.ts';
import { FaultsTable } from './FaultsTable.tsx';
import { savedTableReport } from './fingerprint.ts';
import classes from './JobsList.module.css';
import {
  cancelJobAtom,
  dismissAtom,
  dismissedAtom,
  isRetryable,
  isUnfinished,
  jobsAtom,
  reloadJobsAtom,
} from './jobs.ts';
import { keptFileAtom } from './kept_file.ts';

interface JobsListProps {
  readonly projectId: string;
  /** Opens the form of a type again, of a calculation or of a new one. */
  readonly onRepeat: (type: string, calculation: string | undefined) => void;
}

const STATES: Readonly<Record<JobState, string>> = {
  waiting: 'Ожидает обработки',
  running: 'Обрабатывается',
  saving: 'Сохраняется',
  done: 'Готов',
  failed: 'Не выполнен',
  cancelled: 'Отменён',
};

/** Large files on their way to a result: those under way, and those that failed. */
export function JobsList({ projectId, onRepeat }: JobsListProps) {
  const jobs = useAtomValue(useStableAtom(jobsAtom, projectId));
  const dismissed = useAtomValue(dismissedAtom);
  useEnded(jobs.data);
  const shown = (jobs.data ?? []).filter(
    (job) => isUnfinished(job) || (job.state === 'failed' && !dismissed.includes(job.id)),
  );
  // What stands below it may be old: a job goes on while nobody hears of it.
  const failure = jobs.error && <FailureAlert error={jobs.error} onRetry={() => void jobs.refetch()} />;
  if (shown.length === 0) return failure;
  return (
    <section aria-label="Обработка файлов" className={classes.list}>
      <Title order={2} mb="xs">
        Обработка файлов
      </Title>
      <Stack gap="sm">
        {failure}
        {shown.map((job) => (
          <JobItem key={job.id} job={job} onRepeat={onRepeat} />
        ))}
      </Stack>
    </section>
  );
}

function JobItem({ job, onRepeat }: { readonly job: Job; readonly onRepeat: JobsListProps['onRepeat'] }) {
  const cancel = useSetAtom(cancelJobAtom);
  const title = isCalculationType(job.type) ? definitionOf(job.type).title : job.type;
  return (
    <article aria-label={job.name} className={classes.job}>
      <Group justify="space-between" gap="xs">
        <Text fw={500} className={classes.name ?? ''}>
          {job.name}
        </Text>
        <Text size="xs" c="dimmed">
          {formatMoment(job.created_at)}
        </Text>
      </Group>
      <Text size="xs" c="dimmed" className={classes.name ?? ''}>
        {title}. Файл: {job.file_name}
      </Text>
      {isUnfinished(job) ? (
        <Meter
          label={STATES[job.state]}
          share={job.state === 'running' ? job.progress : undefined}
          {...(job.state !== 'saving' && { onCancel: () => void cancel(job) })}
        />
      ) : (
        <FailedJob job={job} onRepeat={onRepeat} />
      )}
    </article>
  );
}

function FailedJob({ job, onRepeat }: { readonly job: Job; readonly onRepeat: JobsListProps['onRepeat'] }) {
  const store = useStore();
  const dismiss = useSetAtom(dismissAtom);
  const reloadJobs = useSetAtom(reloadJobsAtom);
  const retry = useMutation({
    mutationFn: () => retryJob(job.id),
    onError: (error) => notifyFailure(`Обработка не повторена: ${job.name}`, error),
    onSettled: () => reloadJobs(),
  });
  const sendAgain = () => {
    const sent = sentForm(job.id);
    if (sent) {
      store.set(keptFileAtom(sent.draftKey), sent.file);
      keepDraft(sent.draftKey, sent.draft);
    }
    dismiss(job.id);
    onRepeat(job.type, sent?.calculation);
  };
  return (
    <Stack gap="xs" mt={4}>
      <FaultsTable
        detail={job.detail ?? 'Файл не обработан. Отправьте его снова.'}
        faults={job.errors}
        total={job.errors_total}
      />
      <Group gap="xs">
        {isRetryable(job) ? (
          <Button size="xs" loading={retry.isPending} onClick={() => retry.mutate()}>
            Повторить
          </Button>
        ) : (
          <Button size="xs" onClick={sendAgain}>
            Загрузить снова
          </Button>
        )}
        <Button size="xs" variant="default" onClick={() => dismiss(job.id)}>
          Скрыть
        </Button>
      </Group>
    </Stack>
  );
}

/**
 * What happens when a job that was under way has ended: lists reload, the result is compared with
 * the browser's own.
 */
function useEnded(jobs: readonly Job[] | undefined): void {
  const store = useStore();
  const watched = useRef(new Set<string>());
  useEffect(() => {
    for (const job of jobs ?? []) {
      if (isUnfinished(job)) watched.current.add(job.id);
      else if (watched.current.delete(job.id) || isExpected(job.id)) void ended(job, store);
    }
  }, [jobs, store]);
}

async function ended(job: Job, store: ReturnType<typeof useStore>): Promise<void> {
  if (job.state === 'failed' && isRetryable(job)) return;
  const expected = takeExpectedResult(job.id);
  if (job.state !== 'done') return;
  await store.set(reloadCalculationsAtom);
  try {
    const saved = await getCalculation(job.type, job.calculation, AbortSignal.timeout(60_000));
    const { disagreements, proof } = savedTableReport(saved, expected);
    store.set(reportSavedAtom, { title: `Расчёт готов: ${job.name}`, disagreements, proof });
  } catch (error) {
    notifyFailure(`Расчёт готов, но не сверен: ${job.name}`, error);
  }
}
