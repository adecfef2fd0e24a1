/** `objects` series of two rows, whose years are 300 apart: filling the years between makes 150 rows of one. */
export function farYears(objects: number): Uint8Array {
  const rows = Array.from({ length: objects }, (_, at) => `${at};1900;1\n${at};2200;2\n`);
  return new TextEncoder().encode(`Объект;Год;Значение\n${rows.join('')}`);
}

/** A table of a column per year with `objects` rows that contain only a name. */
export function namesWithoutYears(objects: number, years = 250): Uint8Array {
  const header = ['Объект', ...Array.from({ length: years }, (_, at) => 1900 + at)].join(';');
  const rows = Array.from({ length: objects }, (_, at) => `${at}\n`);
  return new TextEncoder().encode(`${header}\nА${';1'.repeat(years)}\n${rows.join('')}`);
}

/** Days for a forecast: `rows` rows of seven short numbers. */
export function days(rows: number): Uint8Array {
  return new TextEncoder().encode(`x1;x2;x7;x8;x12;x13;x15\n${'1;1;1;1;1;1;1\n'.repeat(rows)}`);
}

/** `lines` lines of `length` characters, each one quoted cell. */
export function longQuotes(lines: number, length: number): Uint8Array {
  return new TextEncoder().encode(`name;year;given\n${`"${'a\n'.repeat(length / 2)}";1;1\n`.repeat(lines)}`);
}

/** Lines of delimiters alone under a header of `columns` names. */
export function delimiters(lines: number, columns: number): Uint8Array {
  return new TextEncoder().encode(`name;year;given${';'.repeat(columns)}\n${`${';'.repeat(columns)}\n`.repeat(lines)}`);
}
