import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { KEY_CODE, newProject, openService, PASSWORD, type Person, type Service } from '../../support/service.ts';

let service: Service;
let person: Person;

beforeAll(async () => {
  service = await openService();
  person = await service.createUser({ role: 'admin' });
});
afterAll(() => service.close());
beforeEach(() => {
  service.accesses.length = 0;
  service.log.length = 0;
});

const address = '198.51.100.77';
const masked = '198.51.100.0/24';
const signIn = (fields: object = {}) =>
  service.call('POST', paths.token, {
    body: { email: person.user.email, password: PASSWORD, guardant_code: KEY_CODE, ...fields },
    address,
  });
const who = () => ({ user: person.user.id, company: person.company.id, address: masked });

describe('the log says who came, by ids and a masked address', () => {
  it('names the sign-in, the sign-out and the request of each', async () => {
    const { body, headers } = await signIn();
    await service.call('POST', paths.revoke, { body: { token: body.refresh }, address });
    expect(service.accesses).toMatchObject([
      { event: 'signed_in', ...who(), request_id: headers.get('x-request-id') },
      { event: 'signed_out', ...who(), request_id: expect.any(String) },
    ]);
  });

  it('names a refresh that is refused, and whose session it was', async () => {
    const { body } = await signIn();
    await service.call('POST', paths.revoke, { body: { token: body.refresh }, address });
    expect((await service.call('POST', paths.refresh, { body: { token: body.refresh }, address })).status).toBe(401);
    expect(service.log).toMatchObject([{ event: 'refresh_refused', level: 'security', ...who() }]);
  });

  it('names the account that a refused sign-in tried', async () => {
    await signIn({ password: 'не тот' });
    await signIn({ guardant_code: 'не тот' });
    expect(service.log).toMatchObject([
      { event: 'sign_in_refused', ...who() },
      { event: 'key_code_refused', ...who() },
    ]);
  });

  it('names every export and every downloaded file, and no page of a list', async () => {
    const project = await newProject(person);
    await person.get(paths.export(project, 'txt'));
    await person.get(paths.template('regres_methane', 'csv'));
    await person.get(paths.projects);
    await person.get(paths.export('0197ffff-ffff-7fff-bfff-ffffffffffff', 'txt'));
    const subject = { user: person.user.id, company: person.company.id };
    expect(service.accesses).toMatchObject([
      { event: 'export_made', ...subject },
      { event: 'file_downloaded', ...subject },
    ]);
  });

  it('holds neither an e-mail, a name, a whole address nor a token', async () => {
    const { body } = await signIn();
    await signIn({ password: 'не тот' });
    const text = JSON.stringify([service.accesses, service.log]);
    for (const secret of [person.user.email, 'Ковалёва', address, PASSWORD, body.access, body.refresh])
      expect(text).not.toContain(secret);
  });
});

describe('the number of a request', () => {
  const headers = { 'X-Request-Id': 'FORGED-by-client' };

  it('is the server’s own: what a client sends stands beside it in the log and in the audit list', async () => {
    const path = paths.companyUserAction(person.user.id, 'access');
    const answer = await service.call('POST', path, { body: { disabled: true }, token: person.tokens.access, headers });
    const own = answer.headers.get('x-request-id');
    expect(own).toMatch(/^[0-9a-f-]{36}$/);
    expect(service.requests.at(-1)).toMatchObject({ request_id: own, client_request_id: 'FORGED-by-client' });
    const [entry] = (await person.get(paths.audit)).body.results;
    expect(entry).toMatchObject({ request_id: own, client_request_id: 'FORGED-by-client' });
  });

  it('is that of API Gateway, whose access log has it, too', async () => {
    const gateway = { requestContext: { requestId: 'JKJaXmPLvHcESHA=', http: { sourceIp: address } } };
    const answer = await service.app.fetch(new Request(`http://mine.example${paths.me}`), gateway);
    expect(answer.headers.get('x-request-id')).toBe('JKJaXmPLvHcESHA=');
  });

  it('of a client is left out when it is no number but a text', async () => {
    await service.call('GET', paths.me, { headers: { 'X-Request-Id': 'a {"level":"error"} b' } });
    expect(service.requests.at(-1)).not.toHaveProperty('client_request_id');
  });
});

describe('the audit list cannot be buried by one member of staff', () => {
  it('gets no more entries of wrong passwords than the throttle lets through', async () => {
    const staff = await service.createUser({}, person.company);
    const count = async () => (await person.get(`${paths.audit}?limit=100`)).body.results.length;
    const before = await count();
    const body = { password: 'не тот пароль', new_password: 'лошадь скрепка батарея' };
    const answers = await Promise.all(Array.from({ length: 60 }, () => staff.post(paths.changePassword, body)));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(50);
    expect((await count()) - before).toBe(10);
    expect(service.log.filter(({ event }) => event === 'reauthentication_throttled')).toHaveLength(50);
  });
});
