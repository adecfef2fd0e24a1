import * as z from 'zod/mini';
import { daySchema, isDay, nameSchema } from './text.ts';

/** A project on the wire. `created_at` and `updated_at` are ISO 8601 instants, the other dates are yyyy-MM-dd. */
export interface Project {
  readonly id: string;
  readonly name: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly created_at: string;
  readonly updated_at: string;
  /** 1 is the only status known. */
  readonly status: 1;
  readonly company: string;
  readonly user: string;
  /** Names of who made it and of who changed it last; `changed_by` is the id of the latter. */
  readonly author: string;
  readonly editor: string;
  readonly changed_by: string;
  readonly is_active: boolean;
  readonly is_deleted: boolean;
  readonly version: number;
}

/** What a person gives of a project. */
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
