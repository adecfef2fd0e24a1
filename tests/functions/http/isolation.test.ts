import { afterAll, describe, expect, it } from 'vitest';
import { API, paths } from '#core/contract/paths.ts';
import { ROUTES } from '#functions/http/routes/index.ts';
import { CONFIRM, openService, PROJECT } from '../../support/service.ts';

/* Of companies from one another: tests/reliability/isolation.test.ts. */

const NEVER = '0197ffff-ffff-7fff-bfff-ffffffffffff';

const service = await openService();
const admin = await service.createUser({ role: 'admin' });
/** A colleague of `admin` who administers nothing. */
const staff = await service.createUser({}, admin.company);
afterAll(() => service.close());

const forAdmins = ROUTES.filter(({ access }) => access === 'admin').map(
  (route) => [`${route.method} ${route.path}`, route] as const,
);
const BODY = { ...PROJECT, first_name: 'Пётр', last_name: 'Чужой', role: 'staff', disabled: true, version: 1 };

describe('a route for administrators', () => {
  it.each(forAdmins)('%s returns the same 403 to staff for every id and body', async (_, { method, path, slash }) => {
    const answers = [];
    for (const id of [staff.user.id, admin.user.id, NEVER, 'не-номер']) {
      for (const body of method === 'GET' ? [undefined] : [BODY, undefined]) {
        const address = API + path.replace(/\{\w+\}/, encodeURIComponent(id)) + (slash ? '/' : '');
        const call = { token: staff.tokens.access, ...(body && { body }) };
        answers.push(await service.call(method, address, call));
      }
    }
    for (const { status, text, body } of answers) {
      expect([status, body.code]).toEqual([403, 'forbidden']);
      expect(text).toBe(answers[0]?.text);
    }
    const { results } = (await admin.get(paths.audit)).body;
    expect(results.filter(({ actor }: { actor: string }) => actor === staff.user.id)).toEqual([]);
  });

  it('is open to a new administrator and closed immediately after demotion', async () => {
    const path = paths.companyUserAction(staff.user.id, 'role');
    expect((await admin.post(path, { role: 'admin', ...CONFIRM })).body.role).toBe('admin');
    expect((await staff.get(paths.companyUsers)).status).toBe(200);
    expect((await admin.post(path, { role: 'staff', ...CONFIRM })).body.role).toBe('staff');
    expect((await staff.get(paths.companyUsers)).status).toBe(403);
  });
});
