import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ROUTES } from '#functions/http/routes/index.ts';
import { sessionAtom } from '#web/api/session.ts';
import { store } from '#web/api/store.ts';
import { IS_FULL, reliabilityTest } from '../../support/reliability/reliability_test.ts';
import { endure } from '../../support/web/expect_failure_shown.ts';
import { holdTime, KINDS, type Kind } from '../../support/web/failure_kinds.ts';
import { DRIVES, type Drive, NOT_DRIVEN, UNCALLED } from '../../support/web/failure_scenarios.ts';
import { withWorkers } from '../../support/web/inline_worker.ts';
import { freshBrowser, server } from '../../support/web/screen.tsx';
import { P1 } from '../../support/web/web_server.ts';

freshBrowser();
withWorkers();
beforeEach(async () => {
  // A chosen file lasts as long as its page: every test begins as after a sign-out.
  store.set(sessionAtom, { status: 'out', ended: false });
  await server.addProject({ id: P1 });
  holdTime();
});
afterEach(() => void vi.restoreAllMocks());
vi.setConfig({ testTimeout: 60_000 });

/** Count of kinds of failure for a route. */
const QUICK = 2;

const routes = ROUTES.map((route) => ({ route, key: `${route.method} ${route.path}` }));

const driven = routes.filter(({ key }) => !NOT_DRIVEN.some((pattern) => pattern.test(key)));

/** Screens and kinds of a run: all of both, or, in turn, the first screen of each route under the next two kinds. */
const cases = routes.flatMap(({ route, key }, index) => {
  const drives = DRIVES[key] ?? [];
  const next = Array.from({ length: QUICK }, (_, step) => KINDS[(index * QUICK + step) % KINDS.length] as Kind);
  return (IS_FULL ? drives : drives.slice(0, 1)).map((drive) => ({ route, key, drive, kinds: IS_FULL ? KINDS : next }));
});

const told = { cases: 0, hung: 0, routes: new Set<string>() };

describe('every route', () => {
  it('has a screen that calls it, or is known to have none', () => {
    const keys = driven.map(({ key }) => key).sort();
    expect([...Object.keys(DRIVES), ...Object.keys(UNCALLED)].sort()).toEqual(keys);
    expect(Object.entries(DRIVES).filter(([, drives]: [string, readonly Drive[]]) => drives.length === 0)).toEqual([]);
  });

  it.each(Object.entries(UNCALLED))('%s is built into no screen', (_route, { builder }) => {
    const files = readdirSync('web/src', { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
    expect(files.length).toBeGreaterThan(100);
    const users = files.filter((name) => readFileSync(join('web/src', name), 'utf8').includes(`paths.${builder}`));
    expect(users).toEqual([]);
  });
});

describe('a call that fails is told of on its screen', () => {
  for (const { route, key, drive, kinds } of cases) {
    it(`${key}: ${drive.screen}: ${kinds.map(({ name }) => name).join(', ')}`, async () => {
      await endure(route, drive, kinds);
      told.cases += kinds.length;
      told.hung += kinds.filter(({ isHung }) => isHung).length;
      told.routes.add(key);
    });
  }
});

const all = cases.reduce((sum, { kinds }) => sum + kinds.length, 0);

reliabilityTest(
  {
    id: 'WEB-05',
    stimulus: `every call of every screen fails: ${KINDS.map(({ name }) => name).join(', ')}`,
    pass: 'told where it happened, in Russian, with cause, next step and number of the request; nothing in the console; what is typed stays',
    quick: QUICK,
    full: KINDS.length,
  },
  async () => {
    expect(told.cases).toBe(all);
    expect(told.routes.size).toBe(driven.length - Object.keys(UNCALLED).length);
    return `${told.cases} of ${all} failures of ${told.routes.size} routes told`;
  },
);

reliabilityTest(
  {
    id: 'WEB-13',
    stimulus: 'the loading indicator after every failure of WEB-05',
    pass: 'no call counted, nothing says that it loads',
    quick: QUICK,
    full: KINDS.length,
  },
  async () => {
    expect(told.cases).toBe(all);
    return `back to 0 after ${told.cases} of ${all} failures`;
  },
);
