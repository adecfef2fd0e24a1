import { FREE_WORK, MAX_WORK, MAX_WORK_PER_BYTE } from './limits.ts';
import { tooLarge } from './refused.ts';

/**
 * The work budget for reading one file; a unit is an unpacked byte of XML. One budget per file is
 * charged for each unpacked byte, opened element and returned text. So the cost of a file is at
 * most proportional to its size, however its parts refer to each other.
 */
export class Budget {
  private readonly limit: number;
  private used = 0;

  /** `fileBytes`: bytes of the file as it was sent. */
  constructor(fileBytes: number) {
    this.limit = Math.min(MAX_WORK, FREE_WORK + MAX_WORK_PER_BYTE * fileBytes);
  }

  /** Units spent so far. */
  get spent(): number {
    return this.used;
  }

  /** Charges `work` units; throws a TableStop when the budget is exhausted. */
  spend(work: number): void {
    this.used += work;
    if (this.used > this.limit)
      throw tooLarge(
        'Чтение книги потребует несоразмерно много работы: в ней слишком много пустых ячеек или повторов. Скопируйте таблицу в новую книгу без пустых строк и столбцов или сохраните её как CSV.',
      );
  }
}
