import { parseDecimal } from '#core/contract/decimal.ts';
import {
  type InventoryObject,
  type InventoryObjectFields,
  inventoryObjectFieldsSchema,
} from '#core/contract/inventory_object.ts';
import { exactText } from '../format.ts';
import { issuesByField } from '../records/faults.ts';
import type { DraftKind, TextDraft } from '../records/use_draft_form.ts';
import type { Checked } from '../records/use_record_form.ts';

const labels = {
  name: 'Название',
  kind: 'Вид объекта',
  nvos_code: 'Код объекта НВОС',
  region: 'Регион',
  ownership_percent: 'Доля владения, %',
  closing_date: 'Дата закрытия',
} as const;

type ObjectField = keyof typeof labels;

/** How an object is typed. */
export const OBJECT_DRAFT: DraftKind<ObjectField, InventoryObjectFields, InventoryObject> = {
  name: 'object',
  labels,
  draftOf: objectDraft,
  check: checkObject,
  created: 'Объект создан',
  changed: 'Объект сохранён',
};

function objectDraft(object: InventoryObject | undefined): TextDraft<ObjectField> {
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

function checkObject(draft: TextDraft<ObjectField>): Checked<InventoryObjectFields> {
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
