import { paths } from '#core/contract/paths.ts';
import { openLocalDatabase } from '#functions/local/local_store.ts';
import { Tenant } from '#functions/store/tenant.ts';
import { createCompany, createUser } from '#functions/store/users.ts';
import { KEY_CODE, PASSWORD } from '../../service.ts';
import { type Caller, caller } from './company.ts';

/** Creates a company in the data folder of a running product and signs its administrator in. */
export async function newAdmin(dataDir: string, url: string, name: string): Promise<Caller> {
  const db = await openLocalDatabase(dataDir);
  const office = { email: 'office@mine.example', postal_address: '', ogrn: '', okved: '05.10.11', region: 'Кузбасс' };
  const { id } = await createCompany(db, { ...office, name });
  const secrets = { email: `${id}@mine.example`, password: PASSWORD, guardant_code: KEY_CODE };
  const person = { first_name: 'Анна', last_name: 'Ковалёва', role: 'admin' } as const;
  await createUser(db, Tenant.ofOperations(id), { ...secrets, ...person });
  await db.close();
  const signedIn = await fetch(new URL(paths.token, url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(secrets),
  });
  return caller(url, secrets.email, await signedIn.json());
}
