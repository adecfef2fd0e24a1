import { afterAll, beforeEach } from 'vitest';
import { type JobHouse, openJobHouse } from './job_fixture.ts';
import { newProject, newProjectWithMine, openService, type Person, type Service } from './service.ts';

/** Opens a fixture before each test of the file, passes it to `use`, and closes all fixtures after the tests. */
export function withJobHouse(use: (house: JobHouse) => void): void {
  const houses: JobHouse[] = [];
  beforeEach(async () => {
    const house = await openJobHouse();
    houses.push(house);
    use(house);
  });
  afterAll(() => Promise.all(houses.map((house) => house.close())));
}

/** The service of a file. Before each test `use` receives a new user and the result of `prepare`. */
async function serviceWith<Fresh>(
  prepare: (person: Person) => Promise<Fresh>,
  use: (fresh: Fresh & { readonly person: Person }) => void,
): Promise<Service> {
  const service = await openService();
  beforeEach(async () => {
    const person = await service.createUser();
    use({ ...(await prepare(person)), person });
  });
  afterAll(() => service.close());
  return service;
}

/** A service with a new user and an empty project before each test. */
export function serviceWithProject(use: (fresh: { person: Person; project: string }) => void): Promise<Service> {
  return serviceWith(async (person) => ({ project: await newProject(person) }), use);
}

/** A service with a new user, a project of the year 2026 and a mine before each test. */
export function serviceWithMine(
  use: (fresh: { person: Person; project: string; mine: string }) => void,
): Promise<Service> {
  return serviceWith(newProjectWithMine, use);
}
