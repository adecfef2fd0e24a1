import { MAX_CELL_FORMATS, MAX_FORMAT_LENGTH } from './limits.ts';
import { tooLarge } from './refused.ts';
import { unpacked } from './unzip.ts';
import { readXml } from './xml.ts';
import type { ZipEntry } from './zip.ts';

/** How a number of a cell is shown. */
export type NumberLook = 'number' | 'date' | 'percent';

/** The look of each cell format (the `s` of a cell), in order. */
export function readLooks(entry: ZipEntry | undefined): readonly NumberLook[] {
  const looks: NumberLook[] = [];
  if (!entry) return looks;
  const own = new Map<number, NumberLook>();
  let inCellFormats = false;
  readXml(entry.name, unpacked(entry), {
    open(name, attributes) {
      if (name === 'numFmt') own.set(Number(attributes.numFmtId), lookOf(attributes.formatCode ?? ''));
      if (name === 'cellXfs') inCellFormats = true;
      if (name !== 'xf' || !inCellFormats) return;
      if (looks.length >= MAX_CELL_FORMATS)
        throw tooLarge('В книге слишком много стилей. Скопируйте таблицу в новую книгу и сохраните её.');
      const id = Number(attributes.numFmtId ?? 0);
      looks.push(own.get(id) ?? builtIn(id));
    },
    close(name) {
      if (name === 'cellXfs') inCellFormats = false;
    },
  });
  return looks;
}

/** Formats that are not written out in the file. ECMA-376 part 1, 18.8.30. */
function builtIn(id: number): NumberLook {
  if (id === 9 || id === 10) return 'percent';
  const isDate = (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
  return isDate ? 'date' : 'number';
}

/** What a format code makes of a number: «ДД.ММ.ГГГГ» is stored as dd.mm.yyyy in every language. */
function lookOf(code: string): NumberLook {
  const bare = code
    .slice(0, MAX_FORMAT_LENGTH)
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .replace(/general|standard/gi, '');
  if (/[dmyhs]/i.test(bare)) return 'date';
  return bare.includes('%') ? 'percent' : 'number';
}
