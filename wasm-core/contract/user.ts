import * as z from 'zod/mini';
import { count, described, instant, type Wire } from './wire.ts';

export const roleSchema = z.enum(['staff', 'admin']);

export type Role = z.output<typeof roleSchema>;

export const companySchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  postal_address: z.string(),
  ogrn: z.string(),
  okved: z.string(),
  region: z.string(),
});

export type Company = Wire<typeof companySchema>;

/**
 * Sign-ins of the last 30 days with the right password and a wrong key code: the password may be
 * compromised.
 */
const keyRefusalsSchema = described(
  z.object({ times: count(), last_at: instant() }),
  'Сколько раз за 30 дней пароль был верным, а код ключа нет; нет таких — нет поля',
);

export type KeyRefusals = Wire<typeof keyRefusalsSchema>;

/** Response of `users/get_me/`. */
export const userSchema = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  role: roleSchema,
  must_change_password: described(z.boolean(), 'Вошёл по одноразовому паролю: пора задать свой'),
  must_set_key_code: z.exactOptional(
    described(z.literal(true), 'Администратор без кода ключа: другие разделы закрыты, пока код не задан'),
  ),
  key_refusals: z.exactOptional(keyRefusalsSchema),
  company: companySchema,
});

export type User = Wire<typeof userSchema>;

/** Response of `users/statistics/`: counts of the user's company. */
export const statisticsSchema = z.object({
  projects: count(),
  projects_archived: count(),
  calculations: count(),
  calculations_archived: count(),
  calculations_by_type: described(z.record(z.string(), count()), 'Действующие расчёты по видам'),
  last_activity: described(z.nullable(instant()), 'Последнее изменение проекта или расчёта'),
});

export type Statistics = Wire<typeof statisticsSchema>;

/** Body of `token/`. */
export const credentialsSchema = z.object({
  email: z.string({ error: 'Укажите логин.' }).check(z.maxLength(254, 'Слишком длинный логин.')),
  password: z.string({ error: 'Укажите пароль.' }).check(z.maxLength(1024, 'Слишком длинный пароль.')),
  guardant_code: z._default(
    z.string({ error: 'Код ключа — это строка.' }).check(z.maxLength(256, 'Слишком длинный код ключа.')),
    '',
  ),
});

export type Credentials = z.infer<typeof credentialsSchema>;

/** Response of `token/` and `token/refresh/`: two JWTs; `exp` is in seconds. */
export const tokenPairSchema = z.object({ access: z.string(), refresh: z.string() });

export type TokenPair = Wire<typeof tokenPairSchema>;

/** Body of `token/refresh/` and `token/revoke/`. */
export const refreshTokenSchema = z.object({
  token: described(
    z.string({ error: 'Передайте токен обновления в поле token.' }).check(z.maxLength(4096, 'Это не токен.')),
    'Токен обновления (refresh)',
  ),
});
