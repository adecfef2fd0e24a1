import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Job } from '#core/contract/job.ts';
import { paths } from '#core/contract/paths.ts';
import { expectResult } from '#web/tables/expected.ts';
import { freshBrowser, open, server } from '../../support/web/screen.tsx';
import { json, P1, problem } from '../../support/web/web_server.ts';

freshBrowser();
beforeEach(() => server.addProject({ id: P1 }));

const PAGE = `/projects/${P1}/calculations`;

function addJob(fields: Partial<Job>): Job {
  const job: Job = {
    ...{ id: 'job-1', type: 'sensitivity', project: P1, name: 'Сто шахт', file_name: 'шахты.csv' },
    ...{
      state: 'running',
      progress: 0.42,
      calculation: 'c1',
      detail: null,
      errors: [],
      errors_total: 0,
      retry_until: null,
    },
    ...{ created_at: '2026-03-05T09:30:00.000Z', updated_at: '2026-03-05T09:30:00.000Z' },
    ...fields,
  };
  server.jobs.splice(0, 1, job);
  return job;
}

const list = () => screen.findByRole('region', { name: 'Обработка файлов' });

describe('the job of a large file', () => {
  it('is shown with its progress and can be cancelled', async () => {
    const { id } = addJob({});
    server.intercept = ({ path }) => (path === paths.cancelJob(id) ? json(addJob({ state: 'cancelled' })) : undefined);
    const user = await open(PAGE);
    const shown = within(await list());
    expect(shown.getByText('Сто шахт')).toBeTruthy();
    expect(shown.getByRole<HTMLProgressElement>('progressbar', { name: /Обрабатывается: 42/ }).value).toBe(0.42);
    await user.click(shown.getByRole('button', { name: 'Отменить' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Обработка файлов' })).toBeNull());
  });

  it('cannot be cancelled while its result is being stored', async () => {
    addJob({ state: 'saving' });
    await open(PAGE);
    expect(within(await list()).queryByRole('button', { name: 'Отменить' })).toBeNull();
  });

  it('remains with the cause if cancelling failed', async () => {
    addJob({});
    server.intercept = ({ method }) => (method === 'POST' ? problem(409, 'Расчёт уже сохраняется.') : undefined);
    const user = await open(PAGE);
    await user.click(within(await list()).getByRole('button', { name: 'Отменить' }));
    await screen.findByText(/Расчёт уже сохраняется/);
    expect(await list()).toBeTruthy();
  });

  it('is compared with the browser’s result when it is done', async () => {
    addJob({});
    expectResult('job-1', { rows_sha256: 'браузер', core_sha256: 'ядро', model: null });
    server.intercept = ({ path }) =>
      path === paths.calculation('sensitivity', 'c1')
        ? json({ id: 'c1', rows_sha256: 'сервер', core_sha256: 'ядро', model: null })
        : undefined;
    await open(PAGE);
    await list();
    addJob({ state: 'done', progress: 1 });
    await screen.findByText('Результаты сервера и браузера различаются', {}, { timeout: 5000 });
    expect(screen.getByRole('row', { name: 'Строки с результатами (SHA-256) сервер браузер' })).toBeTruthy();
  });
});

describe('the failed job of a large file', () => {
  const failed = (id: string) =>
    addJob({
      id,
      state: 'failed',
      detail: 'В таблице 2 345 ошибок.',
      errors: [{ row: 7, column: 'C', value: 'много', message: 'Это не число.' }],
      errors_total: 2345,
    });

  it('shows faults by row, column and value, and remains hidden once dismissed', async () => {
    failed('hidden');
    const user = await open(PAGE);
    const shown = within(await list());
    expect(shown.getByText('В таблице 2 345 ошибок.')).toBeTruthy();
    expect(shown.getByText(/Показаны первые 1 из 2\s345/)).toBeTruthy();
    expect(shown.getByRole('row', { name: '7 C много Это не число.' })).toBeTruthy();
    await user.click(shown.getByRole('button', { name: 'Скрыть' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Обработка файлов' })).toBeNull());
    expect(localStorage.getItem('dismissedJobs')).toBe('["hidden"]');
  });

  it('can be repeated in the form of its type', async () => {
    failed('repeated');
    const user = await open(PAGE);
    await user.click(within(await list()).getByRole('button', { name: 'Загрузить снова' }));
    await screen.findByRole('dialog', { name: 'Анализ чувствительности' });
    expect(window.location.search).toBe('?type=sensitivity&create=1');
  });

  it('is restarted with the stored file if the file was not at fault', async () => {
    const retry_until = new Date(Date.now() + 60_000).toISOString();
    const { id } = addJob({ id: 'ours', state: 'failed', detail: 'Не удалось обработать файл.', retry_until });
    server.intercept = ({ path }) =>
      path === paths.retryJob(id) ? json(addJob({ id, state: 'waiting', progress: 0 })) : undefined;
    const user = await open(PAGE);
    await user.click(within(await list()).getByRole('button', { name: 'Повторить' }));
    await within(await list()).findByRole('progressbar', { name: /Ожидает обработки/ });
    expect(window.location.search).toBe('');
  });

  it('reports that the server no longer has its file', async () => {
    const retry_until = new Date(Date.now() + 60_000).toISOString();
    addJob({ id: 'gone', state: 'failed', detail: 'Не удалось обработать файл.', retry_until });
    server.intercept = ({ method }) => (method === 'POST' ? problem(409, 'Файл на сервере уже удалён.') : undefined);
    const user = await open(PAGE);
    await user.click(within(await list()).getByRole('button', { name: 'Повторить' }));
    await screen.findByText(/Файл на сервере уже удалён/);
    expect(await list()).toBeTruthy();
  });
});
