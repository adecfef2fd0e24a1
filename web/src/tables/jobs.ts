import { atom } from 'jotai';
import { atomWithQuery, queryClientAtom } from 'jotai-tanstack-query';
import type { Job } from '#core/contract/job.ts';
import { cancelJob, getJobs } from '../api/table_calls.ts';
import { storage } from '../browser/storage.ts';
import { notifyFailure } from '../components/notify.tsx';

/** How often a job that is under way is requested. */
const POLL_MS = 1500;

const ENDED: readonly Job['state'][] = ['done', 'failed', 'cancelled'];

/** Whether anything may still happen to a job. */
export function isUnfinished({ state }: Job): boolean {
  return !ENDED.includes(state);
}

/** Whether a failed job can be started over with the file that the server has. */
export function isRetryable({ retry_until }: Job): boolean {
  return retry_until !== null && Date.parse(retry_until) > Date.now();
}

/** The jobs of a project; asked for again as long as any is under way. */
export function jobsAtom(project: string) {
  return atomWithQuery(() => ({
    queryKey: ['jobs', project],
    queryFn: ({ signal }) => getJobs(project, signal),
    refetchInterval: ({ state }) => ((state.data ?? []).some(isUnfinished) ? POLL_MS : false),
    // A page in the background is looked at later: it asks then.
    refetchIntervalInBackground: false,
  }));
}

export const reloadJobsAtom = atom(null, async (get) => {
  await get(queryClientAtom).invalidateQueries({ queryKey: ['jobs'] });
});

/** Cancels a job, or says why it goes on. */
export const cancelJobAtom = atom(null, async (_get, set, { id, name }: Pick<Job, 'id' | 'name'>) => {
  try {
    await cancelJob(id);
  } catch (error) {
    notifyFailure(`Обработка не отменена: ${name}`, error);
  } finally {
    await set(reloadJobsAtom);
  }
});

/**
 * Ids of failed jobs that the user does not want to see any more, in the storage of the browser.
 */
const DISMISSED_KEY = 'dismissedJobs';
/** Jobs are forgotten by the server in time; so are these. */
const DISMISSED_KEPT = 200;

export const dismissedAtom = atom(readDismissed());

export const dismissAtom = atom(null, (get, set, id: string) => {
  const dismissed = [...get(dismissedAtom), id].slice(-DISMISSED_KEPT);
  set(dismissedAtom, dismissed);
  storage.set(DISMISSED_KEY, JSON.stringify(dismissed));
});

function readDismissed(): readonly string[] {
  try {
    const ids: unknown = JSON.parse(storage.get(DISMISSED_KEY) ?? '[]');
    return Array.isArray(ids) ? ids.map(String) : [];
  } catch {
    return [];
  }
}
