import type { Fault } from '../contract/errors.ts';
import { counted, russianNumber } from '../contract/russian.ts';
import { MAX_ROWS } from './limits.ts';

/** A table that cannot be used: everything that an answer says of it. */
export interface TableRefused {
  readonly ok: false;
  /**
   * 400: the content; 413: size, unpacked size, rows; 415: not a file that we read, macros, a
   * password.
   */
  readonly status: 400 | 413 | 415;
  /** Cause and next step, in Russian. */
  readonly detail: string;
  readonly code: string;
  readonly errors: readonly Fault[];
  readonly total: number;
}

/** Faults that are listed of a bad table, at most; `total` counts all. */
export const LISTED_FAULTS = 100;

/**
 * Ends the reading: the whole file cannot be used. `detail` names cause and next step, in Russian.
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
 * The file is not what its container or its text claims to be. `what` names the first such place.
 */
export function broken(what: string): TableStop {
  return new TableStop(
    400,
    'broken_file',
    `Файл повреждён: ${what}. Откройте его в программе таблиц и сохраните заново как «Книга Excel (.xlsx)» или CSV.`,
  );
}

/** Another kind of file than we read. */
export function otherKind(what: string, next: string): TableStop {
  return new TableStop(415, 'unsupported_file', `${what} ${next}`);
}

/** The file asks for more than a limit of `limits.ts`. */
export function tooLarge(detail: string): TableStop {
  return new TableStop(413, 'too_large', detail);
}

/** The refusal of a table with more than MAX_ROWS rows. */
export function tooManyRows(): TableStop {
  return new TableStop(413, 'too_many_rows', `Строк больше ${russianNumber(MAX_ROWS)}. Разделите таблицу на части.`);
}

/** Collects the faults of a table: counts all, keeps the first LISTED_FAULTS. */
export class TableFaults {
  readonly listed: Fault[] = [];
  total = 0;

  add(fault: Fault): void {
    if (this.listed.length < LISTED_FAULTS) this.listed.push(fault);
    this.total += 1;
  }

  /**
   * Counts a fault, of which the list has no room for more: a million of them need not be worded.
   */
  countIfFull(): boolean {
    if (this.listed.length < LISTED_FAULTS) return false;
    this.total += 1;
    return true;
  }

  /** The refusal that these faults make. */
  refusal(): TableRefused {
    const count = counted(this.total, 'ошибка', 'ошибки', 'ошибок');
    const shown = this.total > this.listed.length ? ` Показаны первые ${this.listed.length}.` : '';
    const detail = `В таблице ${count}.${shown} Исправьте и загрузите таблицу снова.`;
    return { ok: false, status: 400, code: 'bad_table', detail, errors: this.listed, total: this.total };
  }
}

/** The refusal that ended the reading; anything but a TableStop is ours and is thrown on. */
export function refusalOf(stop: unknown): TableRefused {
  if (!(stop instanceof TableStop)) throw stop;
  const { status, code, message, faults } = stop;
  return { ok: false, status, code, detail: message, errors: faults, total: faults.length };
}
