import * as z from 'zod/mini';
import { pageSchema } from './page.ts';
import { daySchema, isDay, nameSchema } from './text.ts';
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

/** The fields of a project that users set. */
export const projectFieldsSchema = z
  .object({
    name: nameSchema('Укажите название проекта.'),
    start_date: daySchema('Укажите дату начала.'),
    end_date: daySchema('Укажите дату окончания.'),
  })
  .check(
    z.refine(({ start_date, end_date }) => !isDay(start_date) || !isDay(end_date) || start_date <= end_date, {
      path: ['end_date'],
      message: 'Дата окончания раньше даты начала. Исправьте одну из них.',
    }),
  );

export type ProjectFields = z.infer<typeof projectFieldsSchema>;
