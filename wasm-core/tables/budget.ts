import { FREE_WORK, MAX_WORK, MAX_WORK_PER_BYTE } from './limits.ts';
import { tooLarge } from './refused.ts';

/**
 * The work that the reading of one file may take, in units of an unpacked byte of XML: made once
 * per file, handed down, and spent where bytes are unpacked, elements opened and texts handed out.
 * However its parts refer to each other, a file never costs more than in proportion to its own
 * bytes.
 */
export class Budget {
  private readonly limit: number;
  private used = 0;

  /** `fileBytes`: bytes of the file as it was sent. */
  constructor(fileBytes: number) {
    this.limit = Math.min(MAX_WORK, FREE_WORK + MAX_WORK_PER_BYTE * fileBytes);
  }

  /** Work done so far. */
  get spent(): number {
    return this.used;
  }

  /** Counts work; throws a TableStop when the file has none left. */
  spend(work: number): void {
    this.used += work;
    if (this.used > this.limit)
      throw tooLarge(
        'Чтение книги потребует несоразмерно много работы: в ней слишком много пустых ячеек или повторов. Скопируйте таблицу в новую книгу без пустых строк и столбцов или сохраните её как CSV.',
      );
  }
}
