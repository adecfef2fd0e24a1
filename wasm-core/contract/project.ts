import * as z from 'zod/mini';
import { daySchema, isDay, nameSchema } from './text.ts';
import type { Versioned } from './versioned.ts';

/** A project on the wire; its dates are yyyy-MM-dd. */
export interface Project extends Versioned {
  readonly name: string;
  readonly start_date: string;
  readonly end_date: string;
  /** 1 is the only status known. */
  readonly status: 1;
  readonly company: string;
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
