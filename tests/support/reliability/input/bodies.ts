import { gzipSync } from 'node:zlib';

const CYRILLIC_A_IN_CP1251 = 0xc0;

/** Invalid bodies: the API must refuse each without an error. */
export const RAW_BODIES: readonly (string | Uint8Array)[] = [
  '',
  ' ',
  '{',
  '}',
  '[]',
  '[1]',
  'null',
  'true',
  '7',
  '-0',
  '1e309',
  '"строка"',
  'undefined',
  'NaN',
  '{}}',
  '{} {}',
  '{"name": 1,}',
  '// пусто\n{}x',
  "{'name': 1}",
  '{"name": }',
  '{"name": 1e309, "version": 1e309, "email": 1e309, "token": 1e309}',
  '{"name": NaN}',
  '{"name": "a", "name": ["b"], "token": "a", "token": ["b"], "email": "a", "email": ["b"]}',
  '\ufeff{"name": 5}',
  '\ufeff\ufeff{}',
  '{"name": "\\ud800", "start_date": "\\udfff", "first_name": "\\ud800", "version": "\\ud800"}',
  '{"name": "\\u0000\\u001b[31m", "first_name": "\\u0000", "version": "\\u0000"}',
  '{"name": "a\\r\\nSet-Cookie: x", "first_name": "a\\r\\nb", "version": "a\\r\\nb"}',
  '{"name": {"toString": "x", "length": 5}, "version": {"valueOf": 1}}',
  '{"__proto__": {"name": "x"}, "constructor": {"prototype": {"name": "y"}}}',
  '['.repeat(100_000),
  '['.repeat(1_000_000),
  '{"a":'.repeat(40_000),
  `{"name":${'['.repeat(50_000)}${']'.repeat(50_000)},"version":"x"}`,
  `{${Array.from({ length: 20_000 }, (_, at) => `"k${at}":0`).join()},"version":"x"}`,
  `"${'\\u0041'.repeat(40_000)}"`,
  Uint8Array.of(0x7b, 0x22, CYRILLIC_A_IN_CP1251, 0x22, 0x3a, 0x31, 0x7d),
  new Uint8Array(Buffer.from('{"name": "Отчёт"}', 'utf16le')),
  gzipSync('{"name": "Отчёт"}'),
  new Uint8Array(1000).fill(0xff),
];

/** Names that objects inherit from prototypes. */
export const PROTOTYPE_NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];

/** Texts with a special meaning for a database, a shell, a terminal, a log, a page or a template. */
export const INJECTIONS: readonly string[] = [
  ...["' OR '1'='1", '"; DROP TABLE x; --', '{"S": "x"}', '{"$ne": null}', '$gt', '*', '%', '\\', '`id`', '$(id)'],
  ...['attribute_exists(pk)', ':value', '#name', 'begins_with(sk, :p)', 'sk = :company', 'SET version = :v', '?', '??'],
  ...['C#1', 'R#project#1', 'U#', 'COMPANY', 'pk', 'AUDIT', '#', '0#0', 'P#\u0001', '\uffff', '~', '!'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what attackers write
  ...['${jndi:ldap://x/a}', '${7*7}', '{{7*7}}', '<%= 7 %>', '#{7}', '@(7)', '%{7*7}', '[[7]]', '${env:PATH}'],
  ...['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "javascript:alert('x')", '<!--', ']]>', '&lt;'],
  ...['a\r\nSet-Cookie: x=1', 'a\nlevel=error', '\u001b[31mкрасный', '\u001b]8;;http://x\u0007', '\u0000', '\b\b\b'],
  ...[
    '../../../etc/passwd',
    '..\\..\\windows',
    'file:///etc/passwd',
    'http://169.254.169.254/',
    '//x',
    'CON',
    'a\u202eb',
  ],
  ...['=1+1', '+1', '@SUM(A1)', '-1'],
];
