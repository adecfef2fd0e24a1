import { definitionOf } from '#core/calculations/index.ts';
import type { Fault } from '#core/contract/errors.ts';
import type { InventoryObject } from '#core/contract/inventory_object_schema.ts';
import type { Core } from '#core/load.ts';
import { type Cell, cellText, isBlank } from '#core/tables/cell.ts';
import { readOverrules } from '#core/uncertainty/read_overrules.ts';
import { type ComputedFields, computeFields, parseFields } from '../calculations/calculation_fields.ts';
import type { StoredCalculation } from '../store/calculations.ts';
import type { DictionaryReader } from '../store/dictionaries.ts';
import type { WorkbookRow } from './read_workbook.ts';

/** What a workbook is compared with. */
export interface StoredInventory {
  readonly project: string;
  readonly calculations: readonly StoredCalculation[];
  readonly objects: readonly InventoryObject[];
  /** Id of the object of each calculation that has one. */
  readonly homes: ReadonlyMap<string, string>;
}

/** One row that changes something. */
export interface PlannedRow {
  readonly source: WorkbookRow;
  /** Place of the row among all rows of the workbook: the same whenever the same workbook is loaded. */
  readonly index: number;
  readonly isNew: boolean;
  /** An interrupted request with the same key has stored the row already. */
  readonly isDone: boolean;
  /** The calculation as it is stored; undefined: it is not yet. */
  readonly stored: StoredCalculation | undefined;
  readonly fields: ComputedFields & Pick<StoredCalculation, 'uncertainty'>;
  /** Id of the object; null: it belongs to none. */
  readonly object: string | null;
  /** What differs, as it stands in the cells. */
  readonly cells: readonly { readonly column: string; readonly from: string; readonly to: string }[];
}

/** What loading a workbook would do. With a fault nothing of it is done. */
export interface WorkbookPlan {
  readonly rows: readonly PlannedRow[];
  readonly unchanged: number;
  readonly faults: readonly Fault[];
}

interface PlanServices {
  readonly core: Core;
  readonly dictionary: DictionaryReader;
}

/** What this request has stored before, where it is a repeat. */
interface OwnWrites {
  readonly isOwn: (stored: StoredCalculation, index: number) => boolean;
  /** Id of the calculation that the row `index` makes. */
  readonly madeIdOf: (index: number) => string;
}

/** Compares the rows of a workbook with what is stored; computes what differs. */
export async function planChanges(
  services: PlanServices,
  rows: readonly WorkbookRow[],
  inventory: StoredInventory,
  { isOwn, madeIdOf }: OwnWrites,
): Promise<WorkbookPlan> {
  const stored = new Map(inventory.calculations.map((one) => [one.id, one]));
  const names = new Set(inventory.calculations.map(({ type, name }) => `${type} ${name}`));
  const seen = new Set<string>();
  const planned: PlannedRow[] = [];
  const faults: Fault[] = [];
  let unchanged = 0;
  for (const [index, source] of rows.entries()) {
    const { sheet, cells, place } = source;
    const refuse = (key: string, message: string) => faults.push({ ...place(key), message });
    const id = textOf(cells.get('id'));
    const current = id === '' ? stored.get(madeIdOf(index)) : stored.get(id);
    const isNew = id === '';
    const isDone = current !== undefined && isOwn(current, index);
    if (!isNew && (!current || current.type !== sheet.type)) {
      refuse(
        'id',
        'Такого расчёта на этом листе нет: он в архиве или из другого проекта. Для нового оставьте номер пустым.',
      );
      continue;
    }
    if (current && seen.has(current.id)) {
      refuse('id', 'Этот расчёт стоит в книге дважды. Для копии оставьте номер и версию пустыми.');
      continue;
    }
    if (current) seen.add(current.id);
    const object = objectOf(cells.get('object'), inventory.objects, current && inventory.homes.get(current.id));
    if (object === undefined)
      refuse('object', 'Такого объекта у компании нет, или их несколько. Проверьте название в списке объектов.');
    const body = bodyOf(source, inventory.project, current);
    const parsed = parseFields(definitionOf(sheet.type), body, services.core);
    if (!parsed.ok) {
      for (const { field = 'name', message } of parsed.errors) refuse(field.split('.')[0] ?? field, message);
      continue;
    }
    if (object === undefined) continue;
    const { settings: _none, ...fields } = parsed.fields;
    const changes = changesOf(source, fields, current, object, inventory);
    if (current && !isDone && changes.length === 0) {
      unchanged += 1;
      continue;
    }
    if (current && !isDone && textOf(cells.get('version')) !== String(current.version)) {
      refuse('version', 'Расчёт изменили после того, как книгу скачали. Скачайте её заново и повторите свою правку.');
      continue;
    }
    if (!current) {
      const key = `${sheet.type} ${fields.name}`;
      if (names.has(key))
        refuse('name', 'Расчёт с таким названием уже есть. Впишите его номер или дайте другое название.');
      names.add(key);
    }
    // What somebody has stated of uncertainties must hold of the new numbers, too.
    const definition = definitionOf(sheet.type);
    const overrules = await readOverrules(services.core, definition, fields.inputs, current?.uncertainty);
    if (!overrules.ok) {
      for (const { message } of overrules.errors) refuse('name', message);
      continue;
    }
    const { uncertainty } = overrules;
    const computed = await computeFields(services, sheet.type, parsed.fields);
    planned.push({
      source,
      index,
      isNew,
      isDone,
      stored: current,
      fields: { ...computed, ...(uncertainty && { uncertainty }) },
      object,
      cells: changes,
    });
  }
  return { rows: planned, unchanged, faults };
}

function bodyOf({ sheet, cells }: WorkbookRow, project: string, current: StoredCalculation | undefined) {
  const inputs = sheet.columns.filter(({ kind }) => kind === 'number').map(({ key }) => [key, inputOf(cells.get(key))]);
  return { name: textOf(cells.get('name')), project, actual: current?.actual ?? [], ...Object.fromEntries(inputs) };
}

/** A number or its text; null, which is refused, of a blank cell: no figure is made of a missing one. */
function inputOf(cell: Cell): number | string | null {
  if (isBlank(cell)) return null;
  return typeof cell === 'number' ? cell : cellText(cell);
}

function textOf(cell: Cell): string {
  return cellText(cell).trim();
}

/** Id of the named object, null of a blank cell, undefined where it cannot be told. */
function objectOf(
  cell: Cell,
  objects: readonly InventoryObject[],
  home: string | undefined,
): string | null | undefined {
  const name = textOf(cell);
  if (name === '') return null;
  const named = objects.filter((object) => object.name === name && (!object.is_deleted || object.id === home));
  const own = named.find(({ id }) => id === home);
  if (own) return own.id;
  return named.length === 1 ? named[0]?.id : undefined;
}

function changesOf(
  { sheet }: WorkbookRow,
  fields: Pick<ComputedFields, 'name' | 'inputs'>,
  current: StoredCalculation | undefined,
  object: string | null,
  { homes, objects }: StoredInventory,
): PlannedRow['cells'] {
  const nameOf = (id: string | null | undefined) => objects.find((one) => one.id === id)?.name ?? '';
  return sheet.columns.flatMap(({ key, header, kind }) => {
    if (kind === 'own') return [];
    const [from, to] =
      key === 'name'
        ? [current?.name ?? '', fields.name]
        : key === 'object'
          ? [nameOf(current && homes.get(current.id)), nameOf(object)]
          : [current?.inputs[key] ?? '', fields.inputs[key] ?? ''];
    return from === to ? [] : [{ column: header, from: String(from), to: String(to) }];
  });
}
