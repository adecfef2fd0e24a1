import type { SQSBatchResponse } from 'aws-lambda';
import type { CalculationType } from '#core/calculations/index.ts';
import type { Job, UploadTicket } from '#core/contract/job.ts';
import { paths } from '#core/contract/paths.ts';
import { loadServerCore } from '#functions/core.ts';
import { handleEvents } from '#functions/jobs/events.ts';
import { storedMessage } from '#functions/jobs/queue_message.ts';
import type { JobServices } from '#functions/jobs/services.ts';
import { sweep } from '#functions/jobs/sweep.ts';
import { s3PostEndpoint } from '#functions/server/s3_post_endpoint.ts';
import { dictionaryReader } from '#functions/store/dictionaries.ts';
import type { FileKey } from '#functions/store/file_key.ts';
import { readJob, type StoredJob } from '#functions/store/jobs.ts';
import type { CrashOrder } from './crashing_worker.ts';
import { eventOf } from './s3_event.ts';
import { openSdkService, type SdkService } from './sdk_stores.ts';
import { KEY_CODE, newProject, openService, PASSWORD, type Person, type Service } from './service.ts';

export const TYPE = 'regres_methane';

const COLUMNS = ['x1', 'x2', 'x7', 'x8', 'x12', 'x13', 'x15'];

/** A table of `count` rows that the models can read. */
export function csv(count: number, seed = 0): string {
  const row = (n: number) => COLUMNS.map((_, place) => ((n * 7 + place * 13 + seed) % 40) / 10).join(';');
  return `${COLUMNS.join(';')}\n${Array.from({ length: count }, (_, n) => row(n)).join('\n')}\n`;
}

/** Services whose store of files rejects files of these jobs with a value that is not an Error. */
export function poisoned(services: JobServices, jobs: readonly string[]): JobServices {
  const { files } = services;
  const get: typeof files.get = (key, range) =>
    jobs.some((job) => key.includes(job)) ? Promise.reject('отравлено') : files.get(key, range);
  return { ...services, files: { ...files, get } };
}

/** Services that run a hook just before the worker reads the file or stores the rows. */
export function interruptedBy(
  services: JobServices,
  call: 'get' | 'put',
  interruption: () => Promise<unknown>,
): JobServices {
  const { files } = services;
  const meet =
    (met: (...given: never[]) => Promise<unknown>) =>
    async (...given: never[]) => {
      await interruption();
      return met(...given);
    };
  return { ...services, files: { ...files, [call]: meet(files[call] as never) } };
}

/** Services whose worker waits before a call of the files until it is resumed; its clock stops, as if it were suspended. */
export function suspended({ services, clock }: Pick<JobHouse, 'services' | 'clock'>, call: 'get' | 'put') {
  let goOn = () => {};
  const slow = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  return { services: { ...interruptedBy(services, call, () => slow), now: () => clock }, goOn: () => goOn() };
}

/** The service with a company, a project and the services of jobs. */
export interface JobHouse extends Service {
  person: Person;
  project: string;
  readonly services: JobServices;
  ticket(fields?: object, person?: Person, type?: CalculationType): Promise<UploadTicket>;
  /** Sends the file of a ticket as a browser does; its event waits in `messages`. */
  send(ticket: UploadTicket, file: string): Promise<number>;
  readonly messages: string[];
  /** Delivers messages to a worker: the waiting ones by default. */
  deliver(messages?: readonly string[], services?: JobServices): Promise<SQSBatchResponse>;
  job(id: string): Promise<StoredJob>;
  /** Runs the sweeper once; returns the messages that it sent again. */
  sweep(): Promise<string[]>;
  /** Keys of all files of the bucket, or of one job. */
  stored(job?: Pick<Job, 'id' | 'calculation'>): Promise<string[]>;
  later(seconds: number): void;
  /** The same user after their session has ended. */
  signInAgain(): Promise<Person>;
}

/** A job fixture over the SDK. */
export type SdkJobHouse = JobHouse & SdkService & { reach(): Pick<CrashOrder, 'table' | 'files'> };

export async function openJobHouse(): Promise<JobHouse> {
  return jobHouse(await openService());
}

/** A job fixture over the SDK, with the addresses of the table and the bucket for another process. */
export async function openSdkJobHouse(): Promise<SdkJobHouse> {
  const service = await openSdkService();
  const reach = () => {
    const region = 'eu-central-1';
    const { endpoint, credentials, bucket } = service.s3;
    return {
      table: { name: service.db.name, region, ...service.tablePlace },
      files: { bucket, endpoint, credentials, region },
    };
  };
  return Object.assign(service, await jobHouse(service), { reach });
}

async function jobHouse(service: Service): Promise<JobHouse> {
  service.clock = new Date();
  const person = await service.createUser();
  const project = await newProject(person);
  const now = () => service.clock;
  const services: JobServices = {
    core: await loadServerCore(),
    db: service.db,
    files: service.files,
    dictionary: dictionaryReader(service.db, now),
    now,
    log: (entry) => service.log.push({ ...entry, request_id: '' }),
  };
  const messages: string[] = [];
  const send = (key: string) => messages.push(storedMessage(service.files.bucket, key));
  const house: JobHouse = Object.assign(service, {
    person,
    project,
    services,
    messages,
    ticket: async (fields = {}, by = house.person, type: CalculationType = TYPE) => {
      const body = {
        name: 'Прогноз',
        project: house.project,
        method: 'xgboost',
        file_name: 'лава.csv',
        size: 1000,
        ...fields,
      };
      const answer = await by.post(paths.uploadTicket(type), body);
      if (answer.status !== 201) throw new Error(`No ticket: ${answer.text}`);
      return answer.body as UploadTicket;
    },
    send: async ({ url, fields }: UploadTicket, file: string) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append('file', new Blob([file]), 'лава.csv');
      return (await s3PostEndpoint(service.files, send).request(url, { method: 'POST', body: form })).status;
    },
    deliver: (bodies: readonly string[] = messages.splice(0), by = services) => handleEvents(by, eventOf(bodies)),
    job: async (id: string) => {
      const job = await readJob(service.db, person.tenant, id);
      if (!job) throw new Error(`There is no job ${id}`);
      return job;
    },
    sweep: async () => {
      const before = messages.length;
      await sweep(services, async (key: FileKey) => {
        send(key);
      });
      return messages.slice(before);
    },
    stored: async (job?: Pick<Job, 'id' | 'calculation'>) => {
      const keys = await service.fileKeys();
      return keys.filter((key) => !job || key.includes(job.id) || key.includes(job.calculation));
    },
    signInAgain: async () => {
      const { email } = person.user;
      const { body } = await service.signIn({ email, password: PASSWORD, guardant_code: KEY_CODE });
      const call = (method: string) => (path: string, sent?: unknown) =>
        service.call(method, path, { body: sent, token: body.access });
      return { ...person, tokens: body, get: call('GET'), post: call('POST'), patch: call('PATCH') };
    },
    later: (seconds: number) => {
      service.clock = new Date(service.clock.getTime() + seconds * 1000);
    },
  });
  return house;
}

/** Services that delay the reading of a file until `wake` is called. */
export function readingLater({ services }: Pick<JobHouse, 'services'>) {
  const { promise, resolve: wake } = Promise.withResolvers<void>();
  const { files } = services;
  const get: typeof files.get = (key) => promise.then(() => files.get(key));
  return { services: { ...services, files: { ...files, get } }, wake };
}
