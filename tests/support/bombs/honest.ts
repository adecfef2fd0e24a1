import { rowXml, workbook } from '../../wasm-core/tables/uploads/workbook_maker.ts';

/** A plausible workbook of about so many bytes: days for a forecast, different numbers in every row. */
export function honestWorkbook(bytes: number): Uint8Array {
  const bytesPerRow = 33;
  return workbook({ sheets: [{ name: 'А', data: dayRows(Math.round(bytes / bytesPerRow), rowXml) }] });
}

/** A csv of about so many bytes with the same days. */
export function honestCsv(bytes: number): Uint8Array {
  const bytesPerRow = 38;
  const text = dayRows(Math.round(bytes / bytesPerRow), (cells) => `${cells.join(';')}\n`);
  return new TextEncoder().encode(text);
}

function dayRows(count: number, written: (cells: readonly (string | number)[], row: number) => string): string {
  const cell = (row: number, column: number) => Number((((row * 0.618 + column * 0.414) % 1) * 40).toFixed(3));
  const rows = Array.from({ length: count }, (_, row) => {
    return written(
      Array.from({ length: 7 }, (_, column) => cell(row, column)),
      row + 2,
    );
  });
  return written(['x1', 'x2', 'x7', 'x8', 'x12', 'x13', 'x15'], 1) + rows.join('');
}
