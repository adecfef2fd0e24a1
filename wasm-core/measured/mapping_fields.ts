import { numberOf } from '../contract/json_value.ts';
import { quoted, russianNumber } from '../contract/russian.ts';
import { type ColumnName, MeasureRefused } from './mapping.ts';

/** Inclusive bounds of a number; `above` is not included. */
export interface NumberBounds {
  readonly min?: number;
  readonly above?: number;
  readonly max: number;
}

type Values = Readonly<Record<string, unknown>>;

/** The fields of a mapping file, and the faults found in them. */
export class MappingFields {
  readonly #content: Values;
  readonly #faults: string[] = [];

  constructor(content: Values) {
    this.#content = content;
  }

  /** Value of a field; null is left out. */
  value(name: string): unknown {
    return this.#content[name] ?? undefined;
  }

  /** Whether a field is there. */
  has(name: string): boolean {
    return this.value(name) !== undefined;
  }

  add(field: string, message: string): void {
    this.#faults.push(`${field}: ${message}`);
  }

  /** Throws MeasureRefused where there are faults. */
  refuse(): void {
    if (this.#faults.length > 0) throw new MeasureRefused(this.#faults.join('\n'));
  }

  refuseUnknown(values: Values, known: readonly string[], prefix: string): void {
    for (const name of Object.keys(values)) {
      if (!known.includes(name)) this.add(`${prefix}${name}`, `Такого поля нет. Есть поля: ${known.join(', ')}.`);
    }
  }

  /** One of several words. */
  choice<T>(name: string, words: Readonly<Record<string, T>>): T | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    const word = typeof value === 'string' ? value : '';
    const key = Object.keys(words).find((known) => known.toLowerCase() === word.trim().toLowerCase());
    if (key !== undefined) return words[key];
    const names = [...new Set(Object.values(words))].map((known) => quoted(String(known))).join(' или ');
    this.add(name, `Здесь ожидается ${names}.`);
    return undefined;
  }

  /** The number of a field; undefined where it is left out or wrong. */
  number(name: string, bounds: NumberBounds): number | undefined {
    return this.numberOf(this.value(name), name, bounds);
  }

  /** A number inside a field. */
  numberOf(value: unknown, field: string, { min, above, max }: NumberBounds): number | undefined {
    if (value === undefined || value === null) return undefined;
    const number = numberOf(value);
    const fits = number !== undefined && number <= max && number >= (min ?? -Infinity) && number > (above ?? -Infinity);
    if (fits) return number;
    const from = min === undefined ? `больше ${russianNumber(above ?? 0)}` : `от ${russianNumber(min)}`;
    this.add(field, `Здесь ожидается число ${from} до ${russianNumber(max)}, без кавычек.`);
    return undefined;
  }

  /** A column: its header, or its number. */
  column(value: unknown, field: string): ColumnName {
    if (typeof value === 'string' && value.trim() !== '') return value;
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 1024) return value;
    this.add(field, 'Укажите заголовок столбца или его номер.');
    return 0;
  }
}
