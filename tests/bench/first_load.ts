import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** A file that the browser fetches before the first screen works. */
export interface LoadedFile {
  readonly path: string;
  readonly bytes: number;
  readonly gzipBytes: number;
}

/** Already compressed: gzip makes them no smaller, and servers leave them alone. */
const COMPRESSED = ['.woff2', '.png', '.webp', '.jpg'];

/**
 * Files of the first load of the built application: index.html, the scripts and styles that it names, and the core.
 * Screens that load later, and fonts, which the styles name, are not in it.
 */
export function firstLoad(build: string): LoadedFile[] {
  const index = readFileSync(join(build, 'index.html'), 'utf8');
  const named = [...index.matchAll(/<(?:script|link)\b[^>]*?\b(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path);
  const core = readdirSync(join(build, 'assets')).filter((name) => /^core-.*\.wasm$/.test(name));
  const paths = ['index.html', ...named, ...core.map((name) => `assets/${name}`)];
  return paths.map((path) => measure(build, path.replace(/^\.?\//, '')));
}

/** Sum of the gzipped sizes. */
export function gzipTotal(files: readonly LoadedFile[]): number {
  return files.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0);
}

function measure(build: string, path: string): LoadedFile {
  const content = readFileSync(join(build, path));
  const gzipBytes = COMPRESSED.includes(extname(path)) ? content.length : gzipSync(content, { level: 6 }).length;
  return { path, bytes: content.length, gzipBytes };
}
