import * as z from 'zod/mini';
import { OBJECT_KIND_NAMES, OBJECT_KINDS } from './object_kinds.ts';
import { daySchema, nameSchema, remarkSchema } from './text.ts';

export type { InventoryObject } from './inventory_object_schema.ts';

const KIND_OPTIONS = Object.entries(OBJECT_KINDS).map(([name, label]) => `${name} (${label})`);

const OWNERSHIP = 'Доля владения — число процентов, больше 0 и не больше 100.';

/**
 * The fields of an object that users set: a mine, an open pit, a plant, a boiler house. Ownership
 * in percent.
 */
export const inventoryObjectFieldsSchema = z.object({
  name: nameSchema('Укажите название объекта.'),
  kind: z.enum(OBJECT_KIND_NAMES, { error: `Укажите вид объекта: ${KIND_OPTIONS.join(', ')}.` }),
  nvos_code: z._default(remarkSchema('Код объекта НВОС', 40), ''),
  region: z._default(remarkSchema('Регион'), ''),
  ownership_percent: z._default(z.number({ error: OWNERSHIP }).check(z.gt(0, OWNERSHIP), z.lte(100, OWNERSHIP)), 100),
  closing_date: z._default(z.nullable(daySchema('Укажите дату закрытия как гггг-мм-дд или null.')), null),
});

export type InventoryObjectFields = z.infer<typeof inventoryObjectFieldsSchema>;
