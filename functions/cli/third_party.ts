import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** File name of the notices in a build. */
export const NOTICES_FILE = 'third-party-licenses.txt';

/** The WebAssembly modules contain a part of its standard library. */
const ASSEMBLYSCRIPT = fileURLToPath(new URL('../../node_modules/assemblyscript/package.json', import.meta.url));

/** The folder of the package that contains a file. */
const PACKAGE_FOLDER = /^.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: string | { readonly name: string };
}

/**
 * The third-party notices of a build: each package that `files` belong to, with its licence; a text that several packages share appears
 * once. `files`: paths from `root`, or absolute ones. Throws if a package names no licence.
 */
export function thirdPartyNotices(root: string, files: Iterable<string>): string {
  const folders = new Set([...files, ASSEMBLYSCRIPT].flatMap((file) => PACKAGE_FOLDER.exec(file)?.[0] ?? []));
  const packages = new Map<string, Set<string>>();
  for (const folder of folders) {
    const { title, text } = noticeOf(resolve(root, folder));
    packages.set(text, (packages.get(text) ?? new Set()).add(title));
  }
  const parts = [...packages].map(([text, titles]) => `${[...titles].sort().join('\n')}\n\n${text}\n`);
  return ['This build contains the following packages.\n', ...parts.sort()].join(`\n${'-'.repeat(80)}\n\n`);
}

function noticeOf(folder: string): { readonly title: string; readonly text: string } {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const { name, version, license, author } = manifest;
  if (!license) throw new Error(`${name} ${version} names no licence: ask its authors before it is shipped`);
  const texts = readdirSync(folder).filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file));
  const holder = typeof author === 'object' ? author.name : author;
  const text = texts.map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r', '').trim()).join('\n\n');
  return { title: `${name} ${version} (${license})`, text: text || `Licence: ${license}. Author: ${holder ?? name}.` };
}

/** Collects into `files` the sources of the scripts, styles and assets of a Vite build, its workers' too. */
export function collectFiles(files: Set<string>): Plugin {
  return {
    name: 'collect-files',
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle)) {
        const modules = output.type === 'chunk' ? Object.keys(output.modules) : output.originalFileNames;
        for (const file of modules) files.add(file);
      }
    },
  };
}
