import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { reliabilityTest } from '../support/reliability/reliability_test.ts';
import { openService } from '../support/service.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const BUNDLE = join(ROOT, 'web/build');

/** Patterns of secrets. Composed of parts, so that this file does not match. */
const SECRETS: Readonly<Record<string, RegExp>> = {
  'a private key': new RegExp(['-----BEGIN', '(?:[A-Z]+ )?PRIVATE KEY-----'].join(' ')),
  'a key of AWS': /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
  'a token of GitHub or npm': /\b(?:gh[pousr]_[A-Za-z0-9]{36}|npm_[A-Za-z0-9]{36})\b/,
  'a signed token': /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}\b/,
  'a hash of a password': /argon2id\$m=\d+,t=\d+,p=\d+\$[A-Za-z0-9+/]{20,}/,
};

/** E-mails of domains that nobody has, or that packages name as their authors. */
const NOBODYS = /@(?:[\w-]+\.)*(?:example|example\.(?:ru|com|org)|test|localhost|invalid)\b/i;
const EMAIL = /[\w.+-]+@(?:[a-z0-9-]+\.)+(?:ru|com|org|net|io)\b/gi;
const TEXTS = new Set([
  '.ts',
  '.tsx',
  '.js',
  '.json',
  '.md',
  '.css',
  '.html',
  '.csv',
  '.txt',
  '.py',
  '.yml',
  '.yaml',
  '.svg',
  '',
]);

const service = await openService();
afterAll(() => service.close());

function faultsOf(name: string, text: string): string[] {
  const secrets = Object.entries(SECRETS).flatMap(([what, shape]) => (shape.test(text) ? [`${name}: ${what}`] : []));
  const emails = (text.match(EMAIL) ?? []).filter((email) => !NOBODYS.test(email));
  return [...secrets, ...emails.map((email) => `${name}: ${email}`)];
}

reliabilityTest(
  {
    id: 'AUT-17',
    stimulus: 'The repository, the web bundle and an empty product are searched for secrets',
    pass: '0 keys, codes, tokens, e-mails, source maps, default accounts',
    quick: 1,
    full: 1,
  },
  async () => {
    const listed = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0');
    // Vectors that are published to be refused, and a list of packages with their authors.
    const files = listed.filter((file) => TEXTS.has(extname(file)) && !/^$|wycheproof|package-lock/.test(file));
    const built = readdirSync(BUNDLE, { recursive: true, encoding: 'utf8' });
    const bundle = built.filter((file) => /\.(?:js|css|html|json)$/.test(file));
    expect([files.length > 300, bundle.length > 5]).toEqual([true, true]);
    const faults = [
      ...files.flatMap((file) => faultsOf(file, readFileSync(join(ROOT, file), 'utf8'))),
      ...bundle.flatMap((file) => faultsOf(file, readFileSync(join(BUNDLE, file), 'utf8'))),
    ];
    expect(faults).toEqual([]);
    expect(built.filter((file) => file.endsWith('.map'))).toEqual([]);
    // The control: the search finds an example.
    expect(faultsOf('x', `AKIA${'A'.repeat(16)} office@mine.${'ru'}`)).toHaveLength(2);
    // A new product has no users.
    for (const email of ['admin', 'admin@mine.example', 'test@test.ru', 'user@example.com', 'root']) {
      const answer = await service.call('POST', paths.token, { body: { email, password: email, guardant_code: '' } });
      expect(answer.status).toBe(401);
    }
    return `0 in ${files.length} files and ${bundle.length} of the bundle; 0 source maps; 0 default accounts`;
  },
);
