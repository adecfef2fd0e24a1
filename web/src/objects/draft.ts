import { parseDecimal } from '#core/contract/decimal.ts';
import {
  type InventoryObject,
  type InventoryObjectFields,
  inventoryObjectFieldsSchema,
} from '#core/contract/inventory_object.ts';
import { exactText } from '../format.ts';
import { issuesByField } from '../records/faults.ts';
import type { Checked } from '../records/use_record_form.ts';

/** The typed fields of an object. `version`: of the object that is being changed. */
export interface ObjectDraft {
  readonly name: string;
  readonly kind: string;
  readonly nvos_code: string;
  readonly region: string;
  readonly ownership_percent: string;
  readonly closing_date: string;
  readonly version?: number;
}

/** The fields of an object as they are typed; without an object, an empty form. */
export function objectDraft(object: InventoryObject | undefined): ObjectDraft {
  if (!object) {
    return { name: '', kind: '', nvos_code: '', region: '', ownership_percent: '100', closing_date: '' };
  }
  const { name, kind, nvos_code, region, ownership_percent, closing_date, version } = object;
  return {
    ...{ name, kind, nvos_code, region, version },
    ownership_percent: exactText(ownership_percent),
    closing_date: closing_date ?? '',
  };
}

export function isObjectDraft(value: unknown): value is ObjectDraft {
  const draft = value as ObjectDraft | null;
  return (
    typeof draft === 'object' &&
    draft !== null &&
    [draft.name, draft.kind, draft.nvos_code, draft.region, draft.ownership_percent, draft.closing_date].every(
      (text) => typeof text === 'string',
    )
  );
}

/** Checked fields, or the first fault of each. */
export function checkObject(draft: ObjectDraft): Checked<InventoryObjectFields> {
  const percent = parseDecimal(draft.ownership_percent);
  const parsed = inventoryObjectFieldsSchema.safeParse({
    ...draft,
    ownership_percent: percent.ok ? percent.value : draft.ownership_percent,
    closing_date: draft.closing_date === '' ? null : draft.closing_date,
  });
  if (parsed.success) return { ok: true, payload: parsed.data };
  const { kind, ...faults } = issuesByField(parsed.error);
  // A client of the API chooses among names, a person from a list.
  return { ok: false, faults: { ...faults, ...(kind !== undefined && { kind: 'Выберите вид объекта из списка.' }) } };
}
