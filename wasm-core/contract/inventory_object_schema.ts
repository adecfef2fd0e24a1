import * as z from 'zod/mini';
import { OBJECT_KIND_NAMES } from './object_kinds.ts';
import { pageSchema } from './page_schema.ts';
import { versionedSchema } from './versioned.ts';
import { day, described, type Wire } from './wire.ts';

/** An object of the company's inventory on the wire. */
export const inventoryObjectSchema = z.extend(versionedSchema, {
  name: z.string(),
  kind: z.enum(OBJECT_KIND_NAMES),
  nvos_code: described(z.string(), 'Код объекта, оказывающего негативное воздействие; пусто — не указан'),
  region: z.string(),
  ownership_percent: described(z.number(), 'Доля владения, %'),
  closing_date: z.nullable(day()),
  company: z.string(),
});

export type InventoryObject = Wire<typeof inventoryObjectSchema>;

export const inventoryObjectPageSchema = pageSchema(inventoryObjectSchema);
