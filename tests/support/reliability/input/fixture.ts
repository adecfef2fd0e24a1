import { type Listening, listen } from '#functions/server/listen.ts';
import { openService, type Person, type Service } from '../../service.ts';
import { type Ids, seed } from './addresses.ts';

/** The service behind a port, an administrator, and one object of every kind in its company. */
export interface House {
  readonly service: Service;
  readonly server: Listening;
  readonly admin: Person;
  readonly ids: Ids;
  close(): Promise<void>;
}

export async function openHouse(): Promise<House> {
  const service = await openService();
  const server = await listen(service.app, '127.0.0.1', 0);
  const admin = await service.createUser({ role: 'admin' });
  const close = async () => {
    await server.close();
    await service.close();
  };
  return { service, server, admin, ids: await seed(admin), close };
}
