import { notifications } from '@mantine/notifications';
import { waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { API } from '#core/contract/paths.ts';
import type { Route } from '#functions/http/route.ts';
import { pendingAtom } from '#web/api/send.ts';
import { store } from '#web/api/store.ts';
import { clock, type Kind } from './failure_kinds.ts';
import type { Drive } from './failure_scenarios.ts';
import { server } from './screen.tsx';
import { buttons, fieldValues, pageText } from './screen_tools.ts';
import type { SeenCall } from './web_server.ts';

/** A Russian word that tells what to do: «Повторите», «Проверьте», «Обратитесь», «Подождите». */
const NEXT_STEP = /[а-яё](?:йте|ите|ьте)(?:сь)?(?![а-яё])/i;
/** Words that are written in Latin letters in Russian, too. */
const LATIN = /Guardant|XGBoost|LightGBM|xlsx?|csv|txt/g;
/** Texts that no user should see. */
const RAW = /<\/?html|\{"|\[object|undefined|TypeError|Failed to fetch|\bat .*:\d+:\d+|CloudFront/;

const LOADING = 'Загрузка…';

/**
 * How long a call of a kind may take before it is given up, ms: sign-in, files, exports, everything
 * else.
 */
function patience(route: Route): number {
  if (route.path === '/token') return 15_000;
  if (route.path.includes('export_to')) return 15 * 60_000;
  const isFile = route.form !== undefined || route.path.endsWith('/file');
  return isFile ? 180_000 : 30_000;
}

function isOf(route: Route, { method, path }: SeenCall): boolean {
  const pattern = route.path.replace(/\{\w+\}/g, '[^/]+');
  const { pathname } = new URL(path, 'http://localhost');
  return method === route.method && new RegExp(`^${API}${pattern}/?$`).test(pathname);
}

/**
 * Makes the call of a scenario fail in each of `kinds`, and checks after each what the screen
 * shows.
 */
export async function endure(route: Route, drive: Drive, kinds: readonly Kind[]): Promise<void> {
  const answers = (call: SeenCall) => drive.answers?.(call);
  server.intercept = answers;
  await drive.fill?.();
  const onLine = vi.spyOn(navigator, 'onLine', 'get');
  const logs = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')];
  let isFirst = true;
  for (const [index, kind] of kinds.entries()) {
    const requestId = `req-${index}-${kind.name.length}`;
    const typed = drive.leaves ? [] : fieldValues();
    let failed = 0;
    onLine.mockReturnValue(!kind.isOffline);
    server.intercept = (call) => {
      if (!isOf(route, call)) return answers(call);
      failed += 1;
      return kind.answer({ current: drive.current?.(), requestId });
    };
    await (isFirst ? drive.call() : drive.again());
    isFirst = false;
    const instead = kind.name === '409' && drive.current ? COMPARED : drive.told?.(kind);
    await told(instead ? { ...kind, told: instead, isNumbered: false } : kind, requestId);
    const most = kind.isRepeated && route.method === 'GET' ? 3 : 1;
    if (kind.isHung) expect(clock.given.at(-1), 'patience, ms').toBeLessThanOrEqual(patience(route));
    expect(failed, 'calls').toBeGreaterThan(0);
    expect(failed, 'calls').toBeLessThanOrEqual(most * (drive.readers ?? 1));
    for (const log of logs) expect(log.mock.calls, 'console').toEqual([]);
    for (const [field, value] of typed)
      expect([field.isConnected, field.value], 'what is typed').toEqual([true, value]);
    notifications.clean();
  }
}

const COMPARED = ['Запись изменена, пока вы её правили', 'Чужое название', 'Сохранить поверх', 'Взять с сервера'];

/**
 * Waits until the screen says it, to the eye and to a reader of screens, and nothing goes on any
 * more.
 */
async function told(kind: Kind, requestId: string): Promise<void> {
  const text = await waitFor(() => {
    const alerts = [...document.querySelectorAll('[role="alert"], [role="status"]')].map(
      (one) => one.textContent ?? '',
    );
    const found = alerts.find((one) => one.includes(kind.told[0] ?? ''));
    if (found === undefined) throw new Error(`Nobody is told: ${kind.told[0]}; told are: ${alerts.join(' | ')}`);
    return found;
  });
  for (const part of kind.told) expect(pageText()).toContain(part);
  if (kind.isNumbered) expect(text).toContain(`Номер обращения: ${requestId}`);
  if (!buttons('Взять с сервера').length) expect(text, 'the next step').toMatch(NEXT_STEP);
  expect(text.replace(requestId, '').replace(LATIN, ''), 'English').not.toMatch(/[a-z]{3,}/i);
  expect(pageText()).not.toMatch(RAW);
  await waitFor(() => {
    expect(store.get(pendingAtom), 'calls under way').toBe(0);
    expect(document.querySelectorAll('[data-loading="true"], [aria-busy="true"]')).toHaveLength(0);
    expect(pageText()).not.toContain(LOADING);
    expect(document.querySelectorAll(`[aria-label="${LOADING}"]`)).toHaveLength(0);
  });
}
