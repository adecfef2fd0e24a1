import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#functions/cli/build.ts';

const PAGE = join(ROOT, 'docs/benchmarks.md');

/** Replaces a section of docs/benchmarks.md, between its markers, and prints it. */
export function publish(section: string, text: string): void {
  const marked = new RegExp(`(<!-- ${section}:begin -->\n).*(<!-- ${section}:end -->)`, 's');
  const page = readFileSync(PAGE, 'utf8');
  if (!marked.test(page)) throw new Error(`${PAGE} has lost its markers of ${section}`);
  writeFileSync(
    PAGE,
    page.replace(marked, (_, begin: string, end: string) => `${begin}${text}\n${end}`),
  );
  console.log(text);
}
