import type { HistoryPage } from '#core/contract/history.ts';
import { paths } from '#core/contract/paths.ts';
import type { Versioned } from '#core/contract/versioned.ts';
import type { Signal } from './calls.ts';
import { requestBody } from './client.ts';

/** A page of a history; `path` is its address or that of its older versions. */
export const getHistory = (path: string, signal: Signal) => requestBody<HistoryPage>({ path, signal });

/**
 * Makes an earlier version the newest one; `current` is the version that stands, as the user has
 * seen it.
 */
export const restoreVersion = (history: string, version: number, current: number) =>
  requestBody<Versioned>({ method: 'POST', path: paths.restoreVersion(history, version), body: { version: current } });
