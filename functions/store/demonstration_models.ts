import { readFile } from 'node:fs/promises';
import { parseDecimal } from '#core/contract/decimal.ts';
import type { Core } from '#core/load.ts';
import { CORE_FOLDER } from '../places.ts';
import { describeModel, type OpenedModel, openModel, type StoredModel } from './stored_model.ts';

const FOLDER = new URL('models/demonstration/', CORE_FOLDER);

/** The shipped models, by method: for every company, without an upload, and active until it activates another. */
const SHIPPED: readonly { readonly method: string; readonly file: string; readonly name: string }[] = [
  { method: 'xgboost', file: 'xgboost.ubj', name: 'Демонстрационная модель XGBoost (выдуманные данные)' },
  { method: 'lightgbm', file: 'lightgbm.txt', name: 'Демонстрационная модель LightGBM (выдуманные данные)' },
];

/** The day of the release that they came with. */
const RELEASED = '2026-11-21T00:00:00.000Z';

/** A shipped model, with both forms of its file. */
export interface DemonstrationModel extends OpenedModel {
  readonly stored: StoredModel;
}

/** Id of the shipped model of a method. */
export function demonstrationId(method: string): string {
  return `demonstration-${method}`;
}

/** Whether `id` is that of a shipped model. */
export function isDemonstration(id: string): boolean {
  return SHIPPED.some(({ method }) => demonstrationId(method) === id);
}

let shipped: Promise<readonly DemonstrationModel[]> | undefined;

/** Every shipped model, as if it were stored; read once. */
export function demonstrationModels(core: Core): Promise<readonly DemonstrationModel[]> {
  shipped ??= Promise.all(
    SHIPPED.map(async ({ method, file, name }) => {
      const model = await openModel(core.module, new Uint8Array(await readFile(new URL(file, FOLDER))));
      const { features, featureNames } = model.predictor.info;
      if (featureNames.length !== features) throw new Error(`The shipped model ${file} does not name its features`);
      const stored = {
        ...{ id: demonstrationId(method), user: '', author: '', editor: '', changed_by: '' },
        ...{ created_at: RELEASED, updated_at: RELEASED, is_active: true, is_deleted: false, version: 1 },
        write_id: demonstrationId(method),
        ...describeModel(model, featureNames),
        ...{ name, file_name: file },
      };
      return { ...model, stored };
    }),
  );
  return shipped;
}

let days: Promise<readonly Readonly<Record<string, number | string | null>>[]> | undefined;

/** The days that the shipped models were tried on: date, the columns of the table, null where a sensor was silent; read once. */
export function demonstrationDays() {
  days ??= readFile(new URL('days.csv', FOLDER), 'utf8').then((text) => {
    const [header = '', ...lines] = text.trimEnd().split('\n');
    const names = header.split(',');
    return lines.map((line) =>
      Object.fromEntries(
        line.split(',').map((cell, index) => [names[index] ?? '', index === 0 ? cell : numberOf(cell)]),
      ),
    );
  });
  return days;
}

function numberOf(cell: string): number | null {
  if (cell === '') return null;
  const parsed = parseDecimal(cell);
  if (!parsed.ok) throw new Error(`«${cell}» in the shipped days is no number`);
  return parsed.value;
}
