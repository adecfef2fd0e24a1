import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { ROOT } from '#functions/cli/build.ts';
import { ALIVE, METRICS, openMetrics, type ServerMetrics } from '#functions/server/metrics.ts';
import { fixedKeys } from '../../support/keys.ts';
import { openServiceOver, openTestDatabase, openTestFiles, type Person, type Service } from '../../support/service.ts';

let metrics: ServerMetrics;
let service: Service;
let person: Person;

beforeEach(async () => {
  metrics = openMetrics();
  const db = await openTestDatabase();
  const { files, fileKeys, close } = openTestFiles();
  const timed = { db: metrics.timed('table', db), files: metrics.timed('bucket', files) };
  const closeAll = async () => {
    await db.close();
    await close();
  };
  service = await openServiceOver({ ...timed, fileKeys, close: closeAll }, fixedKeys());
  person = await service.createUser();
});

afterEach(() => service.close());

/** Lines of the text, after the log was counted. */
async function scrape(): Promise<string[]> {
  const counted = metrics.counting(() => undefined);
  for (const entry of [...service.log.splice(0), ...service.requests.splice(0)]) counted(entry);
  const answer = await metrics.site.fetch(new Request(`http://localhost${METRICS}`));
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, expect.stringContaining('text/plain')]);
  return (await answer.text()).split('\n');
}

const figureOf = (lines: readonly string[], start: string) =>
  Number(
    lines
      .find((line) => line.startsWith(start))
      ?.split(' ')
      .at(-1) ?? 0,
  );

describe('the figures for Prometheus', () => {
  test('count requests by method, route and status, never by a person or an id', async () => {
    await scrape();
    await person.get(paths.projects);
    await person.get(paths.project('01a20000-0000-7000-8000-000000000000'));
    const lines = await scrape();
    const count = (route: string, status: number) =>
      figureOf(lines, `http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"}`);
    expect(count('/api/v1/projects', 200)).toBe(1);
    expect(lines.filter((line) => line.includes('status="404"') && line.includes('_count')).length).toBe(1);
    const text = lines.join('\n');
    for (const secret of [person.user.email, person.user.id, person.company.id, '01a20000'])
      expect(text).not.toContain(secret);
  });

  test('count what the log says besides, by event', async () => {
    await service.signIn({ email: person.user.email, password: 'не тот пароль' });
    const lines = await scrape();
    expect(figureOf(lines, 'log_events_total{level="security",event="sign_in_refused"}')).toBe(1);
  });

  test('time the calls of the stores and tell those that failed', async () => {
    const before = figureOf(
      await scrape(),
      'store_call_duration_seconds_count{store="table",call="window",outcome="ok"}',
    );
    await person.get(paths.projects);
    const lines = await scrape();
    expect(figureOf(lines, 'store_call_duration_seconds_count{store="table",call="window",outcome="ok"}')).toBe(
      before + 1,
    );
    const failing = metrics.timed('bucket', {
      ...openTestFiles().files,
      ping: () => Promise.reject(new Error('down')),
    });
    await expect(failing.ping()).rejects.toThrow('down');
    const failed = figureOf(
      await scrape(),
      'store_call_duration_seconds_count{store="bucket",call="ping",outcome="error"}',
    );
    expect(failed).toBe(1);
  });

  test('have memory and the lag of the event loop', async () => {
    const lines = await scrape();
    expect(figureOf(lines, 'process_resident_memory_bytes')).toBeGreaterThan(1e6);
    expect(lines.some((line) => line.startsWith('nodejs_eventloop_lag_p99_seconds '))).toBe(true);
  });

  test('stand beside a sign of life, and nothing else', async () => {
    const ask = async (path: string) => (await metrics.site.fetch(new Request(`http://localhost${path}`))).status;
    expect([await ask(ALIVE), await ask('/'), await ask(paths.projects)]).toEqual([200, 404, 404]);
  });
});

test.each(['grafana.json', 'alerts.yml'])('%s asks only for figures that the product has', async (file) => {
  await person.get(paths.projects);
  await service.files.ping();
  const text = (await scrape()).join('\n');
  const asked = readFileSync(join(ROOT, 'docs/on-premises', file), 'utf8').matchAll(
    /\b((?:http|log|store|nodejs|process)_\w+?)(?:_bucket|_count)?(?=[{[\s"])/g,
  );
  const names = [...new Set([...asked].map(([, name = '']) => name))];
  expect(names.length).toBeGreaterThan(3);
  expect(names.filter((name) => !text.includes(`# TYPE ${name} `))).toEqual([]);
});
