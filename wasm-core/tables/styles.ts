import type { Budget } from './budget.ts';
import { MAX_CELL_FORMATS, MAX_NUMBER_FORMATS } from './limits.ts';
import { formatKindOf, type NumberFormatKind } from './number_format.ts';
import { tooLarge } from './refused.ts';
import { readXml } from './xml.ts';
import type { ZipEntry } from './zip.ts';

/** Kinds of the cell formats, by index (the `s` of a cell). */
export function readFormatKinds(entry: ZipEntry | undefined, budget: Budget): readonly NumberFormatKind[] {
  const looks: NumberFormatKind[] = [];
  if (!entry) return looks;
  const own = new Map<number, NumberFormatKind>();
  let formats = 0;
  let inCellFormats = false;
  readXml(entry, budget, {
    open(name, attributes) {
      if (name === 'numFmt') {
        formats += 1;
        if (formats > MAX_NUMBER_FORMATS) throw tooManyStyles();
        own.set(Number(attributes.numFmtId), formatKindOf(attributes.formatCode ?? ''));
      }
      if (name === 'cellXfs') inCellFormats = true;
      if (name !== 'xf' || !inCellFormats) return;
      if (looks.length >= MAX_CELL_FORMATS) throw tooManyStyles();
      const id = Number(attributes.numFmtId ?? 0);
      looks.push(own.get(id) ?? builtIn(id));
    },
    close(name) {
      if (name === 'cellXfs') inCellFormats = false;
    },
  });
  return looks;
}

/** Kind of a built-in format, which a file does not define. ECMA-376 part 1, 18.8.30. */
function builtIn(id: number): NumberFormatKind {
  if (id === 9 || id === 10) return 'percent';
  const isDate = (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
  return isDate ? 'date' : 'number';
}

function tooManyStyles() {
  return tooLarge('В книге слишком много стилей. Скопируйте таблицу в новую книгу и сохраните её.');
}
