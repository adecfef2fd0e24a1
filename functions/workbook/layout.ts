import { numberInputs } from '#core/calculations/definition.ts';
import type { CalculationType } from '#core/calculations/index.ts';
import { CALCULATIONS, FIELDS_TYPES } from '#core/calculations/index.ts';
import { sheetNames } from '../export/sheet_names.ts';

/** A column of a sheet: the number, version, name and object of a calculation, or one of its inputs. */
export interface WorkbookColumn {
  readonly key: string;
  readonly header: string;
  readonly kind: 'own' | 'text' | 'number';
}

/** The sheet of a calculation type. */
export interface WorkbookSheet {
  readonly type: CalculationType;
  readonly name: string;
  readonly columns: readonly WorkbookColumn[];
}

/** Columns of every sheet. `own`: the product writes them, a new row leaves them blank. */
const COMMON: readonly WorkbookColumn[] = [
  { key: 'id', header: 'Номер расчёта (не менять)', kind: 'own' },
  { key: 'version', header: 'Версия (не менять)', kind: 'own' },
  { key: 'name', header: 'Название', kind: 'text' },
  { key: 'object', header: 'Объект', kind: 'text' },
];

const nameOf = sheetNames();

/** The sheets of an inventory workbook, in the order of the menu. Calculations of tables have no sheet: their rows are files. */
export const WORKBOOK_SHEETS: readonly WorkbookSheet[] = FIELDS_TYPES.map((type) => ({
  type,
  name: nameOf(CALCULATIONS[type].title),
  columns: [
    ...COMMON,
    ...numberInputs(CALCULATIONS[type])
      .filter(([, { fixed }]) => fixed === undefined)
      .map(([key, { label, unit }]) => ({
        key,
        header: unit === '' ? label : `${label}, ${unit}`,
        kind: 'number' as const,
      })),
  ],
}));
