import * as z from 'zod/mini';
import { pageSchema } from './page_schema.ts';
import { versionedSchema } from './versioned.ts';
import { day, described, type Wire } from './wire.ts';

/** A project on the wire. */
export const projectSchema = z.extend(versionedSchema, {
  name: z.string(),
  start_date: day(),
  end_date: day(),
  status: described(z.literal(1), 'Других значений пока нет'),
  company: z.string(),
});

export type Project = Wire<typeof projectSchema>;

export const projectPageSchema = pageSchema(projectSchema);
