import type { Fault } from '../contract/errors.ts';
import { counted, russianNumber } from '../contract/russian.ts';
import { MAX_ROWS } from './limits.ts';

/** The refusal of a table: status, message and faults of the response. */
export interface TableRefused {
  readonly ok: false;
  /**
   * 400: faulty content; 413: too many bytes, unpacked bytes or rows; 415: unsupported format,
   * macros or a password.
   */
  readonly status: 400 | 413 | 415;
  /** Cause and next step, in Russian. */
  readonly detail: string;
  readonly code: string;
  readonly errors: readonly Fault[];
  readonly total: number;
}

/** Most faults that a refusal lists; `total` counts all. */
export const LISTED_FAULTS = 100;

/**
 * Ends the reading of an unusable file. `detail` names the cause and the next step, in Russian.
 */
export class TableStop extends Error {
  override readonly name = 'TableStop';
  readonly status: TableRefused['status'];
  readonly code: string;
  readonly faults: readonly Fault[];

  constructor(status: TableRefused['status'], code: string, detail: string, faults: readonly Fault[] = []) {
    super(detail);
    this.status = status;
    this.code = code;
    this.faults = faults;
  }
}

/**
 * The refusal of a damaged file. `what` names the first damaged part, in Russian.
 */
export function damagedFile(what: string): TableStop {
  return new TableStop(
    400,
    'broken_file',
    `Файл повреждён: ${what}. Откройте его в программе таблиц и сохраните заново как «Книга Excel (.xlsx)» или CSV.`,
  );
}

/** The refusal of an unsupported format. */
export function unsupportedFormat(what: string, next: string): TableStop {
  return new TableStop(415, 'unsupported_file', `${what} ${next}`);
}

/** The refusal of a file that exceeds a limit of `limits.ts`. */
export function tooLarge(detail: string): TableStop {
  return new TableStop(413, 'too_large', detail);
}

/** The refusal of a table with more than MAX_ROWS rows. */
export function tooManyRows(): TableStop {
  return new TableStop(413, 'too_many_rows', `Строк больше ${russianNumber(MAX_ROWS)}. Разделите таблицу на части.`);
}

/** Collects the faults of a table: counts all and keeps the first LISTED_FAULTS. */
export class TableFaults {
  readonly listed: Fault[] = [];
  total = 0;

  add(fault: Fault): void {
    if (this.listed.length < LISTED_FAULTS) this.listed.push(fault);
    this.total += 1;
  }

  /**
   * Counts a fault if the list is full, so that its message need not be built; returns whether it
   * did.
   */
  countIfFull(): boolean {
    if (this.listed.length < LISTED_FAULTS) return false;
    this.total += 1;
    return true;
  }

  /** The refusal with these faults. */
  refusal(): TableRefused {
    const count = counted(this.total, 'ошибка', 'ошибки', 'ошибок');
    const shown = this.total > this.listed.length ? ` Показаны первые ${this.listed.length}.` : '';
    const detail = `В таблице ${count}.${shown} Исправьте и загрузите таблицу снова.`;
    return { ok: false, status: 400, code: 'bad_table', detail, errors: this.listed, total: this.total };
  }
}

/** The refusal of a TableStop; any other exception is a defect and is rethrown. */
export function refusalOf(stop: unknown): TableRefused {
  if (!(stop instanceof TableStop)) throw stop;
  const { status, code, message, faults } = stop;
  return { ok: false, status, code, detail: message, errors: faults, total: faults.length };
}
