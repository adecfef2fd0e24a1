import { parentPort } from 'node:worker_threads';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import type { Project } from '#core/contract/project.ts';
import { insertProject } from '#functions/store/projects.ts';
import { Tenant } from '#functions/store/tenant.ts';
import { createCompany, createUser } from '#functions/store/users.ts';
import { openService } from '../service.ts';
import { type FirstUser, PREPARE } from './service_client.ts';

// The API of the web tests on a port of its own: in a process with the globals of jsdom, bytes and
// forms of the browser are not those of the server.

const ENVIRONMENT = { requestContext: { http: { sourceIp: '127.0.0.1' } } };

let service = await openService();

const app = new Hono()
  .post(PREPARE.service, async (context) => {
    const { user, password } = await context.req.json<FirstUser>();
    await service.close();
    service = await openService();
    service.clock = new Date();
    const { company, must_change_password: _, ...fields } = user;
    await createCompany(service.db, company);
    await createUser(service.db, Tenant.ofOperations(company.id), { ...fields, password, guardant_code: '' });
    const { body } = await service.signIn({ email: user.email, password, guardant_code: '' });
    return context.json(body);
  })
  .post(PREPARE.project, async (context) => {
    const project = await context.req.json<Project>();
    await insertProject(service.db, Tenant.ofOperations(project.company), { ...project, write_id: project.id });
    return context.body(null, 204);
  })
  .all('*', (context) => {
    service.clock = new Date();
    return service.app.fetch(context.req.raw, ENVIRONMENT as never);
  });

serve({ hostname: '127.0.0.1', port: 0, fetch: app.fetch }, ({ port }) =>
  parentPort?.postMessage(`http://127.0.0.1:${port}`),
);
