import * as z from 'zod/mini';
import { pageSchema } from './page_schema.ts';
import { roleSchema } from './user.ts';
import { described, instant, type Wire } from './wire.ts';

/** A user as administrators of the company see it. */
export const companyUserSchema = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  role: roleSchema,
  disabled: z.boolean(),
  has_key: described(z.boolean(), 'Записан ли ключ Guardant'),
  password: described(z.enum(['own', 'one_time', 'expired']), 'свой, одноразовый или просроченный'),
  version: z.int(),
});

export type CompanyUser = Wire<typeof companyUserSchema>;

export const companyUserPageSchema = pageSchema(companyUserSchema);

/** Response of an action that issues a one-time password; the password is shown only here. */
export const oneTimePasswordSchema = z.object({
  user: companyUserSchema,
  one_time_password: described(z.string(), 'Показывается один раз'),
  one_time_until: instant('До этого момента пароль открывает вход'),
});

export type OneTimePassword = Wire<typeof oneTimePasswordSchema>;
