import { numberInputs } from '#core/calculations/definition.ts';
import { type CalculationType, definitionOf } from '#core/calculations/index.ts';
import type { Calculation } from '#core/contract/calculation.ts';
import type { Found } from './export_readers.ts';

/** Expected export of a calculation of the API: values by the label of the column, without its unit. */
export function expectedCells(type: CalculationType, answer: Calculation): Map<string, Found> {
  const { results, table, inputs } = definitionOf(type);
  const cells = new Map<string, Found>([['Название', answer.name]]);
  for (const [name, { label }] of numberInputs(definitionOf(type))) cells.set(label, Number(answer[name]));
  for (const [name, input] of Object.entries(inputs)) {
    if (input.kind === 'choice') cells.set(input.label, input.options[String(answer[name])] ?? null);
    if (input.kind === 'text') cells.set(input.label, answer[name] === '' ? null : String(answer[name]));
  }
  for (const [name, result] of Object.entries(table?.summary ?? results)) {
    const value = answer[name];
    if (typeof value === 'number') {
      const divisor = 'display' in result && result.display ? result.display.divisor : 1;
      cells.set(result.label, value / divisor);
    } else cells.set(result.label, value === '' || value === undefined ? null : String(value));
  }
  cells.set('Автор', answer.author);
  cells.set('Создан', answer.created_at);
  return cells;
}

/** Cells of the row named `name` of a sheet, by the label of the column: «Добыча угля» also matches «Добыча угля, т». */
export function cellsOf(rows: readonly (readonly Found[])[], name: string): (label: string) => Found | undefined {
  const [header = [], ...body] = rows;
  const row = body.find(([first]) => first === name) ?? [];
  return (label) => {
    const place = header.findIndex((one) => one === label || String(one).replace(/, [^,]*$/, '') === label);
    return place < 0 ? undefined : row[place];
  };
}
