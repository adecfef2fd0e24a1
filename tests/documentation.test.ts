import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '#functions/cli/build.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const pagesIn = (folder: string) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);

/** Pages that describe the product of today. Decisions and the changelog also name what is gone. */
const PAGES = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs/architecture.md', 'docs/on-premises.md'],
  ...pagesIn('docs/runbook'),
  ...pagesIn('docs/runbook/ru'),
];

/** Each English page of the operators with its Russian one. */
const TRANSLATED = [
  ...pagesIn('docs/runbook').map((page) => [page, page.replace('runbook/', 'runbook/ru/')] as const),
  ['docs/on-premises.md', 'docs/runbook/ru/on-premises.md'] as const,
];

describe.each(PAGES)('%s', (page) => {
  const text = read(page);

  it('names files and folders that exist', () => {
    const named = text.matchAll(/(?<![\w/])(?:wasm-core|functions|web\/src|infra|tests|docs)\/[\w./<>*-]*\w/g);
    const paths = [...named].map(([path]) => path).filter((path) => !/[<*]/.test(path));
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('links to pages that exist', () => {
    const links = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !existsSync(join(ROOT, dirname(page), link)))).toEqual([]);
  });

  it('names scripts of package.json', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = [...text.matchAll(/npm run (?:-s )?([\w:]+)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });
});

describe.each(TRANSLATED)('%s in Russian', (english, russian) => {
  it('has the headings of the same alarms', () => {
    const alarms = (page: string) => [...read(page).matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
    // A heading of one English word that is no alarm is translated.
    const own = alarms(english).filter(
      (name = '') => /^([A-Z][a-z]+){2,}$/.test(name) || english.endsWith('functions.md'),
    );
    expect(alarms(russian)).toEqual(own);
  });

  it('has the same commands', () => {
    const commands = (page: string) =>
      [...read(page).matchAll(/^```\n(.*?)^```$/gms)]
        .flatMap(([, block = '']) => block.split('\n'))
        .map((line) => line.replace(/\s+#.*$/, '').trim())
        .filter((line) => line !== '' && !line.includes('──'));
    expect(commands(russian)).toEqual(commands(english));
  });
});
