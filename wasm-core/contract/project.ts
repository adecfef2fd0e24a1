import * as z from 'zod/mini';
import { daySchema, isDay, nameSchema } from './text.ts';

export type { Project } from './project_schema.ts';

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
