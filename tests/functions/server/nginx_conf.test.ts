import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { MAX_FILE_BYTES } from '#core/tables/limits.ts';
import { TABLE_LIMIT } from '#functions/http/body.ts';
import { S3_POST_PATH } from '#functions/server/s3_post_endpoint.ts';
import { TLS_HEADERS } from '#functions/server/security_headers.ts';

// nginx itself is not here to read it: these are the facts that the product relies on.

/** A directive of the configuration: its words, and what its block holds. */
interface Directive {
  readonly words: readonly string[];
  readonly block: readonly Directive[];
}

const TEXT = readFileSync(fileURLToPath(new URL('../../../docs/on-premises/nginx.conf', import.meta.url)), 'utf8');

/** Directives of a configuration: words, then `;` or a block. */
function parse(text: string): Directive[] {
  const tokens = text.replace(/^\s*#.*$/gm, '').matchAll(/"(?:[^"\\]|\\.)*"|[{};]|[^\s{};]+/g);
  const root: Directive[] = [];
  const open: Directive[][] = [root];
  let words: string[] = [];
  for (const [token] of tokens) {
    if (token === ';' || token === '{') {
      const block: Directive[] = [];
      open.at(-1)?.push({ words, block });
      if (token === '{') open.push(block);
      words = [];
    } else if (token === '}') open.pop();
    else words.push(token.replace(/^"|"$/g, ''));
  }
  expect([open, words]).toEqual([[root], []]);
  return root;
}

const root = parse(TEXT);
const server = root.find(({ words, block }) => words[0] === 'server' && valuesIn(block, 'ssl_certificate').length > 0);
const location = (...path: string[]) =>
  server?.block.find(({ words }) => words.join(' ') === ['location', ...path].join(' '))?.block ?? [];

function valuesIn(block: readonly Directive[], name: string): string[] {
  return block.filter(({ words }) => words[0] === name).map(({ words }) => words.slice(1).join(' '));
}

function bytes(size: string | undefined): number {
  const [, number, unit = ''] = /^(\d+)([km]?)$/.exec(size ?? '') ?? [];
  return Number(number) * { '': 1, k: 1024, m: 1024 ** 2 }[unit as 'k'];
}

/** What a map answers for a value: its patterns in their order, else its default. */
function mapped(variable: string, value: string): string {
  const lines = root.find(({ words }) => words[0] === 'map' && words[2] === variable)?.block ?? [];
  for (const { words } of lines) {
    const [key = '', answer = ''] = words;
    const found = key.startsWith('~') && new RegExp(key.slice(1)).exec(value);
    if (found) return answer.replace(/^\$network$/, found.groups?.network ?? '');
  }
  return lines.find(({ words }) => words[0] === 'default')?.words[1] ?? '';
}

test('every answer by TLS says that the host is to be reached by TLS alone, once, as the product says it', () => {
  const [name, value] = Object.entries(TLS_HEADERS)[0] ?? [];
  expect(valuesIn(server?.block ?? [], 'add_header')).toEqual([`${name} ${value} always`]);
  expect(valuesIn(server?.block ?? [], 'proxy_hide_header')).toEqual([name]);
  // A location with headers of its own would lose those of the server.
  for (const path of [['/'], ['=', S3_POST_PATH]]) expect(valuesIn(location(...path), 'add_header')).toEqual([]);
});

test('the product is told how the caller came', () => {
  expect(valuesIn(server?.block ?? [], 'proxy_set_header')).toEqual(
    expect.arrayContaining(['X-Forwarded-For $proxy_add_x_forwarded_for', 'X-Forwarded-Proto $scheme']),
  );
});

describe('large files', () => {
  const uploads = location('=', S3_POST_PATH);

  test('are handed on as they come, so that nothing is stored before the product has checked the form', () => {
    expect(valuesIn(uploads, 'proxy_request_buffering')).toEqual(['off']);
  });

  test('are as large as a ticket allows and little larger, from few connections of a caller, at a bounded rate', () => {
    const [largest] = valuesIn(uploads, 'client_max_body_size').map(bytes);
    expect(largest).toBeGreaterThan(MAX_FILE_BYTES);
    expect(largest).toBeLessThan(1.05 * MAX_FILE_BYTES);
    expect(valuesIn(uploads, 'limit_conn')).toEqual(['emissions_files 20']);
    expect(valuesIn(uploads, 'limit_req')).toEqual(['zone=emissions_uploads burst=20 nodelay']);
  });
});

test('a request is as large as a table that the API takes and little larger', () => {
  const [largest] = valuesIn(server?.block ?? [], 'client_max_body_size').map(bytes);
  expect(largest).toBeGreaterThan(TABLE_LIMIT);
  expect(largest).toBeLessThan(1.3 * TABLE_LIMIT);
});

test('calls are bounded by caller, and who is refused gets 429', () => {
  const main = server?.block ?? [];
  expect([valuesIn(main, 'limit_req_status'), valuesIn(main, 'limit_conn_status')]).toEqual([['429'], ['429']]);
  expect(valuesIn(location('/'), 'limit_req')).toHaveLength(2);
  for (const name of ['client_header_timeout', 'client_body_timeout', 'send_timeout'])
    expect(valuesIn(main, name)).toHaveLength(1);
});

test('every zone that is used is there', () => {
  const zones = ['limit_conn_zone', 'limit_req_zone'].flatMap((name) => valuesIn(root, name));
  const declared = zones.map((zone) => /zone=(\w+):/.exec(zone)?.[1]);
  const used = [...TEXT.matchAll(/limit_(?:req zone=|conn )(\w+)/g)].map(([, name]) => name);
  expect(new Set(used)).toEqual(new Set(declared));
});

test.each([
  ['192.0.2.7', '$remote_addr'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::5', '2001:db8:1:2'],
  ['2001:db8::5', '2001:db8:'],
  ['2001:db8:7::5', '2001:db8:7:'],
])('a caller is an IPv4 address or an IPv6 network: %s', (address, caller) => {
  expect(mapped('$emissions_caller', address)).toBe(caller);
});

test('a sign-in is counted as one, the renewal of a session is not', () => {
  for (const path of [paths.token, '/api/token']) expect(mapped('$emissions_sign_in', `POST ${path}`)).not.toBe('');
  for (const path of [paths.refresh, paths.revoke, paths.projects])
    expect(mapped('$emissions_sign_in', `POST ${path}`)).toBe('');
});
