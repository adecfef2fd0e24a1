import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { API } from '#core/contract/paths.ts';
import { ROUTES } from '#functions/http/routes/index.ts';
import { type Listening, listen } from '#functions/server/listen.ts';
import { type Caller, runSchemathesis } from '../support/reliability/fuzz/schemathesis.ts';
import { type Ids, seed } from '../support/reliability/input/addresses.ts';
import { IS_FULL, reliabilityTest } from '../support/reliability/reliability_test.ts';
import { openService, type Person, type Service } from '../support/service.ts';

let service: Service;
let server: Listening;
let admin: Person;
let staff: Person;
let foreign: Person;
let own: Ids;
let theirs: Ids;

beforeAll(async () => {
  if (!IS_FULL) return;
  service = await openService();
  server = await listen(service.app, '127.0.0.1', 0);
  admin = await service.createUser({ role: 'admin' });
  staff = await service.createUser({}, admin.company);
  foreign = await service.createUser({ role: 'admin' });
  // A user whom the administrator disables and renames, and whose password the administrator resets.
  const victim = await service.createUser({}, admin.company);
  own = { ...(await seed(admin)), user: victim.user.id };
  theirs = await seed(foreign);
});
afterAll(async () => {
  await server?.close();
  await service?.close();
});

it('every exception from the checks of schemathesis concerns operations that there are', () => {
  const settings = readFileSync(new URL('../support/reliability/fuzz/schemathesis.toml', import.meta.url), 'utf8');
  const patterns = [...settings.matchAll(/include-path-regex = '(.*)'/g)].map(
    ([, pattern = '']) => new RegExp(pattern),
  );
  const addresses = ROUTES.map(({ path, slash }) => API + path + (slash ? '/' : ''));
  for (const pattern of patterns) expect(addresses).toContainEqual(expect.stringMatching(pattern));
  expect(patterns).toHaveLength(2);
});

// Minutes of a Python program: in the full run only, and there it must run.
if (IS_FULL) {
  reliabilityTest(
    {
      id: 'API-01',
      stimulus:
        'Schemathesis, made from the OpenAPI document, with every check: an administrator, staff, and an administrator on the objects of another company',
      pass: 'no failure, no 5xx, every operation called, the other company untouched',
      quick: 0,
      full: 20,
    },
    async (n) => {
      const callers: Readonly<Record<string, Caller>> = {
        administrator: { token: admin.tokens.access, ids: own },
        staff: { token: staff.tokens.access, ids: own },
        stranger: { token: admin.tokens.access, ids: theirs },
      };
      const figures: string[] = [];
      for (const [who, caller] of Object.entries(callers)) {
        const { requests, operations, failures } = await runSchemathesis(server.url, caller, n);
        expect([who, ...failures]).toEqual([who]);
        figures.push(`${who}: ${requests} requests to ${operations} operations`);
      }
      expect(service.log.filter(({ level }) => level === 'error')).toEqual([]);
      for (const id of [theirs.project ?? '']) {
        expect((await foreign.get(`/api/v1/projects/${id}`)).body).toMatchObject({ version: 1, is_deleted: false });
      }
      return `${figures.join('; ')}; 0 failures`;
    },
  );
}
