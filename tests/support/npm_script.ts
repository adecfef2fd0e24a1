import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#functions/cli/build.ts';

/** Arguments of `npm start` or `npm run serve` for Node: options and program. Tests run the product with the same. */
export function argumentsOfScript(name: 'start' | 'serve'): string[] {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const [node, ...given] = String(scripts[name]).split(' ');
  if (node !== 'node') throw new Error(`npm run ${name} does not run Node`);
  return given;
}
