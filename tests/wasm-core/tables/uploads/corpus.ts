import type { CalculationType } from '#core/calculations/index.ts';
import { containers } from './containers.ts';
import { KINDS, type Kind } from './kinds.ts';
import { cells, domain, sheets } from './sheets.ts';
import { texts } from './texts.ts';
import type { Upload } from './upload.ts';

/**
 * The files of the upload corpus for a kind of calculation, with what must come of each: 109 of the 124 inputs of
 * reliability.md 2.3. The other 15 are requests, not files: tests/functions/http/upload_corpus.test.ts.
 */
export function uploadsOf(type: CalculationType): Upload[] {
  const kind = kindOf(type);
  return [...containers(kind), ...sheets(kind), ...cells(kind), ...domain(kind), ...texts(kind)];
}

/** The small good table of a kind of calculation. */
export function kindOf(type: CalculationType): Kind {
  const kind = KINDS[type];
  if (!kind) throw new TypeError(`There is no example of ${type}`);
  return kind;
}
