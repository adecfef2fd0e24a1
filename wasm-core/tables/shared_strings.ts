import type { Budget } from './budget.ts';
import { MAX_CELL_LENGTH, MAX_STRINGS, MAX_STRINGS_LENGTH, MAX_TEXT_LENGTH } from './limits.ts';
import { tooLarge } from './refused.ts';
import { readXml } from './xml.ts';
import type { ZipEntry } from './zip.ts';

/**
 * Reads the shared strings of a workbook, in order. They are trimmed and truncated once here,
 * because many cells may refer to the same string and every reader of a cell trims it.
 */
export function readSharedStrings(entry: ZipEntry | undefined, budget: Budget): readonly string[] {
  const strings: string[] = [];
  if (!entry) return strings;
  let total = 0;
  const collector = new RichText();
  readXml(entry, budget, {
    open(name) {
      if (name === 'si') collector.begin();
      else collector.open(name);
    },
    text: (text) => collector.text(text),
    close(name) {
      collector.close(name);
      if (name !== 'si') return;
      const text = collector.take();
      total += text.length;
      if (strings.length >= MAX_STRINGS || total > MAX_STRINGS_LENGTH)
        throw tooLarge('В книге слишком много текста. Оставьте в ней лист с таблицей или сохраните его как CSV.');
      strings.push(text.trim().slice(0, MAX_TEXT_LENGTH + 1));
    },
  });
  return strings;
}

/**
 * Concatenates the runs of a rich text, without formats and phonetic hints.
 */
export class RichText {
  private value = '';
  private inText = false;
  private inPhonetic = false;

  begin(): void {
    this.value = '';
  }

  open(name: string): void {
    if (name === 't') this.inText = true;
    if (name === 'rPh') this.inPhonetic = true;
  }

  text(text: string): void {
    if (!this.inText || this.inPhonetic) return;
    this.value += text;
    if (this.value.length > MAX_CELL_LENGTH)
      throw tooLarge(`В книге есть ячейка длиннее ${MAX_CELL_LENGTH} символов. Сократите её.`);
  }

  close(name: string): void {
    if (name === 't') this.inText = false;
    if (name === 'rPh') this.inPhonetic = false;
  }

  take(): string {
    return unescaped(this.value);
  }
}

/** Decodes `_x000D_`, the escape of characters that XML does not allow. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9a-fA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
