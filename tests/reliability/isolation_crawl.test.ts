import { readdirSync, readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import { afterAll, expect } from 'vitest';
import { CALCULATION_TYPES } from '#core/calculations/index.ts';
import { API, paths } from '#core/contract/paths.ts';
import { s3PostEndpoint } from '#functions/server/s3_post_endpoint.ts';
import { signedDownloadEndpoint } from '#functions/server/signed_download_endpoint.ts';
import { exportKey, uploadKey } from '#functions/store/file_key.ts';
import type { UploadForm } from '#functions/store/files.ts';
import { Tenant } from '#functions/store/tenant.ts';
import { reliabilityTest } from '../support/reliability/reliability_test.ts';
import {
  address,
  type House,
  idOf,
  NEVER,
  openHouse,
  PROTECTED,
  WITH_ID,
} from '../support/reliability/two_companies.ts';
import { openService } from '../support/service.ts';

const CANARY = 'КАНАРЕЙКА';

const service = await openService();
const own = await openHouse(service, 'СВОЁ');
const other = await openHouse(service, CANARY);
afterAll(() => service.close());

/** The sign in every alphabet that files and addresses write it in. */
const SPELLINGS = [
  Buffer.from(CANARY),
  Buffer.from(CANARY, 'utf16le'),
  Buffer.from(encodeURIComponent(CANARY)),
  Buffer.from(
    JSON.stringify(CANARY).replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
  ),
];

function sings(bytes: Uint8Array): boolean {
  const parts = bytes[0] === 0x50 && bytes[1] === 0x4b ? Object.values(unzipSync(bytes)) : [bytes];
  return parts.some((part) => SPELLINGS.some((spelling) => Buffer.from(part).includes(spelling)));
}

reliabilityTest(
  {
    id: 'TEN-07',
    stimulus: "Another company's every text is a canary; everything that one company can ask for is asked for",
    pass: '0 canaries in answers, exports, errors, the log, the keys of files',
    quick: 1,
    full: 1,
  },
  async () => {
    service.log.length = 0;
    let bytes = 0;
    const look = async (house: House, method: string, path: string, body?: unknown) => {
      const call = { token: house.admin.tokens.access, ...(body !== undefined && { body }) };
      const response = await service.fetch(method, path, call);
      const content = new Uint8Array(await response.arrayBuffer());
      bytes += content.length;
      return sings(content) || sings(Buffer.from(JSON.stringify([...response.headers])));
    };
    // The control: each company sees its own mark, so the search detects it.
    let heard = 0;
    for (const route of PROTECTED.filter(({ method }) => method === 'GET')) {
      const ask = (house: House) =>
        look(house, 'GET', address(route, WITH_ID.includes(route) ? idOf(house, route) : ''));
      expect([route.path, await ask(own)]).toEqual([route.path, false]);
      if (await ask(other)) heard += 1;
    }
    expect(heard).toBeGreaterThan(20);
    for (const route of WITH_ID) expect(await look(own, route.method, address(route, idOf(other, route)))).toBe(false);
    const { company, user } = other.admin;
    const filters = [
      `company=${company.id}`,
      `project=${other.project}`,
      `user=${user.id}`,
      'limit=100',
      'is_deleted=true',
    ];
    const lists = [paths.projects, paths.jobs, paths.models, paths.audit, paths.companyUsers];
    for (const path of [...lists, ...CALCULATION_TYPES.map(paths.calculations)]) {
      for (const filter of filters) expect([path, await look(own, 'GET', `${path}?${filter}`)]).toEqual([path, false]);
    }
    // A sign-in name that is taken elsewhere says that it is taken and nothing more.
    const taken = { email: user.email, first_name: 'А', last_name: 'Б', role: 'staff' };
    expect(await look(own, 'POST', paths.companyUsers, taken)).toBe(false);
    for (const path of [`${API}/openapi.json`, `${API}/none`]) expect(await look(own, 'GET', path)).toBe(false);
    expect(sings(Buffer.from(JSON.stringify(service.log)))).toBe(false);
    const keys = await service.fileKeys();
    expect(keys.length).toBeGreaterThan(4);
    for (const key of keys) expect(sings(Buffer.from(key))).toBe(false);
    return `0 in ${(bytes / 2 ** 20).toFixed(1)} MiB of ${PROTECTED.length} routes; ${heard} answers to its own company sing`;
  },
);

reliabilityTest(
  {
    id: 'TEN-08',
    stimulus: 'Two companies by turns on one warm process',
    pass: '0 answers of the other',
    quick: 300,
    full: 10_000,
    fullTimeout: 20 * 60_000,
  },
  async (n) => {
    const asked = PROTECTED.filter(
      ({ method, path }) => method === 'GET' && !/export|template|dictionary|\/file$/.test(path),
    );
    let crossed = 0;
    let named = 0;
    const one = async (at: number) => {
      const [house, stranger] = at % 2 === 0 ? [own, other] : [other, own];
      const route = asked[Math.floor(at / 2) % asked.length] ?? asked[0];
      if (!route) return;
      const id = WITH_ID.includes(route) ? idOf(house, route) : NEVER;
      const { text } = await house.admin.get(address(route, id));
      if (text.includes(stranger.mark) || text.includes(stranger.admin.company.id)) crossed += 1;
      if (text.includes(house.mark)) named += 1;
    };
    for (let start = 0; start < n; start += 10) {
      await Promise.all(Array.from({ length: 10 }, (_, at) => one(start + at)));
    }
    expect(crossed).toBe(0);
    expect(named).toBeGreaterThan(n / 3);
    return `0 of ${n} crossed, ${named} name their own company`;
  },
);

/** The functions of the store that reach the table without a tenant, each for a reason. */
const TENANTLESS: readonly string[] = [
  // Without a tenant: shared data of all companies, and the lookup of a sign-in name.
  'dictionaryReader',
  'seedDictionaries',
  'findUserByEmail',
  // The sweeper handles the jobs of all companies.
  'listPointers',
  'removePointer',
  'readSweepCursor',
  'writeSweepCursor',
  // Operations apply the terms of personal data to all companies.
  'applyTerms',
  // Creates a company.
  'createCompany',
  // Counts attempts of addresses and devices, which belong to no company; takes the keys of its caller.
  'countWithin',
  'uncount',
];

reliabilityTest(
  {
    id: 'TEN-06',
    stimulus: 'The store is looked through for functions that take a database and no tenant',
    pass: 'none but those of a list',
    quick: 1,
    full: 1,
  },
  async () => {
    const folder = new URL('../../functions/store/', import.meta.url);
    const found: string[] = [];
    let withTenant = 0;
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts'))) {
      const text = readFileSync(new URL(file, folder), 'utf8');
      for (const [, name = '', given = ''] of text.matchAll(/^export (?:async )?function (\w+)[^(]*\(([^)]*)/gm)) {
        if (!/\bdb\b/.test(given)) continue;
        if (/: Tenant\b/.test(given)) withTenant += 1;
        else found.push(name);
      }
    }
    expect(found.sort()).toEqual([...TENANTLESS].sort());
    expect(withTenant).toBeGreaterThan(25);
    return `${withTenant} functions take a tenant, ${found.length} have a reason not to`;
  },
);

reliabilityTest(
  {
    id: 'TEN-09',
    stimulus: 'Forms and links of files: altered, for the key of another company, expired',
    pass: '403 or 404, nothing stored',
    quick: 1,
    full: 1,
  },
  async () => {
    const { files } = service;
    const arrived: string[] = [];
    let clock = new Date();
    const uploads = s3PostEndpoint(
      files,
      (key) => arrived.push(key),
      () => clock,
    );
    const downloads = signedDownloadEndpoint(files, () => clock);
    const [mine, theirs] = [own, other].map(({ admin }) => Tenant.ofOperations(admin.company.id)) as [Tenant, Tenant];
    const send = async ({ url, fields }: UploadForm) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append('file', new Blob(['a;b\n1;2\n']), 'a.csv');
      return (await uploads.request(url, { method: 'POST', body: form })).status;
    };
    const form = await files.form(uploadKey(mine, own.ids.get('job') ?? ''), 1000, 300);
    const foreign = await files.form(uploadKey(theirs, other.ids.get('job') ?? ''), 1000, 300);
    expect(await send(form)).toBe(204);
    arrived.length = 0;
    let n = 0;
    const refused = async (what: string, status: number) => {
      expect([what, [403, 404].includes(status)]).toEqual([what, true]);
      n += 1;
    };
    for (const [name, value] of Object.entries(form.fields)) {
      const { [name]: _, ...without } = form.fields;
      const changes = [
        `${value}x`,
        '',
        value.slice(0, -1),
        foreign.fields[name] === value ? 'other' : foreign.fields[name],
      ];
      for (const change of changes)
        await refused(name, await send({ ...form, fields: { ...form.fields, [name]: change ?? '' } }));
      await refused(`without ${name}`, await send({ ...form, fields: without }));
    }
    await refused('a bucket', await send({ ...form, fields: { ...form.fields, bucket: 'other' } }));

    const key = exportKey(mine, 'a'.repeat(64), 'txt');
    const hidden = exportKey(theirs, 'b'.repeat(64), 'txt');
    for (const one of [key, hidden]) await files.put(one, Buffer.from('report'));
    const look = { contentType: 'text/plain', disposition: 'attachment; filename="a.txt"' };
    const link = await files.link(key, look, 300);
    const get = async (path: string) => (await downloads.request(path)).status;
    expect(await get(link)).toBe(200);
    const url = new URL(link, 'http://localhost');
    await refused('the key of another company', await get(link.replace(key, hidden)));
    for (const path of ['exports/', '../', `${mine.company}`, key.replace('exports', 'rows'), 'table']) {
      await refused(path, await get(link.replace(key, path)));
    }
    for (const name of url.searchParams.keys()) {
      const altered = new URL(url);
      altered.searchParams.set(name, `${altered.searchParams.get(name)}1`);
      await refused(name, await get(altered.pathname + altered.search));
      altered.searchParams.delete(name);
      await refused(`without ${name}`, await get(altered.pathname + altered.search));
    }
    clock = new Date(clock.getTime() + 301_000);
    await refused('an expired form', await send(form));
    await refused('an expired link', await get(link));
    for (const path of [paths.job, paths.cancelJob, paths.retryJob]) {
      const id = other.ids.get('job') ?? '';
      const { admin } = own;
      await refused('a job', (path === paths.job ? await admin.get(path(id)) : await admin.post(path(id), {})).status);
    }
    expect(arrived).toEqual([]);
    expect(n).toBeGreaterThanOrEqual(40);
    return `${n} of ${n}; a form or link as it was signed is good for whoever holds it, until it expires`;
  },
);
