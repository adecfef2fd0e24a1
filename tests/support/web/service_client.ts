import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Project } from '#core/contract/project.ts';
import type { TokenPair, User } from '#core/contract/user.ts';

/** The fetch of Node: tests put another in its place. */
const nodeFetch = globalThis.fetch;

/** Addresses by which tests prepare the stores; the API has none of them. */
export const PREPARE = { service: '/prepare/service', project: '/prepare/project' } as const;

export interface FirstUser {
  readonly user: User;
  readonly password: string;
}

/** The API on stores of its own. */
export interface OpenedService {
  readonly tokens: TokenPair;
  fetch(method: string, path: string, init: RequestInit): Promise<Response>;
  /** Stores a project as it is given. */
  addProject(project: Project): Promise<void>;
}

let address: Promise<string> | undefined;

/**
 * Opens the API on new stores with a company of one user. It runs in a thread without the globals of
 * a browser, one for all files of a process.
 */
export async function openServiceThread(first: FirstUser): Promise<OpenedService> {
  address ??= startThread();
  const url = await address;
  const prepare = async (path: string, body: object) => {
    const answer = await nodeFetch(url + path, { method: 'POST', body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer;
  };
  const answer = await prepare(PREPARE.service, first);
  return {
    tokens: (await answer.json()) as TokenPair,
    fetch: (method, path, init) => nodeFetch(url + path, { ...init, method }),
    addProject: async (project) => void (await prepare(PREPARE.project, project)),
  };
}

async function startThread(): Promise<string> {
  const thread = new Worker(`${process.cwd()}/tests/support/web/service_thread.ts`, {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const [url] = (await once(thread, 'message')) as [string];
  thread.unref();
  return url;
}
